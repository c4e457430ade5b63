"""Positions and events of Lusus Chartarum as Python objects, and positions back into the struct."""

from libc.stdint cimport uint32_t

from certamen_core.games.lusus cimport Lusus

cdef list offer_texts(const Lusus* s)
cdef dict public_fields(const Lusus* s)
cdef dict event_dict(int kind, const uint32_t* payload, int n, int player)
cdef int load_position(Lusus* s, object fields, int n) except -1
