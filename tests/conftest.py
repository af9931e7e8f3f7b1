"""What all tests share."""

import signal

from hypothesis import settings

# No example is too slow: machines are noisy, and time is the benchmarks' business.
settings.register_profile("quepu", deadline=None)
settings.load_profile("quepu")

# Whatever runs the tests may ignore Ctrl-C, as a shell does for what runs behind it; processes that tests start and interrupt would too.
if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
