"""Accounts, their tokens, and the seats that they have."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def _number() -> sa.BigInteger:
    return sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Add them."""
    op.create_table(
        "accounts",
        sa.Column("number", _number(), primary_key=True, autoincrement=True),
        sa.Column("name", sa.String(64), nullable=False, unique=True),
        sa.Column("role", sa.String(32), nullable=False),
        sa.Column("created", sa.DateTime(), nullable=False),
    )
    op.create_table(
        "tokens",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("account", _number(), sa.ForeignKey("accounts.number"), nullable=False),
        sa.Column("token_hash", sa.LargeBinary(32), nullable=False, unique=True),
        sa.Column("created", sa.DateTime(), nullable=False),
        sa.Column("expires", sa.DateTime(), nullable=True),
        sa.Column("revoked", sa.DateTime(), nullable=True),
    )
    op.create_index("ix_tokens_account", "tokens", ["account"])
    with op.batch_alter_table("seats") as seats:
        seats.add_column(sa.Column("account", _number(), nullable=True))
        seats.create_foreign_key("fk_seats_account", "accounts", ["account"], ["number"])
        seats.create_index("ix_seats_account", ["account"])


def downgrade() -> None:
    """Remove them."""
    with op.batch_alter_table("seats") as seats:
        seats.drop_index("ix_seats_account")
        seats.drop_constraint("fk_seats_account", type_="foreignkey")
        seats.drop_column("account")
    op.drop_table("tokens")
    op.drop_table("accounts")
