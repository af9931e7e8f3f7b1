"""Several processes that serve one site: who owns what, and how requests reach the owner."""
