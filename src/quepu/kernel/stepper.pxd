# The C types of stepper.py.

cimport cython

from quepu.kernel cimport chance, guard, observation
from quepu.kernel.chance cimport Chance
from quepu.kernel.chooser cimport Chooser
from quepu.kernel.facts cimport mask_t
from quepu.kernel.guard cimport Guarded
from quepu.kernel.payments cimport Payments
from quepu.kernel.state cimport State

cdef int MOST_TABLES, NOBODY, NO_SEAT, NO_TILE, OBSERVATION, OUTCOME, OVER, ROW

@cython.final
cdef class Stepper(Guarded):
    cdef State state
    cdef readonly int count
    cdef int tiles, has_round_wind, plays_forced, deals_again
    cdef mask_t seed
    cdef Chance chance
    cdef Payments payments
    # the players of the kernel
    cdef Chooser chooser
    cdef int[4] style
    cdef int plays_all
    cdef unsigned char[408] cells
    # the tables, one after the other as bytes; interpreted, as states
    cdef unsigned char[::1] store
    cdef list tables
    cdef Py_ssize_t extent
    cdef readonly object hands
    cdef unsigned int[::1] hand
    cdef unsigned char[::1] asked
    cdef mask_t[::1] legal
    # the buffers of the caller
    cdef unsigned char[::1] seats, done, observations, outcomes
    cdef mask_t[::1] masks
    cdef int[::1] rewards
    cdef int observes, writes, writes_outcomes

    cpdef write_to(self, unsigned char[::1] seats, mask_t[::1] masks, int[::1] rewards, unsigned char[::1] done, unsigned char[::1] observations=*, unsigned char[::1] outcomes=*)
    cdef int check_writes(self) except -1
    cdef int seat_players(self, tuple players, estimates) except -1
    cdef int start_work(self) except -1
    cdef int end_work(self) except -1
    cpdef begin(self)
    cpdef Py_ssize_t step(self, const unsigned char[::1] actions) except -2
    cpdef State copy_to(self, Py_ssize_t n, State other)
    @cython.locals(seat=int, wrong=int)
    cpdef observe_all(self, const unsigned char[::1] seats, unsigned char[::1] cells)
    cdef Py_ssize_t first_illegal(self, const unsigned char[::1] actions) noexcept nogil
    cdef void clear_results(self, Py_ssize_t n) noexcept nogil
    cdef void load(self, Py_ssize_t n) noexcept nogil
    cdef void save(self, Py_ssize_t n) noexcept nogil
    cdef void deal(self, Py_ssize_t n) noexcept nogil
    cdef void finish(self, Py_ssize_t n) noexcept nogil
    cdef void write_outcome(self, Py_ssize_t n) noexcept nogil
    cdef void advance(self, Py_ssize_t n) noexcept nogil
    cdef void write_results(self, Py_ssize_t n, int seat) noexcept nogil
    cdef void observe(self, Py_ssize_t n, int seat, unsigned char[::1] cells) noexcept nogil
