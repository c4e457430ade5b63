"""Game and State: the Python face of the compiled rules.

A `Game` is immutable: rules with their options. A `State` is one position that play moves forward. Both are
the same for every game; what differs comes from the game's table of C functions and a few methods that turn
its struct into Python objects and back.
"""

cimport cython
from cpython.list cimport PyList_New, PyList_SET_ITEM
from cpython.long cimport PyLong_FromUnsignedLong
from cpython.mem cimport PyMem_Free, PyMem_Malloc
from cpython.ref cimport Py_INCREF
from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t
from libc.string cimport memcmp, memcpy, memset

from certamen_core.bits cimport lowest32
from certamen_core.events cimport EVENT_ACTION, EVENT_OVER
from certamen_core.table cimport (
    MAX_LEGAL,
    MAX_OPTIONS,
    MAX_SEATS,
    PHASE_OVER,
    SPECTATOR_PLAYER,
    TERMINAL_PLAYER,
    EventSink,
    GameConfig,
    StateHead,
)

import struct
from operator import index

from certamen_core.dealing import seed_bytes
from certamen_core.errors import IllegalAction, InvalidPosition, InvalidState, NotTerminal
from certamen_core.positions import Fields, identical

__all__ = ["SPECTATOR", "TERMINAL", "Game", "State"]

TERMINAL = TERMINAL_PLAYER
SPECTATOR = SPECTATOR_PLAYER

MAGIC = b"CRTM"
FORMAT_VERSION = 1


