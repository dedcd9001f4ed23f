"""Measure latencies, speeds and strengths; each module prints ratios or counts."""
