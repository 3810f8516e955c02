"""What Alembic runs to take the steps: on the connection that it was handed, in the transaction open there."""

from alembic import context

from processor.store.tables import METADATA

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=METADATA,
    render_as_batch=True,
    transactional_ddl=True,
)
context.run_migrations()
