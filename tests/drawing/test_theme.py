from __future__ import annotations

import io
import re
import tokenize
from pathlib import Path

import numpy as np
import pytest
import yaml
from colour_science import VISION, contrast, distance, lab, least_distance

import ibviz
from ibviz.core.errors import OptionError
from ibviz.core.resources import resource
from ibviz.drawing.theme import RAMPS, THEMES, theme

GROUNDS = ("canvas", "panel", "raised", "hover", "acc_bg")
CONTRASTS = {
    "dark": {
        "t1": (15.8, 14.4, 13.0, 11.4, 11.0),
        "t2": (9.4, 8.6, 7.8, 6.8, 6.6),
        "t3": (6.8, 6.2, 5.6, 4.9, 4.7),
        "t4": (3.3, 3.0, 2.7, 2.3, 2.3),
        "acc": (8.1, 7.3, 6.6, 5.8, 5.6),
        "down": (6.7, 6.1, 5.5, 4.8, 4.6),
        "err": (7.1, 6.4, 5.8, 5.1, 4.9),
        "warn": (10.2, 9.3, 8.4, 7.3, 7.1),
        "ok": (9.8, 8.9, 8.1, 7.1, 6.8),
        "info": (9.8, 9.0, 8.1, 7.1, 6.8),
    },
    "light": {
        "t1": (15.6, 14.9, 16.2, 13.0, 13.1),
        "t2": (7.6, 7.3, 8.0, 6.4, 6.4),
        "t3": (5.6, 5.4, 5.8, 4.7, 4.7),
        "t4": (2.5, 2.4, 2.7, 2.1, 2.1),
        "acc": (6.2, 6.0, 6.5, 5.2, 5.2),
        "down": (5.6, 5.4, 5.9, 4.7, 4.7),
        "err": (6.1, 5.8, 6.3, 5.1, 5.1),
        "warn": (5.7, 5.4, 5.9, 4.8, 4.8),
        "ok": (5.6, 5.3, 5.8, 4.7, 4.7),
        "info": (5.6, 5.4, 5.9, 4.7, 4.7),
    },
}
OWN_GROUND = {
    "dark": {"err": 5.7, "warn": 7.6, "ok": 7.0, "info": 7.2},
    "light": {"err": 5.2, "warn": 5.1, "ok": 4.9, "info": 5.0},
}
# Least Lab distance of two of 16 steps that are three or more apart: normal, protan, deutan, tritan.
VISION_OF_RAMPS = {
    ("dark", "load"): (17, 17, 16, 17),
    ("light", "load"): (15, 13, 14, 16),
    ("dark", "difference"): (25, 24, 25, 26),
    ("light", "difference"): (25, 20, 25, 25),
}
VISION_OF_PAIRS = {
    "dark": {
        ("root", "contrib"): (55, 32, 20, 57),
        ("root", "victim"): (92, 80, 93, 77),
        ("err", "warn"): (64, 59, 42, 32),
        ("err", "ok"): (100, 21, 23, 112),
        ("warn", "ok"): (80, 52, 63, 82),
    },
    "light": {
        ("root", "contrib"): (51, 42, 28, 39),
        ("root", "victim"): (96, 87, 100, 82),
        ("err", "warn"): (61, 49, 30, 41),
        ("err", "ok"): (86, 18, 40, 104),
        ("warn", "ok"): (76, 62, 70, 62),
    },
}


@pytest.mark.parametrize("name", THEMES)
def test_that_contrasts_are_those_of_the_design(name: str) -> None:
    look = theme(name)
    for token, wanted in CONTRASTS[name].items():
        found = [contrast(look[token], look[ground]) for ground in GROUNDS]
        assert found == pytest.approx(wanted, abs=0.06), token
    for token, ratio in OWN_GROUND[name].items():
        assert contrast(look[token], look[f"{token}_bg"]) == pytest.approx(ratio, abs=0.06)


@pytest.mark.parametrize("name", THEMES)
def test_that_text_with_a_meaning_is_readable_on_every_ground(name: str) -> None:
    look = theme(name)
    for token in CONTRASTS[name].keys() - {"t4"}:
        for ground in (*GROUNDS, "bar", "pop", "band", "sw", "cell"):
            assert contrast(look[token], look[ground]) >= 4.5, (token, ground)
    assert contrast(look.on_acc, look.acc_solid) >= 4.5


@pytest.mark.parametrize("name", THEMES)
def test_that_borders_rings_and_marks_are_seen(name: str) -> None:
    look = theme(name)
    assert contrast(look.swb, look.canvas) >= 3
    assert contrast(look.acc, look.panel) >= 4.5
    for token in ("root", "contrib", "victim", "sel", "down"):
        assert contrast(look[token], look.canvas) >= (6.4 if name == "dark" else 3.4)


@pytest.mark.parametrize("name", THEMES)
def test_that_rails_are_seen_and_are_neither_selection_nor_down(name: str) -> None:
    look = theme(name)
    assert len(set(look.rails)) == 8
    for rail in look.rails:
        assert contrast(rail, look.canvas) >= 3
        assert min(distance(rail, look.acc), distance(rail, look.down)) > 15
    between = [distance(a, b) for k, a in enumerate(look.rails) for b in look.rails[:k]]
    assert min(between) > 15
    assert look["rail3"] == look.rails[2]


