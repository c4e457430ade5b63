"""Runs programs (bots, servers) so that nothing of them is left behind.

A process that uses gRPC must not fork, so a helper is started before gRPC is (`Launcher.start`), and does the
forking. For each program it forks a keeper: the keeper starts the program in a session of its own, drains its
output into a bounded log, and as a subreaper inherits every orphan that the program leaves, whatever session
it moved to. When the program has ended, or is to end, the keeper kills until it has no child left. It also
does so when the helper dies, and the helper when its parent dies: each sees the end of a pipe.

A program with limits gets a warden between keeper and program: the first process of a process table of its
own, which gives the program its user, its folder and its view of the machine. The keeper looks ten times a
second at what all its processes use together, and ends them when that is too much.

All but `launcher` use the standard library only; none imports gRPC.
"""

from certamen_services.launcher.launcher import Launched, Launcher, LaunchError
from certamen_services.launcher.limits import Limits, parse_size, show_size
from certamen_services.launcher.program import Program, Report, parse_command

__all__ = [
    "LaunchError",
    "Launched",
    "Launcher",
    "Limits",
    "Program",
    "Report",
    "parse_command",
    "parse_size",
    "show_size",
]
