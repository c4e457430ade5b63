"""Positions, events and actions of Artus as Python objects and texts, and back."""

from libc.stdint cimport int64_t, uint32_t

from certamen_core.games.artus cimport Artus

cdef dict all_fields(const Artus* s)
cdef dict seen_fields(const Artus* s, int player)
cdef dict event_dict(int kind, const uint32_t* payload, int n, int player)
cdef int load_position(Artus* s, object fields, int n) except -1
cdef str text_of_action(uint32_t action)
cdef int64_t action_of_text(str text) except? -2
