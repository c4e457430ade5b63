"""Checks a bot before a tournament does: `certamen check-bot`.

The bot plays against a real referee, through a transport that looks on, and misbehaves where a check wants it
to: it drops streams, swallows answers, adds what a newer server might send. The server proper knows nothing
of this; what misbehaves here wraps its `ArenaServicer` from outside.

- `conduct`, `judge`, `advice`: what a bot did, what of that is wrong, and how to mend it
- `script`, `tapped`: how a check gets between referee and bot
- `host`, `gate`, `house`: server, connection and opponents
- `guest`, `visit`: the bot under test, and one match of it
- `talks`, `breaks`, `refusals`, `setups`, `rare`: what is checked; `catalogue` puts it together
- `runner`, `report`: in what order, and what is told
"""
