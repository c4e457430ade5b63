"""Events as words: one header (type in the low byte, number of payload words above), then the payload.

Games emit into a sink of proven size while they apply an action, and turn the words into the events that
one seat may see only when somebody asks. `EVENT_DEAL`, `EVENT_ACTION` and `EVENT_OVER` mean the same in
every game; each game numbers its own types from `EVENT_OWN` on.
"""

from libc.stdint cimport int32_t, uint32_t, uint64_t

from certamen_core.table cimport EventSink

cdef enum:
    EVENT_DEAL = 0
    EVENT_ACTION = 1     # seat, code
    EVENT_OVER = 2       # no payload: scores and placements are the state's
    EVENT_OWN = 16


cdef inline void put_word(EventSink* sink, uint32_t word) noexcept nogil:
    """Append one word to the event begun last."""
    assert sink.count < sink.capacity
    sink.words[sink.count] = word
    sink.count += 1


cdef inline void put_set(EventSink* sink, uint64_t members) noexcept nogil:
    """Append a bit set: two words, low half first."""
    put_word(sink, <uint32_t>members)
    put_word(sink, <uint32_t>(members >> 32))


cdef inline void begin_event(EventSink* sink, uint32_t kind, uint32_t payload_words) noexcept nogil:
    """Start an event; the caller puts exactly `payload_words` words after it."""
    put_word(sink, kind | (payload_words << 8))


cdef inline uint64_t get_set(const uint32_t* words) noexcept nogil:
    """Read back what `put_set` wrote."""
    return words[0] | ((<uint64_t>words[1]) << 32)


cdef inline void put_action(EventSink* sink, int seat, uint32_t code) noexcept nogil:
    """The event that every apply begins with."""
    begin_event(sink, EVENT_ACTION, 2)
    put_word(sink, seat)
    put_word(sink, code)
