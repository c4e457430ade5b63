"""Tournaments: plans, blocks, games, rulings."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def _number() -> sa.BigInteger:
    return sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def _tournament() -> sa.Column[int]:
    return sa.Column("tournament", _number(), sa.ForeignKey("tournaments.number"), nullable=False)


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "tournaments",
        sa.Column("number", _number(), primary_key=True, autoincrement=True),
        sa.Column("id", sa.String(32), nullable=False, unique=True),
        sa.Column("state", sa.String(32), nullable=False),
        sa.Column("plan", sa.JSON(), nullable=False),
        sa.Column("fingerprint", sa.String(64), nullable=False),
        sa.Column("root", sa.LargeBinary(32), nullable=False),
        sa.Column("nonce", sa.LargeBinary(32), nullable=False),
        sa.Column("practice", sa.Boolean(), nullable=False),
        sa.Column("revealed", sa.Boolean(), nullable=False),
        sa.Column("created", sa.DateTime(), nullable=False),
        sa.Column("ended", sa.DateTime(), nullable=True),
    )
    op.create_table(
        "tournament_blocks",
        _tournament(),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("label", sa.String(64), nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("seat_group", sa.Integer(), nullable=False),
        sa.Column("turn", sa.Integer(), nullable=False),
        sa.Column("bots", sa.JSON(), nullable=False),
        sa.Column("seatings", sa.JSON(), nullable=False),
        sa.Column("again", sa.Integer(), nullable=False),
        sa.Column("key", sa.LargeBinary(32), nullable=True),
        sa.Column("abandoned", sa.Boolean(), nullable=False),
        sa.Column("revealed", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("tournament", "number"),
    )
    op.create_table(
        "tournament_games",
        _tournament(),
        sa.Column("block", sa.Integer(), nullable=False),
        sa.Column("game", sa.Integer(), nullable=False),
        sa.Column("attempt", sa.Integer(), nullable=False),
        sa.Column("state", sa.String(32), nullable=False),
        sa.Column("deal", sa.String(96), nullable=False),
        sa.Column("match_id", sa.String(32), nullable=True),
        sa.Column("result", sa.JSON(), nullable=True),
        sa.Column("actions", sa.JSON(), nullable=True),
        sa.Column("held", sa.Boolean(), nullable=False),
        sa.Column("explanation", sa.Text(), nullable=False),
        sa.Column("started", sa.DateTime(), nullable=False),
        sa.Column("ended", sa.DateTime(), nullable=True),
        sa.PrimaryKeyConstraint("tournament", "block", "game", "attempt"),
    )
    op.create_index("ix_tournament_games_match_id", "tournament_games", ["match_id"])
    op.create_table(
        "tournament_rulings",
        sa.Column("number", _number(), primary_key=True, autoincrement=True),
        _tournament(),
        sa.Column("kind", sa.String(32), nullable=False),
        sa.Column("at", sa.DateTime(), nullable=False),
        sa.Column("block", sa.Integer(), nullable=True),
        sa.Column("game", sa.Integer(), nullable=True),
        sa.Column("reason", sa.Text(), nullable=False),
    )
    op.create_index("ix_tournament_rulings_tournament", "tournament_rulings", ["tournament"])


def downgrade() -> None:
    """Remove them."""
    for table in ("tournament_rulings", "tournament_games", "tournament_blocks", "tournaments"):
        op.drop_table(table)
