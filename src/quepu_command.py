"""What the command ``quepu`` starts with, before the package is there: Ctrl-C ends it without a word, from its first moment on."""

import os
import signal
import sys
from types import FrameType

INTERRUPTED = 130


def main() -> int:
    """Run the command; its exit code."""
    was = signal.getsignal(signal.SIGINT)
    if was is not signal.default_int_handler:  # where interrupts are ignored they stay so
        from quepu.cli import main as run

        return run()
    signal.signal(signal.SIGINT, _leave)
    from quepu.cli import main as run

    try:
        signal.signal(signal.SIGINT, was)
        code = run()
        signal.signal(signal.SIGINT, _leave)
    except KeyboardInterrupt:
        return INTERRUPTED
    return code


def _leave(number: int, frame: FrameType | None) -> None:
    """Nothing has been done yet, or all is done, so nothing is to be tidied up."""
    os._exit(INTERRUPTED)


if __name__ == "__main__":
    sys.exit(main())
