"""The entry point of the command ``quepu``. Ctrl-C ends it without a traceback, also while the package is still being imported.

The handler is installed before anything of the package is imported. What comes earlier, the start of the interpreter itself, is out of
reach: Ctrl-C in the first few milliseconds still shows Python's traceback.
"""

from __future__ import annotations

import os
import signal
import sys

TYPE_CHECKING = False  # the typing module would take longer to import than all the rest
if TYPE_CHECKING:
    from types import FrameType

INTERRUPTED = 130


def main() -> int:
    """Run the command; return its exit code."""
    before = signal.getsignal(signal.SIGINT)
    if before is not signal.default_int_handler:  # where interrupts are ignored they stay ignored
        from quepu.cli import main as run

        return run()
    signal.signal(signal.SIGINT, _leave)
    from quepu.cli import main as run

    try:
        signal.signal(signal.SIGINT, before)
        code = run()
        signal.signal(signal.SIGINT, _leave)
    except KeyboardInterrupt:
        return INTERRUPTED
    return code


def _leave(number: int, frame: FrameType | None) -> None:
    """End the process at once: nothing has been done yet, or everything is done, so there is nothing to clean up."""
    os._exit(INTERRUPTED)


if __name__ == "__main__":
    sys.exit(main())
