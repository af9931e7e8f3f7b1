# The C types of legal_actions.py.

cimport cython

from quepu.kernel cimport bits, guard, row_codec
from quepu.kernel.facts cimport mask_t
from quepu.kernel.position cimport Position

cdef int ACTIONS, ADDED_KONG_OF, CHOW_HIGH, CHOW_LOW, CHOW_MIDDLE, CLAIM_KONG, CLAIM_PUNG, CLAIMING, CONCEALED_KONG_OF
cdef int DECLARE_READY, DECLINE, FOR_KONG, NO_SEAT, OVER, PASS, REPLACE_FLOWER, ROBBING, WIN
cdef int FIRST_TURN, FLOWER_MASK, KNITTED_HONOURS, KNITTED_STRAIGHT, KONG, LAST_COPY, LAST_TILE, NO_TILE, ON_KONG, PUNG, ROW, SELF_DRAWN, SEVEN_PAIRS, STANDARD, THIRTEEN_ORPHANS
cdef mask_t NO_FLOWERS, ONE_TO_SEVEN

@cython.locals(runs=mask_t)
cdef mask_t in_runs(mask_t kinds) noexcept nogil

cdef class LegalActions(Position):
    cpdef int may(self, int seat, int action)
    cpdef object legal(self, int seat)
    cpdef list actions(self, int seat)
    cpdef int first_asked(self)
    cpdef list asked(self)
    cpdef bytes winning_row(self, int seat)
    cpdef list winning_discards(self, int seat)
    cdef void clear_legal(self) noexcept nogil
    cdef void allow(self, int seat, int action) noexcept nogil
    cdef int allows(self, int seat, int action) noexcept nogil
    cdef int next_asked(self) noexcept nogil
    cdef int is_forced(self, int seat) noexcept nogil
    cdef int first_action(self, int seat) noexcept nogil
    cdef int is_asked(self, int seat) noexcept nogil
    cdef void allow_turn(self) noexcept nogil
    @cython.locals(fours=mask_t)
    cdef void allow_kongs(self, int seat) noexcept nogil
    cdef void allow_ready_discards(self) noexcept nogil
    cdef void allow_last_draw(self) noexcept nogil
    cdef void allow_claims(self) noexcept nogil
    @cython.locals(near=mask_t)
    cdef void allow_sets(self, int seat, int is_next) noexcept nogil
    cdef int wins(self, int seat, int tile) noexcept nogil
    @cython.locals(once=mask_t, twice=mask_t, thrice=mask_t, four=mask_t, bit=mask_t, apart=mask_t)
    cdef int may_be_complete(self, int seat, int extra) noexcept nogil
    @cython.locals(drawn=int)
    cdef void write_win(self, int seat, int tile) noexcept nogil
    @cython.locals(flowers=int, left=int)
    cdef int would_win(self, int seat, int tile) noexcept nogil
    cdef int ready_grade(self, int seat) noexcept nogil
    cdef int may_declare(self, int seat) noexcept nogil
    @cython.locals(once=mask_t)
    cdef int is_scattered(self, int seat) noexcept nogil
    cdef int is_ready_without(self, int seat, int kind) noexcept nogil
