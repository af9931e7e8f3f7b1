"""The web server: the HTTP API and the pages. It needs the ``server`` extra; nothing else in the package imports it."""
