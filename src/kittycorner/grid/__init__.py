"""Compiled helpers that every game on a grid shares."""
