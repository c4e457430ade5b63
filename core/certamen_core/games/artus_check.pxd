"""Artus: checking what comes from outside."""

from certamen_core.table cimport GameConfig


cdef const char* check_artus(const void* state, const GameConfig* config) noexcept nogil
