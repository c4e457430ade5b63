"""What the options are for."""

# ruff: noqa: S105 (these are texts about tokens)

GAME = "Id of a game; `certamen games` lists them."
OPTION = "Option of the game; may be repeated."
BOT = (
    "A player: greedy, random, or cmd:COMMAND for a program of yours, which finds the server in "
    "CERTAMEN_SERVER and its token in CERTAMEN_TOKEN. Once for each seat."
)
GAMES = "How many matches; the bots change seats from one to the next."
TIME = "Seconds on each clock, and what is added after each action: 5+0.1."
PER_MOVE = "Limit for one decision, in seconds; default: none but the clock."
LAG = "Part of each decision's time that is not charged."
STARTUP = "Time for a bot's first decision, which is not charged."
JOIN = "Time for the bots to join."
DISCONNECT = "Time in all that a bot may be away in a match."
ILLEGAL = "The illegal action of a seat that is a fault; 1: the first."
POLICY = (
    "After a fault: forfeit (the match ends when one side is left) or substitute (the referee plays on to "
    "the end)."
)
FORCED = "Whether the referee plays decisions that everybody can see to be forced."
SEED = "Seed of all deals, an integer or 64 hex digits, for practice; default: fresh secret seeds."
CONCURRENCY = "How many matches at once. More than the machine can bear spoils the clocks."
CONTAIN = (
    "auto: contain bots as far as this machine can, and say what it cannot; strict: play only if it can do "
    "all of it; none: let them run as you do."
)
MEMORY = "Memory of a bot with all its processes: 512M, 2G; 0: no limit."
CPU = "Processor time of a bot in one match, in seconds; 0: no limit."
PROCESSES = "Processes and threads of a bot; 0: no limit."
FILES = "Bytes of temporary files of a bot: 64M; 0: no limit."
RECORDS = "New folder for records and logs; default: one in ./records named after date and time."
ADDRESS = "Where to listen; port 0: any that is free. Beyond loopback a certificate is needed."
STORE = "SQLite file, or postgresql://USER@HOST/DATABASE; default: certamen.db in Certamen's folder."
SIGNING_KEY = "Key that signs records; made when missing. Default: signing-key.pem in Certamen's folder."
TOKEN_FILE = (
    "File for the organiser's token; made when missing; default: organiser-token in Certamen's folder."
)
CERTIFICATE = "Certificate chain (PEM), to encrypt connections."
CERTIFICATE_KEY = "Private key of the certificate (PEM)."
ANNOUNCE = "File that is written once the server listens: address and public key, as JSON."
FINISH = "Once it is to stop (SIGINT, SIGTERM): time for running matches to finish. A second signal ends it."
UNFINISHED = (
    "What becomes of matches that have not finished then: park leaves them to the next server on this store, "
    "void ends them without a result."
)
ORGANISER = "File of the organiser's token; default: organiser-token in Certamen's folder."
MATCH = "Id of a match, or its name: matches/ID."
REASON = "Why, for the audit trail and, while it has not ended, for the bots."
CULPRIT = "Whose fault it was."
DEAL = (
    "auto: the same deal if no bot can know it, else a new one; same: you answer for it that no bot carries "
    "anything over; new."
)
LIMIT = "At most so many."
BUILT_IN = "greedy or random."
SERVER = "Address of the server."
TOKEN = "Token of the seat; better given by the variable than shown in the list of processes."
RECORD = "File of a record; - for standard input."
VIEWER = "Tell it as this seat saw it, by number, or as a `spectator` did; default: with every hand open."
KEY = (
    "Public key of a server that is trusted: 64 hex digits, or a file that holds them. May be repeated. "
    "Default: this machine's own key."
)
POSITION = "File with a position as JSON; - for standard input."
NEW_SEED = "Instead of a position: the first position of a match with this seed, an integer or 64 hex digits."
PLAYERS = "Number of seats of a new position."
SEAT = "Only this seat; with --action: who acts, if several may."
ACTION = "Apply this action and print the next position."
SECONDS = "How long each figure is measured."
TRACE_SEAT = (
    "FILE is the record of a match, whatever language its bots were in: tell what this seat was told."
)
TOURNAMENTS = (
    "Serve TournamentService too, and run its greedy and random bots as contained programs here, with their "
    "output in this folder."
)
REPORT = "Where to write it; default: report.html in the tournament's folder."
LANGUAGE = "In which language."
NEW_NAME = "Name of the bot: small letters, digits, hyphens."
NEW_FOLDER = "Where; new or empty. Default: a folder of the bot's name here."
SDK = "Folder of the language's client; default: the one beside this program's sources."
CHECKED = (
    "The bot: greedy, random, or cmd:COMMAND for a program of yours, which is started for each check and "
    "finds the server in CERTAMEN_SERVER and its token in CERTAMEN_TOKEN. Or see --listen."
)
CHECKED_GAME = "Only this game; may be repeated. Default: all games that the bot names in its Hello."
ONLY = "Only checks of this name or group, or whose names match a pattern with *; may be repeated."
CHECKED_TIME = "Seconds on the bot's clock, and what is added after each action: 30+0.5."
JOBS = "How many checks at once. Several disturb each other: what the report says of times means less."
LISTEN = (
    "Start no bot, but wait at this loopback address for one that you start yourself, for each check anew."
)
JUNIT = "File for the results as JUnit XML."
LOGS = "Folder for the bot's output, a file for each check; default: none is kept."
TRACE = "File that a bot wrote with CERTAMEN_TRACE; or, with --seat, the record of a match."
AGAIN = "The bot: its program and arguments, or greedy or random."
ALL = "Tell all decisions, not only those that are answered otherwise."
PLAN = "The tournament's TOML file."
TOURNAMENT_FOLDER = "Where the tournament is kept; default: beside FILE, named after it."
TOURNAMENT_GAME = "Label of a game, as `show` and the results have it: r1-t2-b3-g1."
TOURNAMENT_ADDRESS = "Where to listen for bots that dial in. Beyond loopback a certificate is needed."
RULING_REASON = "Why, for the audit trail."
DRY_RUN = "Check the plan, say how many games it has and about how long they take; play nothing."
RATINGS = "Whether to rate the bots, which takes long after thousands of games."
ACCOUNT = "Name of the account, at most 64 characters."
ROLE = "What the account is good for; it cannot change."
EXPIRES = "How long the token is good: 30m, 12h, 90d, 4w, or never."
OF_ACCOUNT = "Only the tokens of this account."
TOKEN_ID = "The token's id, as `certamen token list` shows it."
CLIENT_CA = "Mutual TLS: only clients whose certificate is signed by one of these (PEM) are let in."
WATCH_DELAY = "By how much later spectators' accounts are told what happens in a match that goes on."
CALLS = (
    "How many calls a second an account, or a seat's token, may make in the long run; four times as many in "
    "quick succession. Organisers may make any number."
)
RULES_PROCESSES = (
    "Processes that compute playouts and perft for RulesService, beside one for short answers; 0: no "
    "RulesService."
)
LOG_FORMAT = "How lines of the log are written; json: an object in each line."
LOG_LEVEL = "From which level on; debug also tells of each act that is refused."
METRICS = (
    "Serve metrics for Prometheus there, over HTTP without a token: they tell how much is played, not by "
    "whom. `:PORT` alone is loopback. Default: none are served."
)
ONCE = "Print it once."
