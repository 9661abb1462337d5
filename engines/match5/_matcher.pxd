cimport cython

from zet.engines.kernel.checks cimport *

@cython.final
cdef class Hits:
    cdef int n
    cdef long long[::1] key
    cdef int[::1] image, base

    cdef int add(self, long long key, int image, int base)

@cython.final
cdef class Matcher:
    cdef readonly int n_patterns, n_live
    cdef int n_emptied, n_nodes, n_entries, n_images, n_pool, root_entry

    # By level, the number of times that patterns were added or removed.
    cdef long long[::1] changes
    # By pattern.
    cdef int[::1] level
    cdef long long[::1] rank
    cdef char[::1] live
    cdef long long[::1] uses
    # By image of a pattern: `pool` has its stones and then its empty fields, as offsets from the top left
    # corner; the focus is the first of the empty fields.
    cdef int[::1] image_pattern, image_symmetry, image_start, image_stones, image_whites, pool
    # The trie: nodes of two stones are found in a table; deeper nodes, by their parent and offset, in a
    # hash table of records: key, masks of empty fields and of stones, node. The filter of a node has a
    # bit for each offset of a child, modulo 64.
    cdef int[::1] root
    cdef char[::1] has_pairs
    cdef int[::1] pair
    cdef unsigned long long[::1] node_filter, node_whites, node_stones
    cdef int[::1] node_entry
    cdef int n_slots
    cdef unsigned long long[::1] slot, entry_whites, entry_stones
    cdef int[::1] entry_image, entry_anchor, entry_next
    # The current board, its stones in ascending order (red's, from 81 on blue's), and the matches on it.
    cdef char[::1] cell
    cdef int[::1] stones
    cdef unsigned long long[::1] bloom, near_bits, walls
    # Masks of the fields around the new stone: fields that are not empty, and fields not of its color.
    cdef unsigned long long taken, lacking
    cdef Hits red_hits, blue_hits

    cdef _add_image(self, int number, int symmetry, list stones, list whites)
    cdef unsigned long long _near(self, list offsets)
    cdef _add_entry(self, int image, int anchor, list others, unsigned long long near_whites)
    cdef inline int _slot(self, unsigned long long key) noexcept
    cdef int _new_node(self, int[::1] table, int at)
    cdef int _append_node(self)
    cdef int _slot_at(self, int parent, int offset)
    cdef _spread_slots(self)
    cdef clear(self, char[::1] cell, int[::1] stones)
    cdef int put(self, int at, int first, int n_stones, int n_others)
    cdef inline bint _may_match(self, int node) noexcept
    cdef int _walk(self, int at, int first, int index, int end, int parent)
    cdef int _collect(self, int at, int entry)
    cdef bint is_open(self, int image, int base) noexcept
    cdef int first_hit(self, int color) noexcept
