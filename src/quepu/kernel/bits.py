"""Questions about masks, and arithmetic that wraps at 64 bits.

Compiled modules call the processor's own instructions, which ``bits.pxd`` declares; this file is for interpreted ones and is never
compiled.
"""


def lowest_bit(mask: int) -> int:
    """The number of the lowest bit of a mask that is not empty."""
    return (mask & -mask).bit_length() - 1


def bit_count(mask: int) -> int:
    """How many bits of a mask are set."""
    return mask.bit_count()


def wrapping_sum(a: int, b: int) -> int:
    """The sum modulo 2 ** 64."""
    return a + b & (1 << 64) - 1


def wrapping_product(a: int, b: int) -> int:
    """The product modulo 2 ** 64."""
    return a * b & (1 << 64) - 1
