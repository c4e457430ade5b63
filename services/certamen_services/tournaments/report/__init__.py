"""The report of a tournament: one HTML page that needs nothing else."""

from __future__ import annotations

from certamen_services.tournaments.report.page import render_report

__all__ = ["render_report"]
