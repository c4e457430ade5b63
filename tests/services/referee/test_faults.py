import pytest
from certamen_services.referee.faults import adjudicate, in_order, parties_left
from certamen_services.referee.messages import Fault
from certamen_services.referee.terms import FaultCause

T, R, D = FaultCause.TIME_OUT, FaultCause.RESIGNED, FaultCause.DISCONNECTED


def test_faults_come_in_the_order_of_their_due_instants_and_equal_ones_together() -> None:
    faults = [Fault(2, T, 30), Fault(0, R, 10), Fault(1, T, 30), Fault(3, T, 20)]
    assert in_order(faults) == [
        [Fault(0, R, 10)],
        [Fault(3, T, 20)],
        [Fault(1, T, 30), Fault(2, T, 30)],
    ]


def test_a_seat_has_one_fault_its_earliest() -> None:
    assert in_order([Fault(0, T, 30), Fault(0, D, 20), Fault(0, R, 20)]) == [[Fault(0, D, 20)]]


def test_parties_left() -> None:
    assert parties_left((0, 1, 0, 1), set()) == 2
    assert parties_left((0, 1, 0, 1), {1}) == 1
    assert parties_left((0, 1, 2), {0, 1, 2}) == 0


@pytest.mark.parametrize(
    ("parties", "forfeited", "own", "expected"),
    [
        ((0, 1, 2), set(), (3, 1, 2), (3, 1, 2)),
        ((0, 1), {0}, None, (2, 1)),
        ((0, 1), {0, 1}, None, (1, 1)),
        # one of four forfeits though it won: place 4, the others move up
        ((0, 1, 2, 3), {0}, (1, 2, 3, 4), (4, 1, 2, 3)),
        # two of four share place 3
        ((0, 1, 2, 3), {0, 2}, (1, 2, 3, 4), (3, 1, 3, 2)),
        ((0, 1, 2, 3), {0, 1, 2}, (1, 2, 3, 4), (2, 2, 2, 1)),
        # ties stay ties
        ((0, 1, 2, 3), {3}, (2, 2, 1, 4), (2, 2, 1, 4)),
        ((0, 1, 2, 3), {2}, (2, 2, 1, 4), (1, 1, 4, 3)),
        # the whole party of two forfeits
        ((0, 1, 0, 1), {0}, None, (3, 1, 3, 1)),
        ((0, 1, 2, 0, 1, 2), {1}, (3, 1, 5, 3, 1, 5), (1, 5, 3, 1, 5, 3)),
        ((0, 1, 2, 0, 1, 2), {0, 1}, None, (3, 3, 1, 3, 3, 1)),
    ],
)
def test_adjudicated_places(
    parties: tuple[int, ...], forfeited: set[int], own: tuple[int, ...] | None, expected: tuple[int, ...]
) -> None:
    assert adjudicate(parties, forfeited, own) == expected
