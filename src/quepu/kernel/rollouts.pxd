# The C types of rollouts.py.

cimport cython

from quepu.kernel cimport bits, guard, observation
from quepu.kernel.chooser cimport Chooser
from quepu.kernel.facts cimport mask_t
from quepu.kernel.guard cimport Guarded
from quepu.kernel.hidden_tiles cimport HiddenTiles
from quepu.kernel.payments cimport Payments
from quepu.kernel.state cimport State

cdef int ACTIONS, DEALT_IN, MOST_DISCARDS, MOST_SAMPLES, NOTHING, NO_SEAT, TURN, WON
cdef double NOT_WEIGHED

@cython.final
cdef class Rollouts(Guarded):
    cdef HiddenTiles hidden
    cdef State played
    cdef Payments payments
    cdef Chooser chooser
    cdef int style_count
    cdef unsigned char[120] actions
    # the order in which each seat draws the tiles of the wall, by their numbers; where they are; how many each seat has tried
    cdef int[4][144] order
    cdef int[144] tile_at, place_of
    cdef int[4] drawn
    cdef unsigned char[408] cells

    @cython.locals(count=Py_ssize_t, n=Py_ssize_t, i=Py_ssize_t)
    cpdef play(self, bytes observation, const unsigned char[::1] actions, mask_t seed, mask_t first, Py_ssize_t samples, double[::1] points, unsigned char[::1] ends, int style=*, int horizon=*, int judge=*)
    cpdef State sample(self, bytes observation, mask_t seed, mask_t number, int style=*)
    @cython.locals(chosen=int)
    cpdef tuple weigh(self, bytes observation, int style=*)
    cdef int check_style(self, int style) except -1
    @cython.locals(other=int)
    cdef void order_draws(self) noexcept nogil
    cdef void begin_draws(self) noexcept nogil
    @cython.locals(front=int, i=int, number=int, place=int, tile=int, first=int)
    cdef void prepare_draw(self, int seat) noexcept nogil
    @cython.locals(seat=int, last=int)
    cdef double play_after(self, int action, int style, int horizon, int judge) noexcept nogil
    @cython.locals(gain=double, total=double)
    cdef double expected(self, int judge) noexcept nogil
    cdef double settled(self) noexcept nogil
    cdef int end(self) noexcept nogil
