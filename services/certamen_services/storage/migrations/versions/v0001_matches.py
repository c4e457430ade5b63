"""Matches, their seats, entries, results and records."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "matches",
        sa.Column(
            "number",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            primary_key=True,
            autoincrement=True,
        ),
        sa.Column("id", sa.String(32), nullable=False, unique=True),
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("state", sa.String(32), nullable=False),
        sa.Column("practice", sa.Boolean(), nullable=False),
        sa.Column("created", sa.DateTime(), nullable=False),
        sa.Column("started", sa.DateTime(), nullable=True),
        sa.Column("ended", sa.DateTime(), nullable=True),
    )
    op.create_index("ix_matches_game", "matches", ["game"])
    op.create_index("ix_matches_state", "matches", ["state"])
    op.create_table(
        "seats",
        sa.Column("match_id", sa.String(32), sa.ForeignKey("matches.id"), primary_key=True),
        sa.Column("seat", sa.Integer(), primary_key=True),
        sa.Column("token_hash", sa.LargeBinary(32), nullable=False),
    )
    op.create_index("ix_seats_token_hash", "seats", ["token_hash"])
    op.create_table(
        "entries",
        sa.Column("match_id", sa.String(32), sa.ForeignKey("matches.id"), primary_key=True),
        sa.Column("number", sa.Integer(), primary_key=True),
        sa.Column("body", sa.Text(), nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "results",
        sa.Column("match_id", sa.String(32), sa.ForeignKey("matches.id"), primary_key=True),
        sa.Column("cause", sa.String(32), nullable=False),
        sa.Column("culprit", sa.String(32), nullable=False),
        sa.Column("scores", sa.JSON(), nullable=True),
        sa.Column("placements", sa.JSON(), nullable=True),
    )
    op.create_table(
        "records",
        sa.Column("match_id", sa.String(32), sa.ForeignKey("matches.id"), primary_key=True),
        sa.Column("head", sa.LargeBinary(32), nullable=False),
        sa.Column("signature", sa.LargeBinary(64), nullable=False),
        sa.Column("public_key", sa.LargeBinary(32), nullable=False),
        sa.Column("revealed", sa.Boolean(), nullable=False),
    )


def downgrade() -> None:
    """Remove the tables."""
    for table in ("records", "results", "entries", "seats", "matches"):
        op.drop_table(table)
