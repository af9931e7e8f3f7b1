# The C types of position.py.

cimport cython

from quepu.kernel cimport bits, guard, row_codec
from quepu.kernel.facts cimport mask_t
from quepu.kernel.guard cimport Guarded
from quepu.kernel.scorer cimport Scorer

cdef int CLAIMING, ENTRY, KONG, MOST_DISCARDS, NO_SEAT, NO_TILE, OVER, PUNG, ROBBING

cdef class Position(Guarded):
    # a copy copies everything from here …
    cdef unsigned char[144] wall
    cdef mask_t[4][4] layers
    cdef unsigned char[4][4] melds, meld_tile, meld_from
    cdef unsigned char[4] meld_count, flowers, ready, exchanges, response
    cdef unsigned char[112] discards, discard_marks
    cdef unsigned char[34] seen
    cdef mask_t[4] legal_low, legal_high
    cdef readonly int front, back, discard_count, waiting, points
    cdef readonly int phase, turn, drawn, drawn_for, offered, offerer, winner, loser
    cdef readonly int round, chosen_flowers, kong_after_claim, plays_on, ready_limit, may_decline, eight_flowers, uses_tiles_left, shows_concealed_kongs, holds, refused
    # … to here
    cdef int past_the_end
    cdef mask_t one
    cdef int[34] counts
    cdef unsigned char[24] row
    cdef unsigned char[321] log
    cdef readonly Scorer scorer

    cdef int check_scorer(self) except -1
    cdef void reset(self) noexcept nogil
    cdef void assign(self, Position other) noexcept nogil
    cdef int is_same(self, Position other) noexcept nogil
    cdef Py_ssize_t extent(self) noexcept nogil
    cdef void add_to_log(self, int what, int first, int second, int third, int fourth) noexcept nogil
    @cython.locals(bit=mask_t)
    cdef void add_tile(self, int seat, int kind) noexcept nogil
    @cython.locals(others=mask_t)
    cdef void remove_tile(self, int seat, int kind) noexcept nogil
    cdef void expose_tiles(self, int seat, int kind, int count) noexcept nogil
    cdef void add_meld(self, int seat, int code, int tile, int source) noexcept nogil
    cdef void add_discard(self, int seat, int tile, int marks) noexcept nogil
    cdef int held(self, int seat, int kind) noexcept nogil
    cdef int size(self, int seat) noexcept nogil
    cdef int own_copies(self, int seat, int kind) noexcept nogil
    @cython.locals(flowers=mask_t)
    cdef int lowest_flower(self, int seat) noexcept nogil
    cdef int remaining(self) noexcept nogil
    cdef int is_offer(self) noexcept nogil
    cdef int given_by(self, int seat) noexcept nogil
    cdef void write_tiles(self, int seat, int tile, int is_held) noexcept nogil
    cpdef int left(self)
    cpdef list hand(self, int seat)
    cpdef int hand_size(self, int seat) except -1
    cpdef list melds_of(self, int seat)
    cpdef list discard_list(self)
    cpdef list discards_of(self, int seat)
    cpdef bytes wall_left(self)
    cpdef int flowers_of(self, int seat) except -1
    cpdef int ready_of(self, int seat) except -1
    cpdef list visible(self)
    cpdef list given(self)
    cpdef bytes hidden(self, int seat)
