// Timers that only tests advance, for all tests of one process.

import { mock } from "node:test";

mock.timers.enable();
