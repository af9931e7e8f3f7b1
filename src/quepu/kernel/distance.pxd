# The C types of distance.py.

cimport cython

from quepu.kernel cimport bits, guard, row_checks, row_codec
from quepu.kernel.facts cimport mask_t
from quepu.kernel.guard cimport Guarded
from quepu.kernel.suits cimport SuitTables

cdef int KNITTED_HONOURS, KNITTED_STRAIGHT, SEVEN_PAIRS, STANDARD, THIRTEEN_ORPHANS
cdef int AHEAD, AREA, BEHIND, FAR, HONOUR_KINDS, KNOWN_SUITS, NUMBERS, OTHERS, ROW, WIDTH, WITH_ONE
cdef mask_t HONOURS, MIXER

@cython.final
cdef class Distances(Guarded):
    cdef int shapes, four_as_two_pairs, tabled
    cdef const unsigned char[::1] numbers, honours, vectors
    cdef mask_t one, orphans
    cdef mask_t[6] knitted
    # the hand
    cdef unsigned char[34] held, melded
    cdef int melds
    cdef mask_t singly, doubly, full, all_laid
    cdef int[8] index
    cdef int[4] laid
    cdef int[9] power
    # the answer, and what it stands on
    cdef int nearest, of_sets, pairs, singles
    cdef int[6] straights
    cdef mask_t nearer
    cdef unsigned char[352] rows
    # vectors found by walking
    cdef unsigned char[250] now, next
    cdef mask_t[4096] known_keys
    cdef unsigned char[65536] known

    cdef int use_tables(self, SuitTables tables) except -1
    cpdef int missing(self, bytes held, bytes melded, int melds) except -1
    cpdef int missing_from(self, bytes row) except -1
    cpdef tuple useful(self, bytes held, bytes melded, int melds)
    cpdef tuple useful_from(self, bytes row)
    cpdef measure_rows(self, bytes rows, Py_ssize_t first, Py_ssize_t last, signed char[::1] distance, mask_t[::1] useful)
    cdef int check(self, bytes held, bytes melded, int melds) except -1
    cdef Py_ssize_t fill(self, const unsigned char* rows, Py_ssize_t first, Py_ssize_t last, signed char[::1] distance, mask_t[::1] useful) except -2
    cdef void load_counts(self, const unsigned char* held, const unsigned char* melded, int melds) noexcept nogil
    cdef void load_held(self, const unsigned char* held, int melds) noexcept nogil
    cdef void load_row(self, const unsigned char* rows, Py_ssize_t at) noexcept nogil
    @cython.locals(bit=mask_t, held=int, melded=int)
    cdef void survey(self) noexcept nogil
    cdef void find_nearest(self) noexcept nogil
    cdef void find_useful(self) noexcept nogil
    cdef int lacking_pairs(self) noexcept nogil
    @cython.locals(is_first=cython.bint)
    cdef void find_useful_to_pairs(self) noexcept nogil
    cdef int lacking_orphans(self) noexcept nogil
    cdef int lacking_knitted_honours(self, mask_t knitted) noexcept nogil
    cdef int lacking_straight(self, mask_t knitted) noexcept nogil
    cdef int lacking_sets(self, mask_t base, int sets) noexcept nogil
    @cython.locals(more=mask_t)
    cdef void find_useful_to_sets(self, mask_t base, int missing) noexcept nogil
    @cython.locals(least=int, paired=int)
    cdef void combine(self, int a, int b, int to, int sets) noexcept nogil
    cdef void reverse(self, int row, int sets) noexcept nogil
    @cython.locals(least=cython.uchar, both=cython.uchar)
    cdef int least_sum(self, int a, int b) noexcept nogil
    cdef int index_of(self, mask_t kinds, int suit) noexcept nogil
    cdef void find_vector(self, int suit, mask_t base, int n, int to) noexcept nogil
    @cython.locals(tiles=mask_t)
    cpdef bytes suit_costs(self, bytes held)
    cdef void find_costs(self, int suit, mask_t tiles) noexcept nogil
    @cython.locals(key=mask_t, held=int, based=int)
    cdef int cached_vector(self, int suit, mask_t base, int more) noexcept nogil
    cdef void walk(self, mask_t key, int kinds) noexcept nogil
    cdef void step(self, int held, int limit, int chows_may_begin) noexcept nogil
