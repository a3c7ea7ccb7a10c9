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
    assert "LIDs " in routing_text(quiet) and "Lids" not in routing_text(quiet)
    assert "Lanes" not in routing_text(quiet)
    assert routing_text({**quiet, "lanes": 3}).splitlines()[-1].split() == ["Lanes", "3"]
    assert "Note" not in routing_text(quiet)
    found = routing_text(quiet, [{"severity": "warning", "message": "2 sets of channels can wait"}])
    assert found.splitlines()[-1] == "Warning: 2 sets of channels can wait."


def test_that_a_collective_says_how_long_it_takes() -> None:
    told = simulation_text({**FIGURES, "collective": {"seconds": 0.07, "ideal_seconds": 0.035}})
    assert "The collective takes   70 ms, at best 35 ms" in told


def test_that_both_bounds_and_the_roots_are_told() -> None:
    bound = {"efficiency": 0.75, "completion_efficiency": 0.5, "rate_gbps": FIGURES["rate_gbps"]}
    root = {
        "port": "leaf-2[1]",
        "kind": "incast",
        "rate_gbps": 50.0,
        "contributors": 4,
        "victims": 1,
        "tree": 7,
    }
    congestion = {
        "shown": "ideal",
        "ideal": {"total_gbps": 300.0, **bound},
        "none": {"total_gbps": 250.0, **bound},
        "counts": {"roots": 1, "contributors": 4, "victims": 1, "free": 0},
        "roots": [root],
    }
    text = simulation_text({**FIGURES, "congestion": congestion})
    assert "300 with ideal control, 250 with none, Gbit/s; shown: ideal" in text
    assert "1 root, 4 contributors, 1 victims" not in text
    assert "1 root, 4 contributors, 1 victim" in text
    assert text.splitlines()[-1] == "  leaf-2[1]  incast  4 contributors, 1 victim"
    quiet = {**congestion, "counts": {**congestion["counts"], "roots": 0}, "roots": []}
    assert "0 roots" in simulation_text({**FIGURES, "congestion": quiet})
    assert "Roots of" not in simulation_text({**FIGURES, "congestion": quiet})
    silent = simulation_text({**FIGURES, "congestion": {"shown": "ideal", "reason": "too many"}})
    assert silent == simulation_text(FIGURES)


def test_that_the_effective_bisection_bandwidth_is_told_with_its_error() -> None:
    orcs = {"n": 9, "mean": 0.66, "stderr": 0.001, "sd": 0.003, "min_gbps": 43.0, "max_congestion": 4.8}
    samples = {"n": 9, "mean": 132.0, "stderr": 0.2, "sd": 0.6}
    more = {"orcs": orcs, "samples": samples, "edge_forwarding_index": 647}
    told = simulation_text({**FIGURES, **more, "effective_bisection": 0.66})
    assert "Effective bisection bandwidth  0.66 ± 0.001 of the link, as ORCS counts it" in told
    assert "Edge forwarding index          647" in told
    assert "Share by congestion" in simulation_text({**FIGURES, **more})


def test_that_jobs_are_told_those_that_suffer_most_first() -> None:
    job = {"hosts": 1, "pattern": "ring", "total_gbps": 200.0, "slowdown": 1.0, "unroutable": 0}
    slow = {**job, "job": "B", "hosts": 16, "seconds": 0.07, "slowdown": 2.0}
    cut = {**job, "job": "C\u202e", "slowdown": None, "unroutable": 3}
    told = simulation_text({**FIGURES, "jobs": [{**job, "job": "A"}, slow, cut]})
    head, *lines = told[told.index("Jobs, those") :].split("\n")[:4]
    assert head.endswith("most first:")
    assert lines[0].endswith("1 host, ring: 200 Gbit/s, 3 flows have no route")
    assert lines[1] == "  B  16 hosts, ring: 200 Gbit/s, takes 70 ms, 2 times as long as alone"
    assert lines[2].startswith("  A")
    assert "\u202e" not in told
