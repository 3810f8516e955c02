"""Players who want to write from another address, and which of the two has agreed."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "move",
        sa.Column("player", sa.Integer(), nullable=False),
        sa.Column("address", sa.String(), nullable=False),
        sa.Column("old_agrees", sa.Boolean(), nullable=False),
        sa.Column("new_agrees", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(["player"], ["player.id"], name="fk_move_player_player"),
        sa.PrimaryKeyConstraint("player", name="pk_move"),
    )


def downgrade() -> None:
    op.drop_table("move")
