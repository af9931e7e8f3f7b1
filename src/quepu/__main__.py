"""``python -m quepu``."""

import sys

from quepu_command import main

if __name__ == "__main__":
    sys.exit(main())
