"""What the kernel needs of the ``cython`` module on machines that do not have it.

The kernel's files are plain Python. Compiled, their C types come from the ``.pxd`` file beside each; interpreted, they only ask ``cython``
whether they are compiled, and enter ``nogil``, which then does nothing.

The Cython compiler recognises ``cython`` only where a file imports it itself, so each file that needs it repeats the same four lines.
"""

from contextlib import nullcontext

compiled = False
nogil = nullcontext()
