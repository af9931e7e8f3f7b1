"""``python -m quepu``."""

import sys

from quepu.cli import main

if __name__ == "__main__":
    sys.exit(main())
