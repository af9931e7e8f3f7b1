"""Fuzzers for everything that takes bytes from outside: ``python -m tests.fuzz``. See ``docs/fuzzing.md``.

The runner, the worker and the entries of the library need the standard library only, so that they run on a bare machine with a
sanitized kernel. The entries of the server need the packages of the server.
"""
