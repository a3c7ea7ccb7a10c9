from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from fabrics import fabric_of, killed, scenarios, tree2, trees
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ibviz.core.errors import OptionError, ReadError
from ibviz.core.fabric import Fabric
from ibviz.core.scenario import AS_BUILT, Choice, Scenario
from ibviz.core.tables import NO_PATH, Tables
from ibviz.core.wiring import wiring
from ibviz.flow.engines.lft import lft
from ibviz.flow.engines.minhop import minhop
from ibviz.flow.routes import report, route, tables_for
from ibviz.formats.lft import lft_text

FAIL = Scenario(down_cables=frozenset([0]))


def written(tables: Tables, folder: Path) -> Path:
    path = folder / "x.lft"
    path.write_bytes(lft_text(tables))
    return path


def by(path: Path) -> Choice:
    return Choice("lft", {"path": str(path)})


@pytest.mark.parametrize("engine", ["minhop", "updn", "dnup", "ftree", "sssp", "dfsssp", "dmodk"])
def test_that_tables_written_and_read_say_the_same(engine: str, tmp_path: Path) -> None:
    fabric = tree2(6, 3, 4, parallel=2, missing=3, shuffle=4, aggregation=True)
    made = route(fabric, routing=Choice(engine))
    again = route(fabric, routing=by(written(made, tmp_path)))
    assert again.routing.asked == again.routing.used == "lft"
    assert again.routing.reason.endswith("x.lft says, with tables of 9 of 9 switches")
    assert np.array_equal(again.to_end, made.to_end) and np.array_equal(again.to_switch, made.to_switch)
    mine, theirs = report(again), report(made)
    assert {k: v for k, v in mine.items() if k != "engine"} == {
        k: v for k, v in theirs.items() if k not in ("engine", "lanes")
    }


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.data(), trees())
def test_that_a_failure_keeps_what_minhop_would_keep(
    tmp_path: Path, data: st.DataObject, fabric: Fabric
) -> None:
    built = minhop(wiring(fabric))
    path = written(built, tmp_path)
    wires = wiring(fabric, data.draw(scenarios(fabric)))
    mine, theirs = tables_for(wires, by(path)), minhop(wires, built)
    assert np.array_equal(mine.to_end, theirs.to_end) and np.array_equal(mine.to_switch, theirs.to_switch)
    assert mine.routing.used == "lft"


def test_that_a_fresh_start_takes_the_file_as_it_is(tmp_path: Path) -> None:
    fabric = tree2(4, 2, 2)
    path = written(minhop(wiring(fabric)), tmp_path)
    kept, fresh = (route(fabric, FAIL, by(path), reroute=way) for way in ("keep", "fresh"))
    assert report(kept)["unreachable_pairs"] == 0 < report(fresh)["unreachable_pairs"]


def test_that_a_cable_that_comes_up_brings_the_entries_of_the_file_back(tmp_path: Path) -> None:
    fabric = tree2(4, 2, 2)
    path = written(minhop(wiring(fabric)), tmp_path)
    failed = tables_for(wiring(fabric, FAIL), by(path))
    back = tables_for(wiring(fabric), by(path), before=failed)
    assert np.array_equal(back.to_end, minhop(wiring(fabric)).to_end)
    half = tables_for(wiring(fabric, Scenario(down_cables=frozenset([1]))), by(path), before=failed)
    assert report(half)["unreachable_pairs"] == 0


def test_that_a_file_of_another_fabric_leaves_the_routing_to_minhop(tmp_path: Path) -> None:
    path = written(minhop(wiring(tree2(4, 2, 2, shuffle=1))), tmp_path)
    for scenario in (AS_BUILT, FAIL):
        made = route(tree2(4, 2, 2, shuffle=2), scenario, by(path))
        assert made.routing.used == "minhop"
        assert (
            "lft refused: " in made.routing.reason and "0 of its 6 switches are here" in made.routing.reason
        )


def test_that_a_file_that_cannot_be_read_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(ReadError, match="there is no such file"):
        route(tree2(4, 2, 2), routing=by(tmp_path / "none"))
    with pytest.raises(OptionError, match="option path must be given"):
        route(tree2(4, 2, 2), routing=Choice("lft"))


@pytest.mark.parametrize("way", ["keep", "fresh"])
def test_that_a_subnet_without_tables_goes_by_minhop_in_a_scenario_too(way: str, tmp_path: Path) -> None:
    fabric = fabric_of("SSHHHH", [(2, 1, 0, 1), (3, 1, 0, 2), (4, 1, 1, 1), (5, 1, 1, 2)])
    text = lft_text(minhop(wiring(fabric)))
    path = tmp_path / "x.lft"
    path.write_bytes(text[: text.index(b"Unicast", 1)])
    made = route(fabric, FAIL, by(path), reroute="keep" if way == "keep" else "fresh")
    assert made.routing.used == "lft" and list(made.routing.refused) in ([0], [1])
    assert report(made)["unreachable_pairs"] == 0 and (made.to_end != NO_PATH).any()


def test_that_dead_rows_do_no_harm(tmp_path: Path) -> None:
    fabric = killed(tree2(4, 2, 2), cables=[0])
    path = written(minhop(wiring(fabric)), tmp_path)
    assert np.array_equal(lft(wiring(fabric), path=path).to_end, minhop(wiring(fabric)).to_end)
