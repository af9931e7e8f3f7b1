"""The hot code. Plain Python files, compiled by Cython where there is a compiler: see ``docs/architecture.md``."""
