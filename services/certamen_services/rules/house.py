"""The processes that answer RulesService, as the server sees them: bytes go in, bytes come out.

Each call travels on a socket pair of its own, whose other end is handed to whichever process is free. So a
process that dies takes only its own call along, and a caller that gives up is seen by the end of the socket.
"""

from __future__ import annotations

import asyncio
import os
import socket
import subprocess
import sys

import grpc

from certamen_services.errors import StatusError, shutting_down
from certamen_services.rules.limits import RulesLimits
from certamen_services.rules.worker import HEADER

__all__ = ["RulesHouse"]

_OVERSEER = "certamen_services.rules.overseer"
_END_LIMIT = 10.0


class _Lane:
    """A way to some processes, with a bounded queue."""

    def __init__(self, processes: int, waiting: int) -> None:
        self.ours, self.theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self.ours.setblocking(False)
        self.turn = asyncio.Semaphore(processes)
        self.free = waiting


class RulesHouse:
    """Runs the processes; make it before this process serves gRPC, in its main thread.

    Args:
        limits: of the processes and their calls.
    """

    def __init__(self, limits: RulesLimits | None = None) -> None:
        self._limits = limits = limits or RulesLimits()
        self._short = _Lane(1, limits.waiting_short)
        self._long = _Lane(limits.processes, limits.waiting_long)
        self._closed = False
        self._open: set[asyncio.StreamWriter] = set()
        ends = [lane.theirs.fileno() for lane in (self._short, self._long)]
        self._overseer = subprocess.Popen(  # noqa: S603 (our own program)
            [sys.executable, "-m", _OVERSEER, str(os.getpid()), limits.to_text(), *map(str, ends)],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            pass_fds=ends,
            start_new_session=True,  # Ctrl-C is for the server
        )
        for lane in (self._short, self._long):
            lane.theirs.close()

    @property
    def pid(self) -> int:
        """Pid of the process whose children answer."""
        return self._overseer.pid

    async def ask(self, method: str, request: bytes, *, long: bool) -> tuple[bool, bytes]:
        """Have a call answered.

        Args:
            method: its name.
            request: its message.
            long: whether it is for the processes that compute at length.

        Returns:
            Whether it failed, and the response or the google.rpc.Status.

        Raises:
            StatusError: BUSY, SHUTTING_DOWN, TIME_LIMIT or WORKER_LOST.
        """
        lane = self._long if long else self._short
        if self._closed:
            raise shutting_down()
        if lane.free == 0:
            raise _busy()
        lane.free -= 1
        try:
            async with lane.turn:
                if self._closed:
                    raise shutting_down()
                async with asyncio.timeout(self._limits.wall):
                    return await self._call(lane, method, request)
        except TimeoutError:
            raise StatusError(
                grpc.StatusCode.RESOURCE_EXHAUSTED,
                "TIME_LIMIT",
                f"the answer took longer than {self._limits.wall:g} s; ask for less at once",
            ) from None
        finally:
            lane.free += 1

    async def _call(self, lane: _Lane, method: str, request: bytes) -> tuple[bool, bytes]:
        ours, theirs = socket.socketpair()
        with theirs:
            try:
                socket.send_fds(lane.ours, [b"c"], [theirs.fileno()])
            except BlockingIOError:  # callers gave up faster than the processes can notice
                ours.close()
                raise _busy() from None
            except OSError:
                ours.close()
                raise _lost() from None
        reader, writer = await asyncio.open_unix_connection(sock=ours)
        self._open.add(writer)
        try:
            writer.write(method.encode() + b"\n" + request)
            writer.write_eof()
            failed, length = HEADER.unpack(await reader.readexactly(HEADER.size))
            return failed, await reader.readexactly(length)
        except (asyncio.IncompleteReadError, ConnectionError):
            raise (shutting_down() if self._closed else _lost()) from None
        finally:
            self._open.discard(writer)
            writer.transport.abort()

    def close(self) -> None:
        """Take no more calls, and end those that wait or run."""
        self._closed = True
        for writer in self._open:
            writer.transport.abort()

    async def end(self) -> None:
        """Close, and end the processes; returns when none is left."""
        self.close()
        if self._overseer.stdin is not None:
            self._overseer.stdin.close()
        try:
            await asyncio.to_thread(self._overseer.wait, _END_LIMIT)
        except subprocess.TimeoutExpired:
            self._overseer.kill()  # its children end with it
            await asyncio.to_thread(self._overseer.wait)
        for lane in (self._short, self._long):
            lane.ours.close()


def _busy() -> StatusError:
    return StatusError(
        grpc.StatusCode.RESOURCE_EXHAUSTED, "BUSY", "too many calls are waiting; try again later"
    )


def _lost() -> StatusError:
    return StatusError(
        grpc.StatusCode.UNAVAILABLE, "WORKER_LOST", "the process that computed the answer ended; ask again"
    )
