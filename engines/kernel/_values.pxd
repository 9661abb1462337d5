cimport cython
from cpython.object cimport PyObject_GenericSetAttr as put
