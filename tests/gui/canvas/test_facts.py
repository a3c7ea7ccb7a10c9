"""What the hover card says."""

from __future__ import annotations

import numpy as np
import pytest
from fabrics import fabric_of, tree2
from scenes import odd, picture_of, scene_of, simulated

from ibviz.core.scenario import AS_BUILT
from ibviz.drawing.hit import Hit
from ibviz.gui.canvas.facts import MOST, Facts, cable_name, facts, gbps

FABRIC = fabric_of(
    "SSHH", [(0, 1, 2, 1), (0, 2, 3, 1), (0, 3, 1, 7)], names=["leaf", "spine", "a", "<b>b</b>"]
)
SCENE = scene_of(FABRIC)
LOAD = simulated(FABRIC, AS_BUILT)


def told(found: Hit, load: bool = True) -> Facts:
    said = facts(SCENE, LOAD if load else None, found)
    assert said is not None
    return said


def test_that_a_cable_is_named_by_both_ports_the_lower_first() -> None:
    assert told(Hit("cable", cable=2)).title == "leaf[3] to spine[7]"
    flipped = fabric_of("SSH", [(0, 1, 2, 1), (1, 7, 0, 3)], names=["leaf", "spine", "a"])
    assert cable_name(scene_of(flipped), 1) == "leaf[3] to spine[7]"


def test_that_a_cable_tells_both_directions() -> None:
    rows = dict(told(Hit("cable", cable=2)).rows)
    assert rows["Rate"] == "4xHDR, 200\u2009Gbit/s"
    assert rows["Up"].endswith("of 200\u2009Gbit/s, 0 flows")
    assert rows["Up"].startswith(f"{LOAD.load[2, 0]:.3g} "[:3])
    assert {"Up", "Down"} <= set(rows)


def test_that_without_a_load_no_load_is_told() -> None:
    assert set(dict(told(Hit("cable", cable=2), load=False).rows)) == {"Rate"}


def test_that_a_load_of_another_fabric_is_not_told() -> None:
    said = facts(SCENE, simulated(tree2(2, 2, 2), AS_BUILT), Hit("cable", cable=2))
    assert said is not None
    assert "Up" not in dict(said.rows)


def test_that_a_port_tells_what_is_plugged_in() -> None:
    said = told(Hit("port", node=1, port=7, cable=2))
    assert said.title == "spine[7]"
    assert dict(said.rows)["To"] == "leaf[3]"
    free = told(Hit("port", node=1, port=4))
    assert dict(free.rows)["Cable"] == "nothing plugged in"


def test_that_a_switch_tells_its_ports_and_load() -> None:
    rows = dict(told(Hit("node", node=0)).rows)
    assert rows["Ports"] == "3 of 3 used"
    assert rows["Load"].startswith("mean ")
    assert rows["GUID"].startswith("0x")


def test_that_a_host_tells_its_leaf_and_what_it_sends() -> None:
    rows = dict(told(Hit("node", node=2, cable=0)).rows)
    assert rows["To"] == "leaf[1]"
    assert {"Sends", "Receives", "GUID"} <= set(rows)
    assert dict(told(Hit("node", node=2)).rows)["Cable"] == "not cabled"


def test_that_names_stay_as_they_are() -> None:
    assert told(Hit("node", node=3, cable=1)).title == "<b>b</b>"


def test_that_what_is_down_says_so() -> None:
    scene = scene_of(FABRIC, down_nodes=[1])
    load = simulated(FABRIC, scene.state.scenario)
    assert dict(facts(scene, load, Hit("node", node=1)).rows)["State"] == "failed (what-if)"  # type: ignore[union-attr]
    assert dict(facts(scene, load, Hit("cable", cable=2)).rows)["State"] == "failed (what-if)"  # type: ignore[union-attr]


def test_that_a_bundle_tells_how_many_and_how_hot() -> None:
    said = told(Hit("bundle", cables=(0, 1, 2)))
    assert said.title == "3 cables"
    assert dict(said.rows)["Together"] == "600\u2009Gbit/s"


def test_that_nothing_and_groups_have_no_card() -> None:
    assert facts(SCENE, LOAD, Hit()) is None
    assert facts(SCENE, LOAD, Hit("group", group="pod", number=1)) is None


@pytest.mark.parametrize(("value", "words"), [(0.0, "0"), (3.14159, "3.14"), (99.96, "100"), (200.0, "200")])
def test_that_rates_have_three_figures(value: float, words: str) -> None:
    assert gbps(value) == f"{words}\u2009Gbit/s"


@pytest.mark.parametrize("zoom", ["fit", "mid", "close"])
def test_that_whatever_is_hit_in_odd_fabrics_has_at_most_five_rows(zoom: str) -> None:
    fabric = odd()
    scene = scene_of(fabric)
    picture, load = picture_of(scene, zoom, (900, 600)), simulated(fabric, AS_BUILT)
    kinds = set()
    for x in np.linspace(110, 890, 30):
        for y in np.linspace(50, 590, 24):
            found = picture.find(float(x), float(y))
            kinds.add(found.kind)
            said = facts(scene, load, found)
            if said is not None:
                assert said.title
                assert len(said.rows) <= MOST
                assert all(key and value for key, value in said.rows)
    assert "node" in kinds


def test_that_large_rates_are_in_terabits() -> None:
    assert gbps(12_800.0) == "12.8\u2009Tbit/s"


def test_that_a_switch_without_known_loads_tells_none() -> None:
    scene = scene_of(FABRIC, down_cables=[0, 1, 2])
    said = facts(scene, None, Hit("node", node=0))
    assert said is not None
    assert "Load" not in dict(said.rows)


def test_that_an_old_load_is_not_told_while_a_new_one_is_computed() -> None:
    hits = (Hit("node", node=0), Hit("bundle", cables=(0, 1, 2)))
    assert all("Load" in dict(told(hit).rows) for hit in hits)
    assert not any("Load" in dict(told(hit, load=False).rows) for hit in hits)
