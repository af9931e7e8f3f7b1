# The C types of counting.py.

cimport cython

from quepu.kernel cimport bits
from quepu.kernel.chains cimport Chains
from quepu.kernel.facts cimport mask_t
from quepu.kernel.scorer cimport Scorer

cdef int EIGHT_FLOWERS, MOST_FANS, PUNG, RIVALS, SEVEN_PAIRS

cdef class CombinationScorer(Scorer):
    # the fans made of sets come after the others, from here on; each with its sets
    cdef int first_link
    cdef unsigned char[64] sets
    # the chows or pungs that are being combined: numbers, and places in the reading as masks
    cdef unsigned char[4] number, member
    # choices of them, and the fans that each makes, a bit each
    cdef unsigned char[6] choice
    cdef unsigned int[6] makes
    # what two or three sets make, once it has been found: 1 | the fans << 1
    cdef unsigned short[1458] known_pairs
    cdef unsigned short[39366] known_triples

    cdef void find_held(self) noexcept nogil
    cdef void find_wait(self) noexcept nogil
    cdef void find_only_wait(self) noexcept nogil
    cdef void find_held_of_sets(self) noexcept nogil
    @cython.locals(count=int, choices=int, sets=int, place=int)
    cdef void find_combinations(self, int pungs) noexcept nogil
    @cython.locals(made="unsigned int", fan=int)
    cdef void add_combinations(self, int choices, int size, int pungs) noexcept nogil
    @cython.locals(made="unsigned int")
    cdef unsigned int fans_of(self, int sets, int size, int pungs) noexcept nogil
    cdef void find_rivals(self) noexcept nogil
    @cython.locals(links=mask_t)
    cdef void compare_choice(self, mask_t open) noexcept nogil
    cdef int has_cycle(self, mask_t open) noexcept nogil

cdef class SheetScorer(CombinationScorer):
    cdef Chains chains

    cdef int prepare(self) except -1
    cdef void find_held(self) noexcept nogil
    cdef void find_wait(self) noexcept nogil
    cdef int points_of(self, mask_t open) noexcept nogil
    cdef int raised(self, int sum, int percent) noexcept nogil
    cdef int total_points(self) noexcept nogil
    cdef void choose_fans(self) noexcept nogil
    @cython.locals(gone=mask_t)
    cdef mask_t included_fans(self) noexcept nogil
    cdef int included_count(self, int fan) noexcept nogil
    cdef void find_rivals(self) noexcept nogil
    cdef void compare_choice(self, mask_t open) noexcept nogil

cdef class ProductScorer(Scorer):
    # with which the 翻 were found
    cdef int merged, most, second, jumps, concealed

    cdef int prepare(self) except -1
    cdef int points_of(self, mask_t open) noexcept nogil
