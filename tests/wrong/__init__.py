"""Games that are wrong on purpose, each a small change to a right one: they test the conformance suite."""
