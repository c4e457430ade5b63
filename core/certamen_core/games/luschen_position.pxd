"""Positions, events and actions of Das Luschenspiel as Python objects and texts, and back."""

from libc.stdint cimport int64_t, uint32_t

from certamen_core.games.luschen cimport Luschen

cdef dict all_fields(const Luschen* s)
cdef dict seen_fields(const Luschen* s, int player)
cdef dict event_dict(int kind, const uint32_t* payload, int n, int player)
cdef int load_position(Luschen* s, object fields, int n) except -1
cdef str text_of_action(uint32_t action)
cdef int64_t action_of_text(str text) except? -2
