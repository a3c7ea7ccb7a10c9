from __future__ import annotations

import json

import ibviz
from ibviz.door import whatif
from ibviz.verbs.whatif_text import outcome_figures, outcome_text

TREE = ibviz.build("fat-tree", radix=4, levels=2)


def test_that_figures_are_plain_json() -> None:
    made = outcome_figures(whatif(TREE, "shift:k=2", fail=["spine-01"]))
    assert json.loads(json.dumps(made, allow_nan=False)) == made
    assert made["after"]["total_gbps"] < made["before"]["total_gbps"]


def test_that_the_direction_that_rises_is_named() -> None:
    text = outcome_text(whatif(TREE, "all-to-all", fail=["leaf-01[3]"]))
    assert "Take over, utilization from:" in text
    assert "  leaf-01[4]  86% → 100%" in text


def test_that_cut_off_hosts_are_listed() -> None:
    text = outcome_text(whatif(TREE, "shift:k=2", fail=["leaf-01[3]", "leaf-01[4]"]))
    assert "Hosts cut off (2): node[0001-0002]" in text
    assert "of them by routing alone" in text
