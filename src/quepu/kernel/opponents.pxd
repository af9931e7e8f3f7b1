# The C types of opponents.py.

cimport cython

from quepu.kernel cimport bits, guard, observation_checks
from quepu.kernel.facts cimport mask_t
from quepu.kernel.guard cimport Guarded

cdef int DISCARDS, DISCARD_COUNT, DISCARD_MARKS, FLOWERS, FROM_HAND, HAND, KONG, MELDS, MELD_COUNT, NO_TILE, PUNG, READY, ROUND, SEAT, SEATS, SEAT_BYTES
cdef int AFTER_LOSS, AFTER_READY, AFTER_WAIT, LOSS_FEATURES, READY_FEATURES, RECENT, WAIT_FEATURES
cdef int DRAGON, MIDDLE, OTHER_WIND, SEAT_WIND, SECOND, TERMINAL, THIRD

@cython.final
cdef class Opponents(Guarded):
    cdef double[::1] weights
    cdef mask_t one
    # what was observed
    cdef int seat, round, discard_count
    cdef int[34] left, held
    cdef int[4][34] thrown
    cdef int[4][4] in_suit, suit_melds
    cdef int[4] counts, changed, runs, recents, last_class, melds, pungs, kongs, scoring, flowers, declared
    cdef mask_t[4] passed
    cdef mask_t recent
    # the estimates
    cdef double[4] chances
    cdef int[8] features

    cdef void load(self, const unsigned char* cells) noexcept nogil
    cdef void clear_seat(self, int seat) noexcept nogil
    cdef void read_discards(self, const unsigned char* cells) noexcept nogil
    cdef void read_melds(self, const unsigned char* cells, int seat) noexcept nogil
    @cython.locals(bit=mask_t)
    cdef void find_passed(self, const unsigned char* cells) noexcept nogil
    cdef int class_of(self, int seat, int kind) noexcept nogil
    cdef void find_ready_features(self, int seat) noexcept nogil
    cdef void find_wait_features(self, int seat, int kind) noexcept nogil
    @cython.locals(below=int, above=int)
    cdef int near_thrown(self, int seat, int kind, int distance) noexcept nogil
    cdef int possible_chows(self, int kind) noexcept nogil
    cdef int meld_suits(self, int seat) noexcept nogil
    cdef void find_loss_features(self, int seat, int kind) noexcept nogil
    cdef double sum_of_weights(self, int count) noexcept nogil
    cdef double chance_of_ready(self, int seat) noexcept nogil
    cdef double chance_of_wait(self, int seat, int kind) noexcept nogil
    @cython.locals(thrown=int, near=int, passed=int, total=double)
    cdef double evidence(self, int seat, int kind) noexcept nogil
    cdef double loss(self, int seat, int kind) noexcept nogil
    cdef double danger(self, int kind) noexcept nogil
    cdef double threat(self) noexcept nogil
    cpdef tuple features_of(self, bytes observation, int seat, int kind)

cdef double logistic(double x) noexcept nogil
