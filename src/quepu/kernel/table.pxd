# The C types of table.py.

cimport cython

from quepu.kernel.position cimport Position

cdef int ACTIONS, ADDED_KONG_OF, CHOW_LOW, CLAIM_KONG, CLAIM_PUNG, CLAIMED, CLAIMING, CONCEALED_KONG_OF, DECLARE_READY, DECLINE
cdef int FOR_FLOWER, FOR_KONG, FROM_HAND, LAST_DRAW, NO_SEAT, ORDINARY, OVER, READYING, REPLACE_FLOWER, ROBBING, TURN, WIN
cdef int OF_PASS, OF_CHOW, OF_PUNG, OF_WIN
cdef int CONCEALED_KONG, KONG, NO_TILE, PUNG, ROW

@cython.auto_pickle(False)
cdef class State(Position):
    cdef dict rules
    cdef public object listener

    cpdef State copy(self)
    cdef int attempt(self, int seat, int action, int from_hand) except -1
    cdef int has_another(self, int seat, int action) noexcept
    cdef void replace_dealt_flowers(self) except *
    cdef void take(self, int seat, int why) except *
    cdef void give(self, int seat, int why) except *
    cdef void draw(self) except *
    cdef void lay_flower(self, int seat, int tile) except *
    cdef void replace_flower(self) except *
    cdef void declare_ready(self) except *
    cdef void discard(self, int tile, int from_hand) except *
    cdef void offer(self, int tile, int phase) except *
    cpdef int is_held(self) noexcept
    cdef void go_on(self) except *
    cdef void make_concealed_kong(self, int kind) except *
    cdef void add_to_pung(self, int kind) except *
    cdef void finish_added_kong(self) except *
    cdef void add_meld(self, int seat, int code, int tile, int source) noexcept
    cdef void answer(self, int seat, int action) except *
    cdef void resolve(self) except *
    cdef void claim(self, int seat, int action) except *
    cdef void lay_open(self, int seat, int kind, int count) noexcept
    cdef void win(self, int seat, int source) except *
    cdef void win_by_flowers(self, int seat) except *
    cdef void exhaust(self, int declined) except *
    cdef void end(self, int winner, int loser) noexcept
    cpdef long long lines(self, int depth) except -1
    cpdef list accepted(self, int seat, State scratch)
