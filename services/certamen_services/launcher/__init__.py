"""Runs programs (bots, servers) so that nothing of them is left behind.

A process that uses gRPC must not fork, so a helper is started before gRPC is (`Launcher.start`), and does the
forking. For each program it forks a keeper: the keeper starts the program in a session of its own, drains its
output into a bounded log, and as a subreaper inherits every orphan that the program leaves, whatever session
it moved to. When the program has ended, or is to end, the keeper kills until it has no child left. It also
does so when the helper dies, and the helper when its parent dies: each sees the end of a pipe.

`helper`, `keeper`, `processes` and `boundedlog` use the standard library only and never import gRPC.
"""

from certamen_services.launcher.launcher import Launched, Launcher, LaunchError
from certamen_services.launcher.program import Program, Report, parse_command

__all__ = ["LaunchError", "Launched", "Launcher", "Program", "Report", "parse_command"]
