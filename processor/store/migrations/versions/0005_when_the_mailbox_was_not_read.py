"""Gaps in the reading of a mailbox, and when a deadline was last settled on."""

import sqlalchemy as sa
from alembic import op
from sqlmodel import UTCDateTime

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "gap",
        sa.Column("mailbox", sa.String(), nullable=False),
        sa.Column("since", UTCDateTime(), nullable=False),
        sa.Column("until", UTCDateTime(), nullable=False),
        sa.PrimaryKeyConstraint("mailbox", "since", name="pk_gap"),
    )
    op.create_index("ix_gap_until", "gap", ["until"])
    op.add_column("deadline", sa.Column("set_at", UTCDateTime(), nullable=True))


def downgrade() -> None:
    op.drop_column("deadline", "set_at")
    op.drop_table("gap")
