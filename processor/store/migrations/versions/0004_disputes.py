"""Disputes, and the words by which a GM's answer to one is known."""

import sqlalchemy as sa
from alembic import op
from sqlmodel import UTCDateTime

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "dispute",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("match", sa.String(), nullable=False),
        sa.Column("turn", sa.Integer(), nullable=False),
        sa.Column("player", sa.Integer(), nullable=False),
        sa.Column("letter", sa.Integer(), nullable=True),
        sa.Column("words", sa.String(), nullable=False),
        sa.Column("opened", UTCDateTime(), nullable=False),
        sa.Column("status", sa.String(), nullable=False),
        sa.Column("proposal", sa.String(), nullable=False),
        sa.Column("proposed_at", sa.Integer(), nullable=False),
        sa.Column("ruling", sa.Integer(), nullable=True),
        sa.Column("closed", UTCDateTime(), nullable=True),
        sa.ForeignKeyConstraint(["letter"], ["letter.id"], name="fk_dispute_letter_letter"),
        sa.ForeignKeyConstraint(["match"], ["match.code"], name="fk_dispute_match_match"),
        sa.ForeignKeyConstraint(["player"], ["player.id"], name="fk_dispute_player_player"),
        sa.PrimaryKeyConstraint("id", name="pk_dispute"),
    )
    for column in ("letter", "match", "player", "status"):
        op.create_index(f"ix_dispute_{column}", "dispute", [column])
    with op.batch_alter_table("token") as table:
        table.add_column(sa.Column("case", sa.Integer(), nullable=True))
        table.create_foreign_key("fk_token_case_dispute", "dispute", ["case"], ["id"])


def downgrade() -> None:
    with op.batch_alter_table("token") as table:
        table.drop_constraint("fk_token_case_dispute", type_="foreignkey")
        table.drop_column("case")
    op.drop_table("dispute")
