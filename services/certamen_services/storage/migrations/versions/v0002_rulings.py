"""Attempts that name their predecessors, and the organisers' rulings."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add them."""
    with op.batch_alter_table("matches") as matches:
        matches.add_column(sa.Column("predecessor", sa.String(32), nullable=True))
        matches.create_unique_constraint("uq_matches_predecessor", ["predecessor"])
    with op.batch_alter_table("results") as results:
        results.add_column(sa.Column("explanation", sa.Text(), nullable=True))
    op.create_table(
        "rulings",
        sa.Column(
            "number",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            primary_key=True,
            autoincrement=True,
        ),
        sa.Column("match_id", sa.String(32), sa.ForeignKey("matches.id"), nullable=False),
        sa.Column("kind", sa.String(32), nullable=False),
        sa.Column("at", sa.DateTime(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("culprit", sa.String(32), nullable=True),
        sa.Column("successor", sa.String(32), nullable=True),
    )
    op.create_index("ix_rulings_match_id", "rulings", ["match_id"])


def downgrade() -> None:
    """Remove them."""
    op.drop_table("rulings")
    with op.batch_alter_table("results") as results:
        results.drop_column("explanation")
    with op.batch_alter_table("matches") as matches:
        matches.drop_constraint("uq_matches_predecessor", type_="unique")
        matches.drop_column("predecessor")
