"""Game and State: the Python face of the compiled rules. Games subclass `Game` and fill its table."""

from libc.stdint cimport int64_t, uint32_t

from certamen_core.table cimport EventSink, GameConfig, GameTable, StateHead


cdef class Game:
    cdef GameTable     table
    cdef GameConfig    config
    cdef readonly str  name
    cdef readonly int  num_players
    cdef readonly int  max_legal_actions
    cdef readonly int  max_game_length
    cdef readonly object player_range   # range of the seats that these rules allow
    cdef readonly tuple option_specs   # what each option accepts, see certamen_core.options
    cdef dict          option_values
    cdef tuple         phases          # names; index 0 is "over"
    cdef tuple         fields          # the game's own fields of a position
    cdef bytes         header          # what every serialised state of this game begins with

    # What a subclass provides. `player` is a seat or SPECTATOR_PLAYER.
    cdef dict position_fields(self, const void* state)
    cdef dict view_fields(self, const void* state, int player)
    cdef int load_fields(self, void* state, object fields) except -1
    cdef dict event_fields(self, int kind, const uint32_t* payload, int player)
    cdef str action_text(self, uint32_t action)
    cdef str hidden_action_text(self, uint32_t action, int seat, int player)
    cdef int64_t parse_action(self, str text) except? -2

    # What subclasses may use.
    cdef int finish_setup(self) except -1
    cdef State new_state(self)


cdef class State:
    cdef readonly Game game
    cdef void*         data            # the game's struct; the events' words follow it
    cdef uint32_t      event_count     # words of the last action's events

    cdef StateHead* head(self) noexcept
    cdef uint32_t* event_buffer(self) noexcept
    cdef EventSink sink(self) noexcept
    cdef int owing_seat(self, object player) except? -9
