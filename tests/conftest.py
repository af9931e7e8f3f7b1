"""What all tests share."""

from hypothesis import settings

# No example is too slow: machines are noisy, and time is the benchmarks' business.
settings.register_profile("quepu", deadline=None)
settings.load_profile("quepu")
