"""The header strip: counts at the left, the legend at the right."""

from __future__ import annotations

from ibviz.drawing.board import Board
from ibviz.drawing.counts import counts
from ibviz.drawing.drawing import Shape
from ibviz.drawing.ink import boxes, marks
from ibviz.drawing.legend import draw_legend, legend_left
from ibviz.drawing.lettering import MIDDLE
from ibviz.drawing.scene import Scene
from ibviz.drawing.stretch import MARGIN
from ibviz.drawing.widths import advance, elide_middle

NARROW = 620
"""Width of the picture below which the legend goes without its title, pixels."""

START, AIR = 12.0, 16.0
"""Left edge of the words, and what is free between them and the legend, pixels."""

LINE = 35.0
"""Where the middle of the counts and badges is, pixels."""

SIGN = 15.0
"""How much wider a badge is that bears a cross, pixels."""

Badge = tuple[str, int, int, bool]
"""Words, their colour, their ground, and whether a cross stands before them: that says it without the colour."""


def draw_header(easel: Board) -> None:
    """Draw title, counts, badges and legend; the legend's title goes where badges would not fit beside it."""
    scene, view = easel.scene, easel.frame.view
    if not len(scene.nodes):
        _draw_title(easel, view.width - MARGIN)
        return
    badges = _badges(easel, legend_left(scene, view, titled=False) - AIR - START)
    titled = view.width >= NARROW
    if titled and START + _badges_width(badges) > legend_left(scene, view, titled=True) - AIR:
        titled = False
    right = legend_left(scene, view, titled=titled)
    draw_legend(easel, titled=titled)
    easel.still(f"title {right}", lambda own: _draw_title(own, right))
    _draw_counts(easel, badges, right - AIR)


def _draw_title(easel: Board, right: float) -> None:
    theme, scene = easel.theme, easel.scene
    room = right - START - 24
    title = elide_middle(scene.state.name or "Fabric", 13.0, 600, room)
    easel.chrome.put([title], START, 16, px=13.0, weight=600, color=theme.t1, background=theme.canvas)
    x = START + float(advance(title, 13.0, 600)) + 10
    easel.chrome.put(
        [shape_words(easel) if len(scene.nodes) else ""],
        x,
        16,
        px=12.0,
        color=theme.t3,
        background=theme.canvas,
        room=right - x - 24,
    )


def shape_words(easel: Board) -> str:
    """Return what kind of fabric it is, such as ``fat-tree, 3 levels``."""
    levels = len(easel.scene.bands.levels) - 1
    kind = easel.scene.structure.kind.replace("-", "\u2011")
    return f"{kind}, {levels} levels" if levels > 1 else kind


def count_words(easel: Board) -> list[str]:
    """Return the counts: hosts, switches, cables, and what else there is."""
    number = counts(easel.scene)
    said = [(number.hosts, "host")] + ([(number.hcas, "HCA")] if number.hcas != number.hosts else [])
    said.append((number.switches, "switch"))
    rare = ((number.routers, "router"), (number.aggregation, "aggregation node"))
    said += [(many, word) for many, word in rare if many]
    return [plural(many, word) for many, word in [*said, (len(easel.scene.whole.cables), "cable")]]


def plural(number: int, word: str) -> str:
    """Return a number with its word.

    Examples
    --------
    >>> plural(1296, "cable"), plural(1, "switch"), plural(2, "switch")
    ('1,296 cables', '1 switch', '2 switches')
    """
    ending = "" if number == 1 else "es" if word.endswith("ch") else "s"
    return f"{number:,} {word}{ending}"


def _draw_counts(easel: Board, badges: list[Badge], right: float) -> None:
    """Draw the counts from the left as far as badges leave room, then the badges: what is down never goes."""
    room = right - _badges_width(badges) - (14 if badges else 0)
    x, y = easel.still(f"counts {room}", lambda own: _write_counts(own, room)), LINE
    for place, badge in enumerate(badges):
        wide = _badge_width(badge)
        if place and x + wide > right:
            return
        _draw_badge(easel, badge, x, y)
        x += wide + 6


def _draw_badge(easel: Board, badge: Badge, x: float, y: float) -> None:
    """Draw a badge from its left edge on."""
    text, color, ground, crossed = badge
    wide, sign = _badge_width(badge), SIGN if crossed else 0.0
    easel.add("chrome", boxes([[x, y - 9, wide, 18]], ground, radius=4.0))
    if crossed:
        easel.add("chrome", marks([[x + 13, y]], Shape.CROSS, 8.0, color, ground))
    middle = x + (wide + sign) / 2
    easel.chrome.put([text], middle, y, px=11.0, weight=500, color=color, background=ground, align=MIDDLE)


def _write_counts(easel: Board, room: float) -> float:
    """Write as many counts as there is room for; returns where they end."""
    theme, x = easel.theme, START
    for text in count_words(easel):
        wide = float(advance(text, 12.0, 500))
        if x + wide > room:
            break
        easel.chrome.put([text], x, LINE, px=12.0, weight=500, color=theme.t2, background=theme.canvas)
        x += wide + 14
    return x


def _badge_width(badge: Badge) -> float:
    return float(advance(badge[0], 11.0, 500)) + 14 + (SIGN if badge[3] else 0.0)


def _badges_width(badges: list[Badge]) -> float:
    return sum(_badge_width(badge) + 6 for badge in badges) - (6 if badges else 0)


def _badges(easel: Board, room: float) -> list[Badge]:
    """Return the badges; what failed is told in full where there is room for it."""
    scene, theme, overlay = easel.scene, easel.theme, easel.overlay
    hot = int(overlay.is_hot(overlay.value[scene.whole.cables]).sum())
    rest = [(f"{hot:,} {overlay.hot_words}", theme.warn, theme.warn_bg, False)] if hot else []
    forms = [[(text, theme.err, theme.err_bg, True), *rest] for text in _down_words(scene)]
    return next((form for form in forms if _badges_width(form) <= room), forms[-1]) if forms else rest


def _down_words(scene: Scene) -> list[str]:
    """Return how many cables are down, in full first: whether a scenario has failed them; none without any."""
    down, scenario = int(scene.failed[scene.whole.cables].sum()), scene.state.scenario
    if not down:
        return []
    nodes = len(scenario.down_nodes)
    if not nodes and not scenario.down_cables:
        return [f"{down:,} down"]
    said = [plural(nodes, "node")] * bool(nodes) + [plural(down, "cable")]
    return [f"Failed (what-if): {', '.join(said)}", f"{down:,} down"]
