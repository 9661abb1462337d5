cdef class JsonTexts:
    cdef object quoted, other
    cdef dict numbers, keys
    cdef int write(self, list parts, object value, int depth) except -1
    cdef bint has_names(self, dict value) except -1
    cdef int write_object(self, list parts, dict value, int depth) except -1
    cdef str key(self, str key)