cdef class Game:
    """The rules of one game with its options in force; immutable. Made by `load_game`.

    Attributes:
        name: id of the game.
        num_players: number of seats.
        player_range: the numbers of seats that the game allows, whatever the options.
        option_specs: an `OptionSpec` for every option but the seats: what it accepts with these seats and the
            other options of this game. Options come after those on which they depend.
        max_legal_actions: no seat ever has more legal actions at one decision (derived in the game's module).
        max_game_length: no game from its start has more decisions (derived in the game's module).
    """

    def __init__(self) -> None:
        raise TypeError("games are made by load_game")

    cdef int finish_setup(self) except -1:
        """Check the subclass's table and build the header of serialised states."""
        cdef int i
        if self.max_legal_actions > MAX_LEGAL:
            raise AssertionError(f"{self.name}: {self.max_legal_actions} legal actions exceed the buffers")
        name = self.name.encode()
        options = [self.config.options[i] for i in range(MAX_OPTIONS)]
        self.header = (
            MAGIC
            + struct.pack("<HB", FORMAT_VERSION, len(name))
            + name
            + struct.pack(f"<B{MAX_OPTIONS}iI", self.num_players, *options, self.table.wire_size)
        )
        return 0

    @property
    def options(self) -> dict:
        """Every option with its value in force (a copy)."""
        return dict(self.option_values)

    cdef State new_state(self):
        """A state of zero bytes."""
        if self.header is None:
            raise TypeError("games are made by load_game")
        cdef State state = State.__new__(State, self)
        memset(state.data, 0, self.table.state_size)
        return state

    def new_initial_state(self, seed) -> State:
        """Return the state after the first deal.

        Args:
            seed: int in 0 … 2^256 - 1, 32 bytes, or 64 hex digits; it decides all chance of the game.

        Raises:
            ValueError: the seed is none of these.
        """
        cdef bytes key = seed_bytes(seed)
        cdef State state = self.new_state()
        cdef EventSink sink = state.sink()
        memcpy(state.head().seed, <const char*>key, 32)
        self.table.start(state.data, &self.config, &sink)
        state.event_count = sink.count
        return state

    def state_from_position(self, position) -> State:
        """Return the state that a position (a JSON object, see the rules pages) describes.

        Raises:
            InvalidPosition: the position is of another game or breaks a rule of its page; `field` says where.
        """
        cdef State state = self.new_state()
        cdef StateHead* head = state.head()
        cdef const char* broken
        cdef bytes key
        fields = Fields(position, self.fields)
        if fields["game"] != self.name:
            raise InvalidPosition("game", f"must be {self.name!r}, not {fields['game']!r}")
        if fields.integer("players", 0, 255) != self.num_players:
            raise InvalidPosition("players", f"must be {self.num_players}, not {fields['players']}")
        options = fields["options"]
        if not identical(options, self.option_values):
            raise InvalidPosition("options", f"must be {self.option_values}, not {options!r}")
        if not isinstance(fields["seed"], str):
            raise InvalidPosition("seed", "must be 64 hex digits")
        try:
            key = seed_bytes(fields["seed"])
        except ValueError as error:
            raise InvalidPosition("seed", "must be 64 hex digits") from error
        memcpy(head.seed, <const char*>key, 32)
        head.players = self.num_players
        head.deal = fields.integer("deal", 0, 2**32 - 1)
        head.draws = fields.integer("draws", 0, 2**32 - 1)
        head.phase = fields.choice("phase", self.phases)
        seats = [fields.integer_in("to_act", seat, 0, self.num_players - 1) for seat in fields.array("to_act")]
        if seats != sorted(set(seats)):
            raise InvalidPosition("to_act", "must be ascending seats")
        for seat in seats:
            head.acting |= 1u << <uint32_t>seat
        self.load_fields(state.data, fields)
        broken = self.table.check(state.data, &self.config)
        if broken != NULL:
            raise InvalidPosition(*broken.decode().split(": ", 1))
        if self.table.derive != NULL:
            self.table.derive(state.data)
        if not identical(fields["result"], result_of(state)):
            raise InvalidPosition("result", f"must be {result_of(state)}, not {fields['result']!r}")
        return state

    def deserialize(self, data) -> State:
        """Return the state that `State.serialize` wrote.

        Raises:
            InvalidState: the bytes are not a state of this game, with these seats and options.
        """
        cdef State state = self.new_state()
        cdef const char* broken
        cdef bytes content
        if not isinstance(data, (bytes, bytearray, memoryview)):
            raise InvalidState("data", f"must be bytes, not {type(data).__name__}")
        content = bytes(data)
        if content[: len(self.header)] != self.header:
            raise header_error(self, content)
        if len(content) != len(self.header) + self.table.wire_size:
            raise InvalidState("length", f"must be {len(self.header) + self.table.wire_size} bytes, not {len(content)}")
        memcpy(state.data, <const char*>content + len(self.header), self.table.wire_size)
        broken = self.table.check(state.data, &self.config)
        if broken != NULL:
            raise InvalidState(*broken.decode().split(": ", 1))
        if self.table.derive != NULL:
            self.table.derive(state.data)
        return state

    def action_to_string(self, action) -> str:
        """Return the canonical text of an action code.

        Raises:
            IllegalAction: `MALFORMED`, the code does not follow the game's action layout.
        """
        cdef uint32_t code = 0
        if not read_code(action, &code) or not self.table.well_formed(code):
            raise malformed(self, action)
        return self.action_text(code)

    def string_to_action(self, text) -> int:
        """Return the code of an action's canonical text; whether it is legal somewhere is not looked at.

        Raises:
            IllegalAction: `MALFORMED`, no action of this game is written so.
        """
        cdef int64_t code
        if not isinstance(text, str):
            raise malformed(self, text)
        code = self.parse_action(text)
        if code < 0 or not self.table.well_formed(<uint32_t>code) or self.action_text(<uint32_t>code) != text:
            raise malformed(self, text)
        return code

    def __reduce__(self):
        from certamen_core.registry import load_game_from

        return load_game_from, (self.name, self.num_players, self.option_values)

    def __eq__(self, other):
        if not isinstance(other, Game):
            return NotImplemented
        return self.header == (<Game>other).header

    def __hash__(self):
        return hash(self.header)

    def __repr__(self):
        options = "".join(f", {name}={value!r}" for name, value in self.option_values.items())
        return f"load_game({self.name!r}, players={self.num_players}{options})"

    cdef dict position_fields(self, const void* state):
        """The game's own fields of the position."""
        raise NotImplementedError

    cdef dict view_fields(self, const void* state, int player):
        """The game's own fields of a view, built from what the player may see."""
        raise NotImplementedError

    cdef int load_fields(self, void* state, object fields) except -1:
        """Fill the struct from a position's own fields; types and shapes only, `check` does the rest."""
        raise NotImplementedError

    cdef dict event_fields(self, int kind, const uint32_t* payload, int player):
        """One event as the player sees it, with its type; not asked for EVENT_ACTION and EVENT_OVER."""
        raise NotImplementedError

    cdef str action_text(self, uint32_t action):
        """The canonical text of a well-formed code."""
        raise NotImplementedError

    cdef str hidden_action_text(self, uint32_t action, int seat, int player):
        """The text of an action that `seat` took, as `player` sees it."""
        return self.action_text(action)

    cdef int64_t parse_action(self, str text) except? -2:
        """The code of a text, or -1; non-canonical spellings need not be refused here."""
        raise NotImplementedError


