"""Between the core's dicts and the typed messages of the wire contract.

One converter module for each game, listed in `registry`; what all games share is beside them. Nothing
here knows of clocks, storage or streams.
"""
