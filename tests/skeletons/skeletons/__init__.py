"""Four small games in the shapes of the real ones. They stay as the contract's tests."""
