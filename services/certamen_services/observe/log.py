"""The server's log: one event in each line, as text or as JSON."""

from __future__ import annotations

import logging
import sys
from enum import StrEnum
from typing import TYPE_CHECKING, TextIO

import structlog

if TYPE_CHECKING:
    from structlog.typing import Processor

__all__ = ["LogFormat", "LogLevel", "configure_log"]


class LogFormat(StrEnum):
    """How a line is written."""

    TEXT = "text"
    JSON = "json"


class LogLevel(StrEnum):
    """From which level on something is logged."""

    DEBUG = "debug"
    INFO = "info"
    WARNING = "warning"
    ERROR = "error"


def configure_log(
    target: TextIO | None = None, form: LogFormat = LogFormat.TEXT, level: LogLevel = LogLevel.INFO
) -> None:
    """Log to a file, or to standard error; tracebacks without local variables, which may hold seeds.

    Args:
        target: where to; None: standard error.
        form: how a line is written.
        level: what is less important is left out.
    """
    last: list[Processor]
    if form is LogFormat.JSON:
        last = [structlog.processors.format_exc_info, structlog.processors.JSONRenderer(ensure_ascii=False)]
    else:
        last = [
            structlog.dev.ConsoleRenderer(
                colors=target is None and sys.stderr.isatty(),
                exception_formatter=structlog.dev.plain_traceback,
            )
        ]
    structlog.configure(
        processors=[
            structlog.contextvars.merge_contextvars,
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            *last,
        ],
        wrapper_class=structlog.make_filtering_bound_logger(logging.getLevelNamesMapping()[level.upper()]),
        logger_factory=structlog.PrintLoggerFactory(target or sys.stderr),
    )