@pytest.mark.parametrize("name", THEMES)
@pytest.mark.parametrize("ramp", ["default", "viridis", "cividis"])
def test_that_lightness_of_a_ramp_is_monotone_and_leaves_the_canvas(name: str, ramp: str) -> None:
    look = theme(name)
    lightness = lab(look.ramp(ramp))[:, 0]
    rising = np.diff(lightness) * (1 if name == "dark" else -1)
    assert (rising > -0.5).all()
    ends = contrast(int(look.ramp(ramp)[0]), look.canvas), contrast(int(look.ramp(ramp)[-1]), look.canvas)
    assert ends[0] < ends[1]


def test_that_lightness_spans_what_the_design_says() -> None:
    dark, light = (lab(theme(name).ramp())[[0, -1], 0].round().tolist() for name in THEMES)
    assert dark == [23, 97]
    assert light == [91, 15]
    for name, wanted in (("dark", [82, 20, 80]), ("light", [37, 90, 36])):
        steps = lab(theme(name).buckets("difference"))[:, 0]
        middle = steps.min() if name == "dark" else steps.max()
        assert [round(steps[0]), round(middle), round(steps[-1])] == wanted


@pytest.mark.parametrize(("name", "ramp"), VISION_OF_RAMPS)
def test_that_steps_are_told_apart_with_every_colour_vision(name: str, ramp: str) -> None:
    colors = theme(name).buckets(ramp)
    found = [least_distance(colors, vision, 3) for vision in VISION]
    assert found == pytest.approx(VISION_OF_RAMPS[name, ramp], abs=1.0)
    assert min(found) > 10


@pytest.mark.parametrize("name", THEMES)
def test_that_pairs_of_states_are_told_apart_with_every_colour_vision(name: str) -> None:
    look = theme(name)
    for (a, b), wanted in VISION_OF_PAIRS[name].items():
        assert [distance(look[a], look[b], vision) for vision in VISION] == pytest.approx(wanted, abs=1.0)


@pytest.mark.parametrize("name", ["viridis", "cividis"])
def test_that_ramps_by_choice_are_the_published_ones(name: str) -> None:
    import pyqtgraph

    file = Path(pyqtgraph.__file__).parent / "colors" / "maps" / f"{name}.csv"
    rows = [line for line in file.read_text().splitlines() if line and not line.startswith(";")]
    published = np.array([[float(cell) for cell in row.split(",")[:3]] for row in rows])
    colors = theme("dark").ramp(name)
    own = np.stack([(colors >> np.uint32(shift)) & np.uint32(255) for shift in (16, 8, 0)], axis=1)
    assert np.abs(own - published * 255).max() < 4
    assert theme("light").ramp(name).tolist() == colors[::-1].tolist()


@pytest.mark.parametrize("file", ["dark", "light", "ramps"])
def test_that_a_theme_file_is_plain_yaml_with_the_same_colours(file: str) -> None:
    parsed = yaml.safe_load(resource("themes", f"{file}.yaml").read_text(encoding="utf-8"))
    look = theme("light" if file == "light" else "dark")
    for key, value in parsed.items():
        colors = [0xFF000000 | int(color[1:], 16) for color in ([value] if isinstance(value, str) else value)]
        own = look.stops[key].tolist() if key in RAMPS else [look[key]]
        assert own == colors, key


def test_that_both_themes_have_the_same_tokens() -> None:
    dark, light = (
        yaml.safe_load(resource("themes", f"{n}.yaml").read_text(encoding="utf-8")) for n in THEMES
    )
    assert list(dark) == list(light)


def test_that_unknown_themes_ramps_and_tokens_are_refused() -> None:
    with pytest.raises(OptionError, match=r"'neon' is no theme; expected dark or light"):
        theme("neon")
    with pytest.raises(OptionError, match=r"'turbo' is no colour ramp; expected default, load"):
        theme("dark").ramp("turbo")
    with pytest.raises(AttributeError):
        theme("dark")["pink"]
    with pytest.raises(KeyError):
        theme("dark")["stops"]
    assert theme("dark").is_dark
    assert not theme("light").is_dark


def test_that_ramps_have_their_sizes() -> None:
    for name in ("default", *RAMPS):
        assert theme("dark").ramp(name).shape == (256,)
        assert theme("dark").buckets(name).shape == (16,)
    assert theme("dark").ramp().tolist() == theme("dark").ramp("load").tolist()


def test_that_no_colour_stands_outside_the_theme_files() -> None:
    found = []
    for path in sorted((Path(ibviz.__file__).parent / "drawing").rglob("*.py")):
        for token in tokenize.generate_tokens(io.StringIO(path.read_text(encoding="utf-8")).readline):
            text = token.string.strip("'\"") if token.type == tokenize.STRING else token.string
            named = token.type == tokenize.STRING and re.fullmatch(r"#[0-9A-Fa-f]{3,8}", text)
            number = token.type == tokenize.NUMBER and re.fullmatch(
                r"0x(?!F{6}$|FF0{6}$|110000$)[0-9A-F]{6}([0-9A-F]{2})?", text, re.IGNORECASE
            )
            if named or number:
                found.append(f"{path.name}:{token.start[0]} {text}")
    assert found == []
