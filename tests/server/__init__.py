"""The server. Its packages are not in the interpreted environment, whose run leaves this folder out (see the Makefile)."""
