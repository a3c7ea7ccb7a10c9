from __future__ import annotations

from pathlib import Path

import numpy as np
from fabrics import fabric_of, torus_of, tree2

from ibviz.core.fabric import Fabric, Kind
from ibviz.core.scenario import Choice, Scenario
from ibviz.core.tables import Tables
from ibviz.core.wiring import wiring
from ibviz.flow.engines.minhop import minhop
from ibviz.flow.routes import route
from ibviz.formats.lft import lft_text


def by(folder: Path, text: str) -> Choice:
    path = folder / "opensm.conf"
    path.write_text(text)
    return Choice("site", {"path": str(path)})


def same(a: Tables, b: Tables) -> bool:
    return np.array_equal(a.to_end, b.to_end) and np.array_equal(a.to_switch, b.to_switch)


def roots(fabric: Fabric, folder: Path, rows: range) -> Path:
    path = folder / "roots"
    path.write_text("".join(f"0x{int(fabric.nodes.guid[row]):x}\n" for row in rows))
    return path


def test_that_engine_and_roots_of_the_site_are_used(tmp_path: Path) -> None:
    fabric = tree2(6, 2, 3, holes=1, shuffle=2)
    path = roots(fabric, tmp_path, range(6, 8))
    made = route(fabric, routing=by(tmp_path, "routing_engine updn\nroot_guid_file /etc/opensm/roots\n"))
    assert (made.routing.asked, made.routing.used) == ("site", "updn")
    assert made.routing.reason == "as opensm.conf says (roots of roots)"
    assert same(made, route(fabric, routing=Choice("updn", {"roots": str(path)})))


def test_that_the_next_engine_follows_one_that_refuses(tmp_path: Path) -> None:
    fabric = torus_of((3, 3))
    made = route(fabric, routing=by(tmp_path, "routing_engine ftree,file,dnup\n"))
    assert made.routing.used == "dnup" and same(made, route(fabric, routing=Choice("dnup")))
    assert "; ftree refused: " in made.routing.reason
    assert "; lft refused: no file of tables is named, or it is not there" in made.routing.reason
    last = route(fabric, routing=by(tmp_path, "routing_engine ftree,nue\nlmc 1\nport_shifting TRUE\n"))
    assert (
        last.routing.used == "minhop"
        and "(LMC 1, port shifting, nue is not known here)" in last.routing.reason
    )
    assert len(last.higher) == 1


def test_that_each_subnet_has_the_first_engine_that_serves_it(tmp_path: Path) -> None:
    trunk = [(0, 1, 1, 1), (0, 2, 2, 1), (3, 1, 4, 1), (4, 2, 5, 1), (5, 2, 3, 2)]
    hosts = [(6, 1, 1, 2), (7, 1, 2, 2), (8, 1, 1, 3), (9, 1, 2, 3), (10, 1, 3, 3), (11, 1, 4, 3)]
    fabric = fabric_of("SSSSSSHHHHHH", trunk + hosts)
    made = route(fabric, routing=by(tmp_path, "routing_engine dmodk,dnup\n"))
    assert made.routing.used == "dmodk" and "dmodk refused: " in made.routing.reason
    tree = np.flatnonzero(wiring(fabric).subnet[wiring(fabric).switches] == 0)
    others = np.flatnonzero(wiring(fabric).subnet[wiring(fabric).switches] == 1)
    dmodk, dnup = (route(fabric, routing=Choice(name)) for name in ("dmodk", "dnup"))
    assert np.array_equal(made.to_end[:, tree], dmodk.to_end[:, tree])
    assert np.array_equal(made.to_end[:, others], dnup.to_end[:, others])
    assert not made.routing.refused


def test_that_tables_and_order_and_seed_of_the_site_are_used(tmp_path: Path) -> None:
    fabric = tree2(4, 2, 2, shuffle=3)
    (tmp_path / "ours.lft").write_bytes(lft_text(minhop(wiring(fabric))))
    hca = int(np.flatnonzero(fabric.nodes.kind == Kind.HCA)[0])
    (tmp_path / "order").write_text(f"0x{int(fabric.nodes.guid[hca]) + 1:x}\n")
    text = "routing_engine file\nlfts_file ours.lft\nguid_routing_order_file order\nscatter_ports 7\n"
    made = route(fabric, Scenario(down_cables=frozenset([0])), by(tmp_path, text))
    assert made.routing.used == "lft"
    assert "(order of order, tables of ours.lft, scattered ports)" in made.routing.reason


def test_that_a_site_without_engine_has_minhop(tmp_path: Path) -> None:
    fabric = tree2(4, 2, 2)
    assert same(route(fabric, routing=by(tmp_path, "guid 0x2\n")), minhop(wiring(fabric)))
