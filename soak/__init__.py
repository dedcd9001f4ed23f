"""The proof that recognition cannot wedge: a model of human hands that plays whole matches."""
