from cpython.long cimport PyLong_AsLongAndOverflow
from cpython.unicode cimport PyUnicode_DecodeUTF8

# One call of Python's C API replaces two comparisons of Python integers.
cdef inline int small(object value) except? -1:
    cdef int overflow = 0
    cdef long found = PyLong_AsLongAndOverflow(value, &overflow)
    return <int>found if overflow == 0 and 0 <= found < 1000000000 else -1

cdef inline str decoded(unsigned char[::1] buffer, Py_ssize_t end):
    return PyUnicode_DecodeUTF8(<char*>&buffer[0], end, "surrogatepass")

cdef class JsonTexts:
    cdef object quoted, other
    cdef dict keys
    cdef Py_ssize_t end, room
    cdef unsigned char[::1] buffer
    # Each function returns 0, or -1 for an exception: checking that costs one comparison per call,
    # whereas `except *` would query the interpreter.
    cdef int _write(self, object value, int depth) except -1
    cdef int _object(self, dict value, int depth) except -1
    cdef bytes _key(self, str key)
    cdef inline int _close(self, unsigned char bracket, Py_ssize_t count) except -1
    cdef inline int _comma(self) except -1
    cdef inline int _byte(self, unsigned char code) except -1
    cdef inline int _number(self, object value) except -1
    cdef inline int _string(self, str value) except -1
    cdef int _put_text(self, str text) except -1
    cdef int _put(self, bytes text) except -1
    cdef inline int _reserve(self, Py_ssize_t more) except -1
    cdef int _grow(self, Py_ssize_t more) except -1
