"""The commands and their options. What they do is in the modules beside, imported only when called."""

# ruff: noqa: PLC0415, PLR0913, PLR0917 (a command loads only what it needs, and has many options)
from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from certamen_services.cli import help_texts as texts
from certamen_services.cli.contain import Contain
from certamen_services.cli.matches import ADDRESS, Certificate, Server, Token, matches
from certamen_services.cli.tokens import tokens
from certamen_services.cli.tournament import tournament
from certamen_services.cli.unfinished import Unfinished
from certamen_services.observe.log import LogFormat, LogLevel
from certamen_services.referee.terms import FaultPolicy

__all__ = ["app"]

app = typer.Typer(
    name="certamen",
    help="Referee of timed matches between programs, in games of imperfect information.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)

app.add_typer(matches)
app.add_typer(tokens)
app.add_typer(tournament)

Game = Annotated[str, typer.Argument(metavar="GAME", help=texts.GAME)]
Options = Annotated[list[str] | None, typer.Option("--option", "-o", metavar="NAME=VALUE", help=texts.OPTION)]
Json = Annotated[bool, typer.Option("--json", help="Print JSON, for scripts.")]


@app.command()
def games(json: Json = False) -> None:
    """List the games, their options and what these accept."""
    from certamen_services.cli.games import show_games

    show_games(as_json=json)


@app.command()
def match(
    game: Game,
    bot: Annotated[list[str] | None, typer.Option("--bot", "-b", metavar="BOT", help=texts.BOT)] = None,
    games: Annotated[int, typer.Option("--games", "-n", min=1, max=1_000_000, help=texts.GAMES)] = 1,
    time: Annotated[str, typer.Option(metavar="BASE[+INCREMENT]", help=texts.TIME)] = "60",
    per_move: Annotated[str, typer.Option(metavar="SECONDS", help=texts.PER_MOVE)] = "",
    lag: Annotated[str, typer.Option(metavar="SECONDS", help=texts.LAG)] = "0.01",
    startup: Annotated[str, typer.Option(metavar="SECONDS", help=texts.STARTUP)] = "30",
    join: Annotated[str, typer.Option(metavar="SECONDS", help=texts.JOIN)] = "60",
    disconnect: Annotated[str, typer.Option(metavar="SECONDS", help=texts.DISCONNECT)] = "30",
    illegal_actions: Annotated[int, typer.Option(min=1, max=1000, help=texts.ILLEGAL)] = 1,
    policy: Annotated[FaultPolicy, typer.Option(help=texts.POLICY)] = FaultPolicy.FORFEIT,
    play_forced: Annotated[bool, typer.Option(help=texts.FORCED)] = True,
    seed: Annotated[str, typer.Option(metavar="SEED", help=texts.SEED)] = "",
    option: Options = None,
    concurrency: Annotated[int, typer.Option(min=1, max=1000, help=texts.CONCURRENCY)] = 1,
    contain: Annotated[Contain, typer.Option(help=texts.CONTAIN)] = Contain.AUTO,
    memory: Annotated[str, typer.Option(metavar="SIZE", help=texts.MEMORY)] = "1G",
    cpu: Annotated[str, typer.Option(metavar="SECONDS", help=texts.CPU)] = "3600",
    processes: Annotated[int, typer.Option(min=0, max=100_000, help=texts.PROCESSES)] = 256,
    files: Annotated[str, typer.Option(metavar="SIZE", help=texts.FILES)] = "64M",
    records: Annotated[Path | None, typer.Option(metavar="FOLDER", help=texts.RECORDS)] = None,
    json: Json = False,
) -> None:
    """Play matches between bots, each a program of its own, and print the result."""
    from certamen_services.cli.containment import LimitArguments
    from certamen_services.cli.match import MatchArguments, play_matches

    arguments = MatchArguments(
        game=game,
        bots=tuple(bot or ()),
        games=games,
        time=time,
        per_move=per_move,
        lag=lag,
        startup=startup,
        join=join,
        disconnect=disconnect,
        illegal_actions=illegal_actions,
        policy=policy,
        play_forced=play_forced,
        seed=seed,
        options=tuple(option or ()),
        concurrency=concurrency,
        records=records,
        containment=LimitArguments(contain, memory, cpu, processes, files),
    )
    raise typer.Exit(play_matches(arguments, as_json=json))


@app.command()
def serve(
    address: Annotated[str, typer.Option(metavar="HOST:PORT", help=texts.ADDRESS)] = "127.0.0.1:7878",
    store: Annotated[str, typer.Option(metavar="PLACE", help=texts.STORE)] = "",
    signing_key: Annotated[Path | None, typer.Option(metavar="FILE", help=texts.SIGNING_KEY)] = None,
    token_file: Annotated[Path | None, typer.Option(metavar="FILE", help=texts.TOKEN_FILE)] = None,
    certificate: Annotated[Path | None, typer.Option(metavar="FILE", help=texts.CERTIFICATE)] = None,
    certificate_key: Annotated[Path | None, typer.Option(metavar="FILE", help=texts.CERTIFICATE_KEY)] = None,
    client_ca: Annotated[Path | None, typer.Option(metavar="FILE", help=texts.CLIENT_CA)] = None,
    calls_per_second: Annotated[float, typer.Option(min=0.25, max=1_000_000, help=texts.CALLS)] = 50.0,
    watch_delay: Annotated[str, typer.Option(metavar="SECONDS", help=texts.WATCH_DELAY)] = "0",
    announce: Annotated[Path | None, typer.Option(metavar="FILE", help=texts.ANNOUNCE)] = None,
    finish: Annotated[str, typer.Option(metavar="SECONDS", help=texts.FINISH)] = "0",
    unfinished: Annotated[Unfinished, typer.Option(help=texts.UNFINISHED)] = Unfinished.PARK,
    tournaments: Annotated[Path | None, typer.Option(metavar="FOLDER", help=texts.TOURNAMENTS)] = None,
    rules_processes: Annotated[int, typer.Option(metavar="N", min=0, max=64, help=texts.RULES_PROCESSES)] = 1,
    log_format: Annotated[LogFormat, typer.Option(help=texts.LOG_FORMAT)] = LogFormat.TEXT,
    log_level: Annotated[LogLevel, typer.Option(help=texts.LOG_LEVEL)] = LogLevel.INFO,
    metrics: Annotated[str, typer.Option(metavar="HOST:PORT", help=texts.METRICS)] = "",
) -> None:
    """Run a server: the referee of matches and tournaments that organisers create and bots join."""
    from certamen_services.cli.serve import ServeArguments, run_server

    run_server(
        ServeArguments(
            address=address,
            store=store,
            signing_key=signing_key,
            token_file=token_file,
            certificate=certificate,
            certificate_key=certificate_key,
            client_ca=client_ca,
            calls_per_second=calls_per_second,
            watch_delay=watch_delay,
            announce=announce,
            finish=finish,
            unfinished=unfinished,
            tournaments=tournaments,
            rules_processes=rules_processes,
            log_format=log_format,
            log_level=log_level,
            metrics=metrics,
        )
    )


@app.command()
def status(
    server: Server = ADDRESS,
    token_file: Token = None,
    certificate: Certificate = None,
    once: Annotated[bool, typer.Option("--once", help=texts.ONCE)] = False,
    json: Json = False,
) -> None:
    """Show how a running server fares, anew every second until it is interrupted."""
    from certamen_services.cli.status import show_status

    show_status(server, token_file, certificate, once=once, as_json=json)


@app.command()
def bot(
    name: Annotated[str, typer.Argument(metavar="BOT", help=texts.BUILT_IN)],
    server: Annotated[str | None, typer.Option(envvar="CERTAMEN_SERVER", help=texts.SERVER)] = None,
    token: Annotated[str | None, typer.Option(envvar="CERTAMEN_TOKEN", help=texts.TOKEN)] = None,
    alias: Annotated[str, typer.Option("--name", help="Name by which it introduces itself.")] = "",
) -> None:
    """Run one of the bots that come with Certamen, for all matches of a token."""
    from certamen_services.cli.bot import run_bot

    run_bot(name, server, token, alias)


@app.command("new-bot")
def new(
    language: Annotated[str, typer.Argument(metavar="python|go|typescript", help=texts.LANGUAGE)],
    name: Annotated[str, typer.Argument(metavar="NAME", help=texts.NEW_NAME)],
    folder: Annotated[Path | None, typer.Option(metavar="FOLDER", help=texts.NEW_FOLDER)] = None,
    sdk: Annotated[Path | None, typer.Option(metavar="FOLDER", help=texts.SDK)] = None,
) -> None:
    """Make a folder with a bot that builds, tests and plays at once."""
    from certamen_services.cli.new_bot import new_bot

    new_bot(language, name, folder, sdk)


@app.command("check-bot")
def check(
    bot: Annotated[str, typer.Argument(metavar="[BOT]", help=texts.CHECKED)] = "",
    game: Annotated[
        list[str] | None, typer.Option("--game", "-g", metavar="GAME", help=texts.CHECKED_GAME)
    ] = None,
    only: Annotated[list[str] | None, typer.Option("--only", metavar="NAME", help=texts.ONLY)] = None,
    time: Annotated[str, typer.Option(metavar="BASE[+INCREMENT]", help=texts.CHECKED_TIME)] = "30+0.5",
    listen: Annotated[str, typer.Option(metavar="HOST:PORT", help=texts.LISTEN)] = "",
    junit: Annotated[Path | None, typer.Option(metavar="FILE", help=texts.JUNIT)] = None,
    logs: Annotated[Path | None, typer.Option(metavar="FOLDER", help=texts.LOGS)] = None,
    show: Annotated[bool, typer.Option("--list", help="Name all checks, and make none.")] = False,
    jobs: Annotated[int, typer.Option("--jobs", "-j", min=1, max=64, help=texts.JOBS)] = 1,
) -> None:
    """Check a bot: all games that it plays, rare events, broken connections, refusals, a newer server.

    Exit status 0: nothing was found; 1: something is to be mended, and the report says what.
    """
    from certamen_services.cli.check_bot import CheckArguments, check_bot

    wanted = tuple(game or ()), tuple(only or ())
    raise typer.Exit(check_bot(CheckArguments(bot, *wanted, time, listen, junit, logs, show, jobs)))


trace = typer.Typer(name="trace", help="What a bot received and sent.", no_args_is_help=True)
app.add_typer(trace)


@trace.command("replay")
def trace_replay(
    file: Annotated[Path, typer.Argument(metavar="FILE", help=texts.TRACE)],
    command: Annotated[
        list[str] | None, typer.Argument(metavar="-- BOT [ARGUMENT…]", help=texts.AGAIN)
    ] = None,
    seat: Annotated[int | None, typer.Option(metavar="SEAT", help=texts.TRACE_SEAT)] = None,
    everything: Annotated[bool, typer.Option("--all", help=texts.ALL)] = False,
) -> None:
    """Ask a bot again all that a trace or a record tells of, and tell where it answers otherwise.

    Exit status 0: it answers as then; 1: it does not.
    """
    from certamen_services.cli.trace import replay as replay_to

    raise typer.Exit(replay_to(file, command or (), seat, everything=everything))


@app.command()
def replay(
    record: Annotated[str, typer.Argument(metavar="RECORD", help=texts.RECORD)],
    seat: Annotated[str, typer.Option(metavar="SEAT", help=texts.VIEWER)] = "",
) -> None:
    """Tell a record as somebody would who stood at the table and saw every hand, or as one seat saw it."""
    from certamen_services.cli.replay import tell_record

    tell_record(record, seat)


@app.command()
def verify(
    record: Annotated[list[str], typer.Argument(metavar="RECORD…", help=texts.RECORD)],
    key: Annotated[list[str] | None, typer.Option("--key", metavar="KEY", help=texts.KEY)] = None,
    json: Json = False,
) -> None:
    """Check records: signature, chain, commitment, every deal, action, clock and result.

    Exit status 0: all can be trusted; 1: something was found.
    """
    from certamen_services.cli.verify import verify_records

    raise typer.Exit(verify_records(record, key or [], as_json=json))


@app.command()
def rules(
    game: Game,
    position: Annotated[str, typer.Option(metavar="FILE", help=texts.POSITION)] = "",
    seed: Annotated[str, typer.Option(metavar="SEED", help=texts.NEW_SEED)] = "",
    players: Annotated[int | None, typer.Option(help=texts.PLAYERS)] = None,
    option: Options = None,
    seat: Annotated[int | None, typer.Option(help=texts.SEAT)] = None,
    action: Annotated[str, typer.Option(metavar="ACTION", help=texts.ACTION)] = "",
    json: Json = False,
) -> None:
    """Ask the rules: legal actions of a position, the position after an action, a new position."""
    from certamen_services.cli.rules import RulesArguments, ask_rules

    ask_rules(RulesArguments(game, position, seed, players, tuple(option or ()), seat, action), as_json=json)


@app.command()
def bench(
    seconds: Annotated[float, typer.Option(min=0.01, max=600, help=texts.SECONDS)] = 0.5, json: Json = False
) -> None:
    """Measure how fast the rules are on this machine."""
    from certamen_services.cli.bench import show_speed

    show_speed(seconds, as_json=json)


@app.command()
def version() -> None:
    """Print the version."""
    from certamen_services.version import version as installed

    typer.echo(installed())
