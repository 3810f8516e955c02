"""The ledger: money that moves between accounts."""

import sqlalchemy as sa
from alembic import op
from sqlmodel import UTCDateTime

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "booking",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("cause", sa.String(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("payer", sa.String(), nullable=False),
        sa.Column("payee", sa.String(), nullable=False),
        sa.Column("pence", sa.BigInteger(), nullable=False),
        sa.Column("why", sa.String(), nullable=False),
        sa.Column("at", UTCDateTime(), nullable=False),
        sa.Column("match", sa.String(), nullable=True),
        sa.Column("letter", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(["letter"], ["letter.id"], name="fk_booking_letter_letter"),
        sa.ForeignKeyConstraint(["match"], ["match.code"], name="fk_booking_match_match"),
        sa.PrimaryKeyConstraint("id", name="pk_booking"),
        sa.UniqueConstraint("cause", "number", name="uq_booking_cause_number"),
    )
    for column in ("letter", "match", "payee", "payer"):
        op.create_index(f"ix_booking_{column}", "booking", [column])


def downgrade() -> None:
    op.drop_table("booking")
