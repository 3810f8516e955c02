"""Who has a mail in hand, where a letter lies that was put away, and up to when the post is wanted."""

import sqlalchemy as sa
from alembic import op
from sqlmodel import UTCDateTime

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("draft", sa.Column("taken_by", sa.String(), nullable=True))
    op.add_column("sighting", sa.Column("lies_in", sa.String(), nullable=True))
    op.add_column("mailbox", sa.Column("wanted_until", UTCDateTime(), nullable=True))
    # Letters that were put away before are where those of their status go; a held one may have been confirmed since.
    op.execute(
        "UPDATE sighting SET lies_in = (SELECT CASE WHEN reason = 'confirmed' THEN 'held' ELSE status END"
        " FROM letter WHERE letter.id = sighting.letter) WHERE tidied"
    )
    op.execute(
        "UPDATE sighting SET tidied = false WHERE tidied"
        " AND letter IN (SELECT id FROM letter WHERE reason = 'confirmed')"
    )


def downgrade() -> None:
    op.drop_column("mailbox", "wanted_until")
    op.drop_column("sighting", "lies_in")
    op.drop_column("draft", "taken_by")