@cython.final
@cython.freelist(64)
cdef class State:
    """One position of a game, moved forward by `apply_action`."""

    def __cinit__(self, Game game not None):
        self.game = game
        self.data = PyMem_Malloc(event_offset(game) + game.table.event_words * sizeof(uint32_t))
        if self.data == NULL:
            raise MemoryError
        self.event_count = 0

    def __init__(self, game) -> None:
        raise TypeError("states are made by their game: new_initial_state, state_from_position, deserialize")

    def __dealloc__(self):
        PyMem_Free(self.data)

    cdef StateHead* head(self) noexcept:
        return <StateHead*>self.data

    cdef uint32_t* event_buffer(self) noexcept:
        return <uint32_t*>(<char*>self.data + event_offset(self.game))

    cdef EventSink sink(self) noexcept:
        cdef EventSink sink
        sink.count = 0
        sink.capacity = self.game.table.event_words
        sink.words = self.event_buffer()
        return sink

    cdef int owing_seat(self, object player) except? -9:
        """The seat that is meant, if it owes a decision, else -1; raises for a seat that is not there."""
        cdef StateHead* head = self.head()
        cdef int seat
        if player is None:
            return lowest32(head.acting) if head.acting else -1
        seat = seat_number(self.game, player)
        return seat if head.acting >> seat & 1 else -1

    def acting_players(self) -> list:
        """Return the seats that owe a decision, ascending; [] when over."""
        cdef uint32_t acting = self.head().acting
        cdef int seat
        return [seat for seat in range(self.game.num_players) if acting >> seat & 1]

    def current_player(self) -> int:
        """Return the lowest seat that owes a decision; `TERMINAL` when over."""
        cdef uint32_t acting = self.head().acting
        return lowest32(acting) if acting else TERMINAL_PLAYER

    def is_terminal(self) -> bool:
        """Return whether the game is over."""
        return self.head().acting == 0

    def legal_actions(self, player=None) -> list:
        """Return the ascending codes of a seat's legal actions; [] for a seat that owes nothing.

        Args:
            player: a seat; default `current_player()`.

        Raises:
            ValueError: there is no such seat.
        """
        cdef uint32_t[MAX_LEGAL] codes
        cdef int seat = self.owing_seat(player)
        cdef int i, n
        cdef list actions
        cdef object code
        if seat < 0:
            return []
        n = self.game.table.legal(self.data, seat, codes)
        assert 0 < n <= self.game.max_legal_actions
        actions = PyList_New(n)
        for i in range(n):
            code = PyLong_FromUnsignedLong(codes[i])
            Py_INCREF(code)
            PyList_SET_ITEM(actions, i, code)
        return actions

    def is_legal(self, action, player=None) -> bool:
        """Return whether a seat may take an action now; decided from the rules, not from the list.

        Raises:
            ValueError: there is no such seat.
        """
        cdef uint32_t code = 0
        cdef int seat = self.owing_seat(player)
        return seat >= 0 and read_code(action, &code) and self.game.table.is_legal(self.data, seat, code)

    def apply_action(self, action, player=None) -> None:
        """Take an action; on error the state is unchanged.

        Args:
            action: a code.
            player: the seat that acts; default `current_player()`.

        Raises:
            IllegalAction: with the reason.
        """
        cdef uint32_t code = 0
        cdef StateHead* head = self.head()
        cdef EventSink sink
        cdef int seat
        if head.acting == 0:
            raise IllegalAction("GAME_OVER", "the game is over")
        try:
            seat = self.owing_seat(player)
        except ValueError as error:
            raise IllegalAction("NOT_YOUR_TURN", str(error)) from None
        if seat < 0:
            raise IllegalAction("NOT_YOUR_TURN", f"seat {player} owes no decision; to act: {self.acting_players()}")
        if not read_code(action, &code):
            raise malformed(self.game, action)
        if not self.game.table.is_legal(self.data, seat, code):
            if not self.game.table.well_formed(code):
                raise malformed(self.game, action)
            raise IllegalAction("NOT_LEGAL", f"seat {seat} may not {self.game.action_text(code)!r} now")
        sink = self.sink()
        self.game.table.apply(self.data, seat, code, &sink)
        self.event_count = sink.count

    def action_to_string(self, action, player=None) -> str:
        """Return the canonical text of an action; see `Game.action_to_string`."""
        if player is not None:
            seat_number(self.game, player)
        return self.game.action_to_string(action)

    def string_to_action(self, text, player=None) -> int:
        """Return the code of an action's text, legal or not; see `Game.string_to_action`."""
        if player is not None:
            seat_number(self.game, player)
        return self.game.string_to_action(text)

    def scores(self) -> list:
        """Return the game's own points by seat.

        Raises:
            NotTerminal: the game is not over.
        """
        return final_result(self)["scores"]

    def placements(self) -> list:
        """Return each seat's place, 1 for the best; ties share the better place.

        Raises:
            NotTerminal: the game is not over.
        """
        return final_result(self)["placements"]

    def returns(self) -> list:
        """Return for each seat the mean over the others of +1 / 0 / -1 for a worse / equal / better place.

        Raises:
            NotTerminal: the game is not over.
        """
        places = self.placements()
        others = len(places) - 1
        return [sum((other > own) - (other < own) for other in places) / others for own in places]

    def parties(self) -> list:
        """Return the party of each seat; the seats themselves where the game has none."""
        cdef uint8_t[MAX_SEATS] parties
        cdef int seat
        self.game.table.parties(self.data, parties)
        return [parties[seat] for seat in range(self.game.num_players)]

    def position(self) -> dict:
        """Return the whole position as the rules page describes it."""
        cdef StateHead* head = self.head()
        position = public_head(self)
        position["seed"] = (<const char*>head.seed)[:32].hex()
        position["draws"] = head.draws
        position.update(self.game.position_fields(self.data))
        return position

    def view(self, player) -> dict:
        """Return what a seat, or `SPECTATOR`, may see, as the rules page describes it.

        Raises:
            ValueError: there is no such seat.
        """
        cdef int seat = viewer_number(self.game, player)
        view = public_head(self)
        view["seed"] = None
        view["draws"] = None
        view.update(self.game.view_fields(self.data, seat))
        return view

    def events(self, player) -> list:
        """Return the events of the last action as a seat, or `SPECTATOR`, saw them.

        After `new_initial_state` they are those of the first deal; a state made from a position or from
        bytes has none.

        Raises:
            ValueError: there is no such seat.
        """
        cdef int seat = viewer_number(self.game, player)
        cdef const uint32_t* words = self.event_buffer()
        cdef uint32_t at = 0
        cdef int kind
        cdef list events = []
        while at < self.event_count:
            kind = words[at] & 255
            if kind == EVENT_ACTION:
                text = self.game.hidden_action_text(words[at + 2], words[at + 1], seat)
                events.append({"type": "action", "seat": words[at + 1], "action": text})
            elif kind == EVENT_OVER:
                events.append({"type": "over", **result_of(self)})
            else:
                events.append(self.game.event_fields(kind, words + at + 1, seat))
            at += 1 + (words[at] >> 8)
        return events

    def clone(self) -> State:
        """Return an independent copy, events included."""
        cdef State copy = State.__new__(State, self.game)
        memcpy(copy.data, self.data, self.game.table.state_size)
        memcpy(copy.event_buffer(), self.event_buffer(), self.event_count * sizeof(uint32_t))
        copy.event_count = self.event_count
        return copy

    def serialize(self) -> bytes:
        """Return the position as bytes, the same on every machine; `Game.deserialize` reads them."""
        return self.game.header + (<const char*>self.data)[: self.game.table.wire_size]

    def __reduce__(self):
        return restore_state, (self.game, self.serialize())

    def __copy__(self):
        return self.clone()

    def __deepcopy__(self, memo):
        return self.clone()

    def __eq__(self, other):
        cdef State that
        if not isinstance(other, State):
            return NotImplemented
        that = other
        return self.game == that.game and memcmp(self.data, that.data, self.game.table.wire_size) == 0

    def __hash__(self):
        return hash((<const char*>self.data)[: self.game.table.wire_size])

    def __repr__(self):
        return f"<State of {self.game!r}, phase {self.game.phases[self.head().phase]}, to act {self.acting_players()}>"


