"""Coin hunt: a game for Kittycorner in one file."""
