"""Several servers on one PostgreSQL: nodes, the leases by which each thing has one owner, and messages among nodes;
and how requests reach the process that must answer them.

A server alone uses the same classes (``Cluster``, ``Leases``, ``Bus``), which then need no database. No module here imports the rooms or
the store: both import this package.
"""
