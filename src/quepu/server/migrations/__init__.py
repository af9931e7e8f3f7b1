"""The changes of the database's tables, one file each, for Alembic. ``versions/m0001_first.py`` has revision 0001, and so on.

A new database gets the tables of ``store_tables.py`` at once; one of an earlier version gets the revisions that it lacks. A test checks
that both have the same tables.
"""
