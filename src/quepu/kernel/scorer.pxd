# The C types of scorer.py.

cimport cython

from quepu.kernel.arrange cimport Arrangements
from quepu.kernel.chains cimport Chains
from quepu.kernel.facts cimport Facts, mask_t

ctypedef int (*predicate_t)(Facts, int) noexcept nogil

cdef int EIGHT_FLOWERS, MOST_FANS, PUNG, RIVALS, ROW, SEVEN_PAIRS, TAKES_ALL
cdef int WORDS, NEEDS_BYTES
cdef unsigned char[11] CHOICE
cdef unsigned char[6] CHOICES

@cython.final
cdef class Table:
    cdef readonly int size, shapes, four_as_two_pairs, minimum, flower_points, nothing, fifth_tile_waits, plain_count, combination_count, outside_count, words
    cdef predicate_t[192] predicates
    cdef mask_t[192] needs
    cdef int[192] fu, fan, grade, percent, outside
    cdef unsigned char[192] category, merged, order, contested, combinations, outsiders
    cdef unsigned char[11] first_combination
    cdef unsigned char[36864] rivals
    cdef mask_t[5376] askable
    cdef mask_t[576] against
    cdef mask_t one

    @cython.locals(needing=mask_t[8], every=mask_t)
    cdef void find_askable(self, int byte, int word) noexcept
    cdef int ask(self, int i, Facts f) noexcept nogil

cdef class Scoring:
    cdef readonly Table table
    cdef readonly Facts facts
    cdef readonly Arrangements arrangements
    cdef mask_t one
    # the reading being judged
    cdef int held_count
    cdef unsigned char[64] held, times
    cdef mask_t[64] rivals
    cdef mask_t[3] before
    cdef mask_t eligible, counted
    cdef readonly int points, fu, fan
    cdef unsigned char[192] counts
    # the best reading
    cdef unsigned char[192] best_counts
    cdef readonly int best_points, best_fu, best_fan, best_reading

    @cython.locals(sum=int)
    cdef int worth(self, mask_t open) noexcept nogil
    @cython.final
    cdef void judge(self) noexcept nogil
    @cython.locals(open=mask_t)
    cdef void ask_fans(self) noexcept nogil
    cdef void look_at_wait(self) noexcept nogil
    @cython.final
    cdef void hold(self, int i, int times) noexcept nogil
    cdef void settle(self) noexcept nogil
    cdef void find_rivals(self) noexcept nogil
    cdef void run_to(self, const unsigned char* rows, Py_ssize_t count, int stage) noexcept nogil
    @cython.locals(left=mask_t)
    cdef void choose(self, mask_t open) noexcept nogil
    @cython.final
    cdef void take_or_leave(self, int a, mask_t open) noexcept nogil
    @cython.final
    cdef void consider(self, mask_t open) noexcept nogil
    cpdef int score(self, bytes rows, Py_ssize_t at)
    @cython.final
    cdef int score_row(self, const unsigned char* rows, Py_ssize_t at) noexcept nogil
    @cython.final
    cdef int score_readings(self) noexcept nogil
    @cython.final
    cdef void try_reading(self, int reading) noexcept nogil
    @cython.final
    cdef void take(self, int reading) noexcept nogil
    cdef int total(self) noexcept nogil
    @cython.final
    cdef int best_outside(self) noexcept nogil
    cpdef score_rows(self, bytes rows, Py_ssize_t first, Py_ssize_t last, int[::1] points, int[::1] base, int[::1] fu, int[::1] fan,
                     unsigned char[::1] win, unsigned char[::1] legal, unsigned char[::1] fans)
    @cython.final
    cdef void fill(self, const unsigned char* rows, Py_ssize_t first, Py_ssize_t last, int[::1] points, int[::1] base, int[::1] fu,
                   int[::1] fan, unsigned char[::1] win, unsigned char[::1] legal, unsigned char[::1] fans) noexcept
    @cython.locals(pairs=cython.uchar[384], end=int)
    cpdef tuple result(self)
    cpdef int ask_part(self, int i, int shape, sets, mask_t concealed, int claimed, pairs)

cdef class CombinationScoring(Scoring):
    cdef unsigned char[64] sets
    # of each choice of sets: the fans it makes, a bit each
    cdef unsigned int[16] makes
    # what two or three sets make, once it has been asked: 1 | the fans << 1
    cdef unsigned short[1458] known_pairs
    cdef unsigned short[39366] known_triples

    cdef void ask_fans(self) noexcept nogil
    cdef void look_at_wait(self) noexcept nogil
    @cython.final
    cdef void find_only_wait(self) noexcept nogil
    cdef void ask_about_sets(self) noexcept nogil
    @cython.locals(made="unsigned int", sets=int, fan=int)
    @cython.final
    cdef void find_combinations(self, int pungs) noexcept nogil
    @cython.locals(known="unsigned int")
    @cython.final
    cdef unsigned int made_of(self, int sets, int size, int pungs) noexcept nogil
    @cython.locals(made="unsigned int")
    @cython.final
    cdef unsigned int ask_of(self, int sets, int size, int pungs) noexcept nogil
    cdef void find_rivals(self) noexcept nogil
    @cython.locals(left=mask_t)
    cdef void choose(self, mask_t open) noexcept nogil
    @cython.final
    cdef int has_circle(self, mask_t open) noexcept nogil

cdef class SheetScoring(CombinationScoring):
    cdef readonly Chains chains

    cdef void ask_fans(self) noexcept nogil
    cdef void look_at_wait(self) noexcept nogil
    cdef int worth(self, mask_t open) noexcept nogil
    @cython.final
    cdef int raised(self, int sum, int percent) noexcept nogil
    cdef int total(self) noexcept nogil
    cdef void settle(self) noexcept nogil
    @cython.locals(gone=mask_t)
    cdef mask_t included(self) noexcept nogil
    @cython.final
    cdef int taken_from(self, int fan) noexcept nogil
    cdef void find_rivals(self) noexcept nogil
    @cython.locals(left=mask_t)
    cdef void choose(self, mask_t open) noexcept nogil

cdef class ProductScoring(Scoring):
    cdef int worth(self, mask_t open) noexcept nogil
