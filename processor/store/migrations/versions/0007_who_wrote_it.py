"""How sure it is who wrote a letter."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("letter", sa.Column("proof", sa.String(), nullable=False, server_default=""))
    # What was let through has been proved. Of the others that is looked at where it matters.
    op.execute("UPDATE letter SET proof = 'proved' WHERE released OR reason = 'confirmed'")
    op.execute("UPDATE letter SET proof = 'claimed' WHERE reason = 'unproved'")


def downgrade() -> None:
    op.drop_column("letter", "proof")
