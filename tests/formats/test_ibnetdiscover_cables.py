from __future__ import annotations

import dumps
from dumps import CLEAN, read
from hypothesis import given
from hypothesis import strategies as st


def test_that_cables_come_in_the_order_of_their_first_lines_from_the_end_that_is_first() -> None:
    cables = read(CLEAN).fabric.cables
    assert cables.node.tolist()[:3] == [[0, 3], [0, 4], [0, 2]]
    assert cables.port.tolist()[:3] == [[1, 1], [2, 1], [17, 1]]
    assert cables.described.all() and (cables.birth == cables.birth[0]).all()


def test_that_each_end_keeps_its_own_rate() -> None:
    cables = read(CLEAN).fabric.cables
    rates = {
        tuple(node): width for node, width in zip(cables.node.tolist(), cables.width.tolist(), strict=True)
    }
    assert rates[1, 3] == [1, 4]


def test_that_ports_are_sorted_and_hold_guid_lid_and_lmc() -> None:
    told = read(CLEAN).fabric.ports
    assert list(zip(told.node.tolist(), told.port.tolist(), strict=True)) == [
        (3, 1),
        (3, 2),
        (4, 1),
        (5, 1),
        (6, 1),
    ]
    assert told.lid.tolist() == [11, 14, 12, 13, 15] and told.lmc.tolist() == [1, 1, 0, 0, 0]
    assert told.guid[0] == 0x2C90300000A01 and "label" not in told.extra


Plug = st.tuples(st.integers(0, 4), st.integers(1, 4))


@given(st.lists(st.tuples(Plug, Plug), max_size=14))
def test_that_of_any_claims_the_first_hold_and_all_others_are_noted(claims) -> None:
    lines, kept, taken, lost = [], set(), {}, set()
    for number, ((node, port), (far, far_port)) in enumerate(claims):
        lines.append(f'Switch 4 "S-{node + 1:x}"\n[{port}] "S-{far + 1:x}"[{far_port}]')
        ends = frozenset({(f"S-{node + 1:016x}", port), (f"S-{far + 1:016x}", far_port)})
        if ends in kept:
            continue
        if len(ends) == 2 and not any(end in taken for end in ends):
            kept.add(ends)
            taken |= dict.fromkeys(ends, number)
        else:
            lost.add(2 * number + 2)
    state = read("\n".join([*lines, 'Switch 4 "S-99"']))
    assert dumps.cables(state) == kept
    assert {note.line for note in state.reading if "left out" in note.message} == lost
    used = state.fabric.nodes.described.copy()
    used[state.fabric.cables.node] = True
    assert used.all()
