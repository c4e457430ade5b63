"""The command line: `certamen COMMAND`. One module for each command, loaded when it is wanted."""

from certamen_services.cli.app import app

__all__ = ["main"]


def main() -> None:
    """The program `certamen`."""
    app(prog_name="certamen")
