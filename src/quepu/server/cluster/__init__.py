"""Several servers on one PostgreSQL: nodes, the leases by which each thing has one owner, and messages among nodes;
and how requests reach the process that must answer them.

A server alone uses ``Cluster``, ``Leases`` and ``Bus``, which need no database; ``Nodes``, ``NodeLeases`` and ``NodeBus`` are the same for
a node. No module here imports the rooms or the store: both import this package.
"""
