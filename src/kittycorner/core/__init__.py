"""The contract, chance, replays, sentences, and the one loop that plays a match. It knows no game.

Start with `contract.py` (what a game hands over), `loop.py` (how a match is played) and `match.py` (how it is
stepped from Python); `layout.py` and `events.py` say what the arrays are.
"""
