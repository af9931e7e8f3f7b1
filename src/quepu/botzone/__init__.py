"""Botzone's text protocol for 国标 (Chinese Standard Mahjong), in both directions: their programs at our tables, our players at theirs.

``docs/bots.md`` describes it. The protocol is https://wiki.botzone.org.cn/index.php?title=Chinese-Standard-Mahjong.
"""

BOOKS = ("guobiao", "guobiao98")
"""The rule books that can be played with it."""
KEEP_RUNNING = ">>>BOTZONE_REQUEST_KEEP_RUNNING<<<"
"""The line with which a program asks to be kept running."""