def restore_state(Game game, bytes data) -> State:
    """Rebuild a pickled state."""
    return game.deserialize(data)


cdef inline uint32_t event_offset(Game game) noexcept:
    """Bytes before the events' words: the struct, rounded up to a multiple of eight."""
    return (game.table.state_size + 7) & ~<uint32_t>7


cdef int seat_number(Game game, object player) except -1:
    """Check a seat given by a caller."""
    cdef long seat
    if type(player) is int:
        seat = -1
        if 0 <= player < game.num_players:
            seat = player
        if seat >= 0:
            return seat
    else:
        try:
            if not isinstance(player, bool):
                return seat_number(game, index(player))
        except TypeError:
            pass
    raise ValueError(f"player must be a seat in 0 … {game.num_players - 1}, not {player!r}")


cdef int viewer_number(Game game, object player) except? -9:
    """Check a seat or SPECTATOR given by a caller."""
    if type(player) is int and player == SPECTATOR_PLAYER:
        return SPECTATOR_PLAYER
    try:
        return seat_number(game, player)
    except ValueError:
        message = f"player must be a seat in 0 … {game.num_players - 1} or SPECTATOR, not {player!r}"
        raise ValueError(message) from None


cdef bint read_code(object action, uint32_t* code) except -1:
    """Read a caller's action code; 0 if it is no number of 32 bits."""
    cdef object number = action
    if type(action) is not int:
        if isinstance(action, bool):
            return 0
        try:
            number = index(action)
        except TypeError:
            return 0
    if not 0 <= number <= 0xFFFFFFFF:
        return 0
    code[0] = number
    return 1


