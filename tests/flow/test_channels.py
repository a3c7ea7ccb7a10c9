from __future__ import annotations

import numpy as np
import pytest
from fabrics import fabric_of, fabrics
from flows import with_slots
from hypothesis import given

from ibviz.core.errors import OptionError
from ibviz.core.fabric import Fabric
from ibviz.core.wiring import wiring
from ibviz.flow.channels import channels_of


@given(fabrics())
def test_that_every_endpoint_sends_and_receives_on_its_own_cable(fabric: Fabric) -> None:
    wires = wiring(fabric)
    channels, ends = channels_of(wires), wires.endpoints
    senders = fabric.cables.node.ravel()
    np.testing.assert_array_equal(senders[channels.into], ends.node)
    np.testing.assert_array_equal(channels.into ^ 1, channels.out_of)
    assert len(np.unique(channels.into)) == len(ends)
    np.testing.assert_array_equal(channels.capacity, np.repeat(fabric.capacity, 2))
    assert not channels.has_slots


def test_that_all_ports_of_an_hca_share_its_slot() -> None:
    fabric = with_slots(fabric_of("SHH", [(1, 1, 0, 1), (1, 2, 0, 2), (2, 1, 0, 3)]), {1: "gen3x8", 0: "x"})
    channels = channels_of(wiring(fabric))
    assert channels.has_slots
    assert channels.slot_out.tolist() == [6, 6, -1]
    assert channels.slot_in.tolist() == [7, 7, -1]
    assert channels.capacity[6:] == pytest.approx([63.0154] * 2, abs=1e-3)
    assert channels.port_rate == pytest.approx([63.0154, 63.0154, 200], abs=1e-3)


def test_that_a_slot_wider_than_the_port_leaves_the_port_its_rate() -> None:
    fabric = with_slots(fabric_of("SH", [(1, 1, 0, 1)]), {1: "gen5x16"})
    assert channels_of(wiring(fabric)).port_rate.tolist() == [200]


def test_that_a_slot_that_is_none_is_told_with_its_node() -> None:
    fabric = with_slots(fabric_of("SHH", [(1, 1, 0, 1)]), {2: "gen9x1"})
    with pytest.raises(OptionError, match="H2: 'gen9x1' is no PCIe slot"):
        channels_of(wiring(fabric))
