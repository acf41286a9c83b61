"""Proof: the conformance suite, golden playthroughs and bench digests that every game gets for nothing."""