cdef object malformed(Game game, object action):
    return IllegalAction("MALFORMED", f"{action!r} is no action of {game.name}")


cdef object header_error(Game game, bytes content):
    """Say which part of a serialised state's header is not this game's."""
    cdef Py_ssize_t name_end
    if content[:4] != MAGIC:
        return InvalidState("magic", "these bytes are not a serialised state")
    if content[4:6] != game.header[4:6]:
        return InvalidState("version", f"only format version {FORMAT_VERSION} is known")
    name_end = 7 + len(game.name)
    if content[6:name_end] != game.header[6:name_end]:
        return InvalidState("game", f"must be {game.name}")
    if content[name_end : name_end + 1] != game.header[name_end : name_end + 1]:
        return InvalidState("players", f"must be {game.num_players}")
    if len(content) < len(game.header):
        return InvalidState("length", "the bytes end early")
    return InvalidState("options", f"must be {game.option_values}")


cdef dict public_head(State state):
    """The common fields that everybody may see."""
    cdef StateHead* head = state.head()
    return {
        "game": state.game.name,
        "players": state.game.num_players,
        "options": dict(state.game.option_values),
        "deal": head.deal,
        "phase": state.game.phases[head.phase],
        "to_act": state.acting_players(),
        "result": result_of(state),
    }


cdef object result_of(State state):
    """The `result` of a position: null until over."""
    cdef int32_t[MAX_SEATS] scores
    cdef int32_t[MAX_SEATS] placements
    cdef int seat
    if state.head().phase != PHASE_OVER:
        return None
    state.game.table.result(state.data, scores, placements)
    return {
        "scores": [scores[seat] for seat in range(state.game.num_players)],
        "placements": [placements[seat] for seat in range(state.game.num_players)],
    }


cdef object final_result(State state):
    result = result_of(state)
    if result is None:
        raise NotTerminal("the game is not over yet")
    return result
