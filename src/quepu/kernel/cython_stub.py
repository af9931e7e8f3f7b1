"""What the kernel needs of the ``cython`` module, for machines that do not have it.

The kernel's files are plain Python. Compiled, their C types come from the ``.pxd`` file beside each; interpreted, the only thing
they ask ``cython`` is whether they are compiled, and to let other threads run where they are.
"""

from contextlib import nullcontext

compiled = False
nogil = nullcontext()


def lowest_bit(mask: int) -> int:
    """The number of the lowest bit of a mask that is not empty."""
    return (mask & -mask).bit_length() - 1


def bit_count(mask: int) -> int:
    """How many bits of a mask are set."""
    return mask.bit_count()


def wrapping_sum(a: int, b: int) -> int:
    """The sum in 64 bits: what is beyond them is lost."""
    return a + b & (1 << 64) - 1


def wrapping_product(a: int, b: int) -> int:
    """The product in 64 bits: what is beyond them is lost."""
    return a * b & (1 << 64) - 1
