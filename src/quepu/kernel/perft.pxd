# The C types of perft.py.

cimport cython

from quepu.kernel cimport guard
from quepu.kernel.state cimport State

cdef int ACTIONS, MOST_DEPTH, NO_SEAT

cpdef Py_ssize_t lines(State state, int depth) except -1
@cython.locals(child=State, seat=int)
cdef Py_ssize_t count_lines(State state, int depth) except -1
cpdef list accepted(State state, int seat, State scratch)
