# The C types of seat.py.

cimport cython

from quepu.kernel cimport bits, guard, observation_checks
from quepu.kernel.facts cimport mask_t
from quepu.kernel.guard cimport Guarded

cdef int ACTIONS, ADDED_KONG_OF, CHOW_LOW, CLAIMED, CLAIM_PUNG, CONCEALED_KONG_OF, PASS, WIN
cdef int DISCARDS, DISCARD_COUNT, DISCARD_MARKS, FLOWERS, HAND, LEFT, MELDS, MELD_COUNT, OFFERED, READY, ROUND, SEAT, SEATS, SEAT_BYTES
cdef int CONCEALED_KONG, FLOWER, KONG, LAST_READY, NO_TILE, PUNG

cdef class Seat(Guarded):
    cdef mask_t low, high
    cdef int seat, offered, winds, discard_count, meld_count, flowers, ready, tiles_left, memory
    cdef double draws
    cdef int[42] held, seen
    cdef int[34] left
    cdef unsigned char[4] codes

    @cython.final
    cdef int check_observation(self, bytes cells) except -1
    @cython.final
    cdef int check_legal(self) except -1
    @cython.final
    cdef int is_possible(self, int action) noexcept nogil
    @cython.final
    cdef int copies(self, int kind) noexcept nogil
    @cython.final
    cdef int tile_count(self) noexcept nogil
    @cython.final
    cdef void load(self, const unsigned char* cells) noexcept nogil
    @cython.final
    cdef void load_melds(self, const unsigned char* cells, int at, int is_own) noexcept nogil
    @cython.final
    cdef int allows(self, int action) noexcept nogil
    @cython.final
    cdef int pung_of(self, int kind) noexcept nogil
    @cython.final
    cdef int next_declaration(self) noexcept nogil
