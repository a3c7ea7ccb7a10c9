"""What the verbs print for people."""

from __future__ import annotations

from ibviz.verbs.sentences import figure, routing_text, rows, simulation_text

FIGURES = {
    "flows": 6,
    "routed": 4,
    "routing": {"asked": "minhop", "used": "minhop", "reason": "assumed: no table was given", "options": {}},
    "rate_gbps": {"min": 50.0, "p1": 50.0, "mean": 75.0, "median": 75.0, "max": 100.0},
    "total_gbps": 300.0,
    "ideal_gbps": 400.0,
    "efficiency": 0.75,
    "completion_efficiency": 0.5,
    "max_utilization": 1.0,
    "max_flows_per_cable": 2.0,
    "saturated_cables": 1,
    "bottlenecks": [{"port": "leaf-1[3]", "utilization": 1.0, "flows": 2.0}],
}


def test_that_figures_have_three_figures_of_precision() -> None:
    assert [figure(v) for v in (0.0, 1.0, 12.345, 123.4, 491_234.0)] == ["0", "1", "12.3", "123", "491,234"]


def test_that_values_stand_under_each_other() -> None:
    assert rows({"a": "1", "long": "2"}) == "  a     1\n  long  2"
    assert rows({}) == ""


def test_that_a_simulation_begins_with_a_sentence() -> None:
    lines = simulation_text(FIGURES).splitlines()
    assert lines[0] == "4 of 6 flows are routed, by minhop. Assumed: no table was given."
    assert lines[-1] == "  leaf-1[3]  100%  2 flows"
    assert any("300 of 400 Gbit/s" in line for line in lines)


def test_that_flows_that_are_gone_are_told() -> None:
    assert simulation_text(FIGURES, 1).splitlines()[1].startswith("1 more flow is gone with an end")
    assert simulation_text(FIGURES, 2345).splitlines()[1].startswith("2,345 more flows are gone with an end")
    assert "gone" not in simulation_text(FIGURES, 0)


def test_that_samples_show_their_error() -> None:
    sampled = {
        **FIGURES,
        "samples": {"n": 400, "mean": 0.66, "stderr": 0.0007, "sd": 0.01},
        "bottlenecks": [],
    }
    assert "0.66 ± 0.0007 Gbit/s over 400 samples" in simulation_text(sampled)


def test_that_routing_begins_with_the_engine_used() -> None:
    counts = dict.fromkeys(("entries", "blocks", "lids", "unreachable_pairs", "loops", "credit_loops"), 1234)
    quiet = {"engine": {"asked": "dmodk", "used": "dmodk", "reason": ""}, **counts}
    assert routing_text(quiet).splitlines()[0] == "Routed by dmodk."
    spoken = {"engine": {"asked": "dmodk", "used": "minhop", "reason": "no levels"}, **counts}
    assert routing_text(spoken).splitlines()[0] == "Routed by minhop. No levels."
    assert "1,234" in routing_text(quiet)
    assert "Lanes" not in routing_text(quiet)
    assert routing_text({**quiet, "lanes": 3}).splitlines()[-1].split() == ["Lanes", "3"]
    assert "Note" not in routing_text(quiet)
    found = routing_text(quiet, [{"severity": "warning", "message": "2 sets of channels can wait"}])
    assert found.splitlines()[-1] == "Warning: 2 sets of channels can wait."


def test_that_a_collective_says_how_long_it_takes() -> None:
    told = simulation_text({**FIGURES, "collective": {"seconds": 0.07, "ideal_seconds": 0.035}})
    assert "The collective takes   70 ms, at best 35 ms" in told
