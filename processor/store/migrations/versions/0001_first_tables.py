"""The first tables."""

import sqlalchemy as sa
from alembic import op
from sqlmodel import UTCDateTime

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "keepsake",
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("value", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("name", name="pk_keepsake"),
    )
    op.create_table(
        "lease",
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("holder", sa.String(), nullable=False),
        sa.Column("until", UTCDateTime(), nullable=False),
        sa.PrimaryKeyConstraint("name", name="pk_lease"),
    )
    op.create_table(
        "mailbox",
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("uidvalidity", sa.BigInteger(), nullable=False),
        sa.Column("last_uid", sa.BigInteger(), nullable=False),
        sa.Column("read_until", UTCDateTime(), nullable=True),
        sa.PrimaryKeyConstraint("name", name="pk_mailbox"),
    )
    op.create_table(
        "match",
        sa.Column("code", sa.String(), nullable=False),
        sa.Column("game", sa.String(), nullable=False),
        sa.Column("title", sa.String(), nullable=False),
        sa.Column("seed", sa.LargeBinary(), nullable=False),
        sa.Column("zone", sa.String(), nullable=False),
        sa.Column("phase", sa.String(), nullable=False),
        sa.Column("turn", sa.Integer(), nullable=False),
        sa.Column("created", UTCDateTime(), nullable=False),
        sa.PrimaryKeyConstraint("code", name="pk_match"),
    )
    op.create_index("ix_match_phase", "match", ["phase"])
    op.create_table(
        "player",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("address", sa.String(), nullable=False),
        sa.Column("canonical", sa.String(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("zone", sa.String(), nullable=False),
        sa.Column("confirmed", sa.Boolean(), nullable=False),
        sa.Column("role", sa.String(), nullable=False),
        sa.Column("bouncing", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_player"),
        sa.UniqueConstraint("canonical", name="uq_player_canonical"),
    )
    op.create_index("ix_player_role", "player", ["role"])
    op.create_table(
        "alarm",
        sa.Column("match", sa.String(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("at", UTCDateTime(), nullable=False),
        sa.ForeignKeyConstraint(["match"], ["match.code"], name="fk_alarm_match_match"),
        sa.PrimaryKeyConstraint("match", "kind", name="pk_alarm"),
    )
    op.create_index("ix_alarm_at", "alarm", ["at"])
    op.create_table(
        "deadline",
        sa.Column("match", sa.String(), nullable=False),
        sa.Column("turn", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("due", UTCDateTime(), nullable=False),
        sa.Column("status", sa.String(), nullable=False),
        sa.Column("reason", sa.String(), nullable=False),
        sa.Column("closed_at", UTCDateTime(), nullable=True),
        sa.ForeignKeyConstraint(["match"], ["match.code"], name="fk_deadline_match_match"),
        sa.PrimaryKeyConstraint("match", "turn", name="pk_deadline"),
    )
    op.create_index("ix_deadline_status_due_match_turn", "deadline", ["status", "due", "match", "turn"])
    op.create_table(
        "letter",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("fingerprint", sa.LargeBinary(), nullable=False),
        sa.Column("mailbox", sa.String(), nullable=False),
        sa.Column("message_id", sa.String(), nullable=False),
        sa.Column("arrived", UTCDateTime(), nullable=False),
        sa.Column("size", sa.BigInteger(), nullable=False),
        sa.Column("truncated", sa.Boolean(), nullable=False),
        sa.Column("status", sa.String(), nullable=False),
        sa.Column("released", sa.Boolean(), nullable=False),
        sa.Column("reason", sa.String(), nullable=False),
        sa.Column("trace", sa.String(), nullable=False),
        sa.Column("sender", sa.String(), nullable=False),
        sa.Column("player", sa.Integer(), nullable=True),
        sa.Column("match", sa.String(), nullable=True),
        sa.ForeignKeyConstraint(["match"], ["match.code"], name="fk_letter_match_match"),
        sa.ForeignKeyConstraint(["player"], ["player.id"], name="fk_letter_player_player"),
        sa.PrimaryKeyConstraint("id", name="pk_letter"),
        sa.UniqueConstraint("fingerprint", name="uq_letter_fingerprint"),
    )
    op.create_index("ix_letter_match", "letter", ["match"])
    op.create_index("ix_letter_message_id", "letter", ["message_id"])
    op.create_index("ix_letter_player", "letter", ["player"])
    op.create_index("ix_letter_sender_arrived", "letter", ["sender", "arrived"])
    op.create_index("ix_letter_status_arrived_id", "letter", ["status", "arrived", "id"])
    op.create_table(
        "seat",
        sa.Column("match", sa.String(), nullable=False),
        sa.Column("seat", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("player", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["match"], ["match.code"], name="fk_seat_match_match"),
        sa.ForeignKeyConstraint(["player"], ["player.id"], name="fk_seat_player_player"),
        sa.PrimaryKeyConstraint("match", "seat", name="pk_seat"),
        sa.UniqueConstraint("match", "player", name="uq_seat_match_player"),
    )
    op.create_index("ix_seat_player", "seat", ["player"])
    op.create_table(
        "draft",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("message_id", sa.String(), nullable=False),
        sa.Column("sender", sa.String(), nullable=False),
        sa.Column("recipient", sa.String(), nullable=False),
        sa.Column("canonical", sa.String(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("due", UTCDateTime(), nullable=False),
        sa.Column("match", sa.String(), nullable=True),
        sa.Column("turn", sa.Integer(), nullable=True),
        sa.Column("player", sa.Integer(), nullable=True),
        sa.Column("letter", sa.Integer(), nullable=True),
        sa.Column("status", sa.String(), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("next_try", UTCDateTime(), nullable=True),
        sa.Column("last_error", sa.String(), nullable=False),
        sa.Column("sent_at", UTCDateTime(), nullable=True),
        sa.ForeignKeyConstraint(["letter"], ["letter.id"], name="fk_draft_letter_letter"),
        sa.ForeignKeyConstraint(["match"], ["match.code"], name="fk_draft_match_match"),
        sa.ForeignKeyConstraint(["player"], ["player.id"], name="fk_draft_player_player"),
        sa.PrimaryKeyConstraint("id", name="pk_draft"),
        sa.UniqueConstraint("message_id", name="uq_draft_message_id"),
    )
    op.create_index("ix_draft_canonical_due", "draft", ["canonical", "due"])
    op.create_index("ix_draft_letter", "draft", ["letter"])
    op.create_index("ix_draft_match_player_id", "draft", ["match", "player", "id"])
    op.create_index("ix_draft_next_try_id", "draft", ["next_try", "id"])
    op.create_index("ix_draft_sent_at", "draft", ["sent_at"])
    op.create_index("ix_draft_status_id", "draft", ["status", "id"])
    op.create_table(
        "journal_entry",
        sa.Column("match", sa.String(), nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("body", sa.String(), nullable=False),
        sa.Column("at", UTCDateTime(), nullable=False),
        sa.Column("by", sa.String(), nullable=False),
        sa.Column("letter", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(["letter"], ["letter.id"], name="fk_journal_entry_letter_letter"),
        sa.ForeignKeyConstraint(["match"], ["match.code"], name="fk_journal_entry_match_match"),
        sa.PrimaryKeyConstraint("match", "number", name="pk_journal_entry"),
    )
    op.create_index("ix_journal_entry_letter", "journal_entry", ["letter"])
    op.create_table(
        "raw_letter",
        sa.Column("letter", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("raw", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(["letter"], ["letter.id"], name="fk_raw_letter_letter_letter"),
        sa.PrimaryKeyConstraint("letter", name="pk_raw_letter"),
    )
    op.create_table(
        "reminder",
        sa.Column("match", sa.String(), nullable=False),
        sa.Column("turn", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("seat", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("distance", sa.Integer(), autoincrement=False, nullable=False),
        sa.ForeignKeyConstraint(
            ["match", "turn"], ["deadline.match", "deadline.turn"], name="fk_reminder_match_turn_deadline"
        ),
        sa.PrimaryKeyConstraint("match", "turn", "seat", "distance", name="pk_reminder"),
    )
    op.create_table(
        "sighting",
        sa.Column("mailbox", sa.String(), nullable=False),
        sa.Column("uidvalidity", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("uid", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("letter", sa.Integer(), nullable=False),
        sa.Column("tidied", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(["letter"], ["letter.id"], name="fk_sighting_letter_letter"),
        sa.PrimaryKeyConstraint("mailbox", "uidvalidity", "uid", name="pk_sighting"),
    )
    op.create_index("ix_sighting_letter", "sighting", ["letter"])
    op.create_index("ix_sighting_mailbox_uidvalidity_tidied", "sighting", ["mailbox", "uidvalidity", "tidied"])
    op.create_table(
        "token",
        sa.Column("token", sa.String(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("player", sa.Integer(), nullable=False),
        sa.Column("match", sa.String(), nullable=True),
        sa.Column("letter", sa.Integer(), nullable=True),
        sa.Column("alive", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(["letter"], ["letter.id"], name="fk_token_letter_letter"),
        sa.ForeignKeyConstraint(["match"], ["match.code"], name="fk_token_match_match"),
        sa.ForeignKeyConstraint(["player"], ["player.id"], name="fk_token_player_player"),
        sa.PrimaryKeyConstraint("token", name="pk_token"),
    )
    op.create_index("ix_token_letter", "token", ["letter"])
    op.create_index("ix_token_player_kind_match", "token", ["player", "kind", "match"])
    op.create_table(
        "raw_draft",
        sa.Column("draft", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("mime", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(["draft"], ["draft.id"], name="fk_raw_draft_draft_draft"),
        sa.PrimaryKeyConstraint("draft", name="pk_raw_draft"),
    )


def downgrade() -> None:
    for table in (
        "raw_draft",
        "token",
        "sighting",
        "reminder",
        "raw_letter",
        "journal_entry",
        "draft",
        "seat",
        "letter",
        "deadline",
        "alarm",
        "player",
        "match",
        "mailbox",
        "lease",
        "keepsake",
    ):
        op.drop_table(table)
