"""A door between bot and server that can be slammed: a connection that breaks without a word."""

from __future__ import annotations

import asyncio

__all__ = ["Gate"]

_PIECE = 1 << 16


class Gate:
    """Passes bytes on between a port of its own and the server's.

    Args:
        host: where to listen; loopback.
        port: of its own; 0: any that is free.
        target: the server's port on the loopback interface.
    """

    def __init__(self, host: str, port: int, target: int) -> None:
        self._host, self._wanted, self._target = host, port, target
        self._server: asyncio.Server | None = None
        self._writers: set[asyncio.StreamWriter] = set()
        self._tasks: set[asyncio.Task[None]] = set()

    @property
    def address(self) -> str:
        """Where it listens."""
        if self._server is None:
            raise RuntimeError("the gate is not open")
        return f"{self._host}:{self._server.sockets[0].getsockname()[1]}"

    async def open(self) -> None:
        """Begin to listen. Raises OSError if the address is not free."""
        self._server = await asyncio.start_server(self._pass, self._host, self._wanted)

    def cut(self) -> None:
        """Break all connections at once, as a power cut would; new ones are let in."""
        for writer in self._writers:
            writer.transport.abort()

    async def close(self) -> None:
        """Stop listening, and break what is left."""
        if self._server is not None:
            self._server.close()
        self.cut()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _pass(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        if task is not None:
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
        try:
            onward_reader, onward = await asyncio.open_connection("127.0.0.1", self._target)
        except OSError:
            writer.transport.abort()
            return
        pair = {writer, onward}
        self._writers |= pair
        try:
            await asyncio.gather(self._pump(reader, onward), self._pump(onward_reader, writer))
        finally:
            self._writers -= pair
            for end in pair:
                end.transport.abort()

    @staticmethod
    async def _pump(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while data := await reader.read(_PIECE):
                writer.write(data)
                await writer.drain()
        except OSError:
            pass
        finally:
            if not writer.transport.is_closing():
                writer.close()
