"""Forms: how people and programs read a game.

Each class here derives a plain form from a game's layout and names, so that a small game writes none of
them; a game overrides what deserves better.
"""
