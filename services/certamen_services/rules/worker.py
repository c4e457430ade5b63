"""A process that answers calls one after the other, each on a socket of its own that it is handed.

A call is the method's name, a line feed and the request, up to the end of what is sent. The answer is
`HEADER` (whether it is an error, and the length) and the response, or a google.rpc.Status. A caller who
gives up closes the socket.
"""

from __future__ import annotations

import contextlib
import resource
import select
import signal
import socket
import struct
import time
import traceback
from pathlib import Path
from types import FrameType
from typing import NoReturn

import grpc

from certamen_services.errors import StatusError, status_error
from certamen_services.rules.limits import RulesLimits
from certamen_services.rules.methods import METHODS
from certamen_services.rules.workers import Stopped

__all__ = ["HEADER", "MAX_CALL", "work"]

HEADER = struct.Struct("<?Q")
"""Whether the answer is an error; its length."""
MAX_CALL = (1 << 20) + 1024
"""Longest call: gRPC accepts requests of 1 MiB."""
_CHUNK = 1 << 16
_PATIENCE = 10.0
"""Seconds for the server to send a request or take an answer."""
_SPARE_CPU = 3


class _OutOfTimeError(BaseException):
    """The call has had its processor time; not an Exception, so that nothing on the way catches it."""


def work(calls: socket.socket, limits: RulesLimits) -> None:
    """Answer until there are no more calls, or memory has run out.

    Args:
        calls: hands over the sockets of calls.
        limits: of memory and processor time.
    """
    signal.signal(signal.SIGPROF, _out_of_time)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    size = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (size + limits.memory,) * 2)
    with contextlib.suppress(OSError):  # when the machine's memory is short, this process goes first
        Path("/proc/self/oom_score_adj").write_text("800")
    going = True
    while going:
        told, handed, _, _ = socket.recv_fds(calls, 1, 1)
        if not told:
            return
        for descriptor in handed:
            with socket.socket(fileno=descriptor) as connection:
                going = _serve(connection, limits)


def _serve(connection: socket.socket, limits: RulesLimits) -> bool:
    """Answer one call. False: this process should not go on."""
    connection.settimeout(_PATIENCE)
    going = True
    try:
        call = _receive(connection)
        try:
            failed, answer = False, _answer(call, connection, limits)
        except Stopped:
            return True
        except MemoryError:
            going, failed = False, True  # what is left in pieces is not worth mending
            answer = _status("MEMORY_LIMIT", "the answer needs more memory than a call may have")
        except _OutOfTimeError:
            message = f"the answer needs more than {limits.cpu:g} s of processor time; ask for less at once"
            failed, answer = True, _status("TIME_LIMIT", message)
        except Exception as error:  # noqa: BLE001 - the last line of defence of a call
            known = status_error(error)
            if known is None:
                traceback.print_exc()
                known = StatusError(
                    grpc.StatusCode.INTERNAL, "INTERNAL", "the server failed; its log says more"
                )
            failed, answer = True, known.to_status().SerializeToString()
        connection.sendall(HEADER.pack(failed, len(answer)) + answer)
    except OSError:
        pass  # nobody waits any more
    return going


def _receive(connection: socket.socket) -> bytes:
    call = bytearray()
    while piece := connection.recv(_CHUNK):
        call += piece
        if len(call) > MAX_CALL:
            raise OSError("the call is too long")
    return bytes(call)


def _answer(call: bytes, connection: socket.socket, limits: RulesLimits) -> bytes:
    name, _, data = call.partition(b"\n")
    poll = select.poll()
    poll.register(connection, 0)  # the other end is closed: told without being asked for

    def go_on() -> None:
        if any(event & (select.POLLHUP | select.POLLERR) for _, event in poll.poll(0)):
            raise Stopped

    # The last resort against what never comes back to Python: the kernel ends the process.
    last = int(time.process_time() + limits.cpu) + _SPARE_CPU
    resource.setrlimit(resource.RLIMIT_CPU, (last, resource.RLIM_INFINITY))
    signal.setitimer(signal.ITIMER_PROF, limits.cpu)
    try:
        return METHODS[name.decode()].answer(data, go_on)
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)


def _out_of_time(_number: int, _frame: FrameType | None) -> NoReturn:
    raise _OutOfTimeError


def _status(reason: str, message: str) -> bytes:
    error = StatusError(grpc.StatusCode.RESOURCE_EXHAUSTED, reason, message)
    answer: bytes = error.to_status().SerializeToString()
    return answer
