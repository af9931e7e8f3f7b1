"""Metrics of a server for Prometheus: what is counted (``counted.py``), what is looked at when somebody asks (``shown.py``)."""
