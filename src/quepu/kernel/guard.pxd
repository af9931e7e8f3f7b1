# The C types of guard.py.

cdef int NEW, IN_INIT, USABLE, IN_USE

cdef class Guarded:
    cdef int stage

    cdef int start_init(self) except -1
    cdef int finish_init(self) except -1
    cdef int check_usable(self) except -1
    cdef int lock(self) except -1
    cdef int unlock(self) except -1

cdef int check_range(str name, Py_ssize_t value, Py_ssize_t least, Py_ssize_t most) except -1
cdef int check_type(str name, value, type) except -1
cdef int check_length(str name, Py_ssize_t length, Py_ssize_t least) except -1
cdef int check_seat(int seat) except -1
