"""Many matches of a game, and what they say."""
