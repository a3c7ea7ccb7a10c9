"""What the actions of the menus do: small functions of the window, in the table that makes them actions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ibviz.drawing.vistas import KINDS
from ibviz.gui.about import about
from ibviz.gui.actions import Action
from ibviz.gui.arranging import ARRANGING
from ibviz.gui.arranging import MENU as ARRANGE
from ibviz.gui.attaching import ask_for_tables
from ibviz.gui.matrix_levels import no_choice, show_next
from ibviz.gui.weighing import nothing_to_rank, rank_failures

if TYPE_CHECKING:
    from ibviz.gui.window import Window


def _no_nodes(window: Window) -> str:
    return "" if len(window.desk.document.state.fabric.nodes) else "there is no fabric yet"


def _nothing_to_undo(window: Window) -> str:
    return "" if window.desk.document.stack.canUndo() else "nothing was changed yet"


def _nothing_to_redo(window: Window) -> str:
    return "" if window.desk.document.stack.canRedo() else "nothing was undone"


def _no_selection(window: Window) -> str:
    return "" if window.desk.document.selection else "select cables, a switch or a host first"


def _no_range(window: Window) -> str:
    return "" if window.canvas.pointer.legend.has_range else "the colours stand for no amounts"


def _no_plane(window: Window) -> str:
    return "bands have no size of their own" if window.desk.gaze.view.kind == "layered" else _no_nodes(window)


def _whole_range(window: Window) -> str:
    view = window.desk.gaze.view
    return "" if (view.low, view.high) != (0.0, 1.0) else "the range is whole"


TABLE = (
    Action("file.open", "Open…", lambda w: w.files.open(), ("Ctrl+O",), "folder"),
    Action("file.save", "Save", lambda w: w.files.save(), ("Ctrl+S",), "save", _no_nodes),
    Action("file.save_as", "Save as…", lambda w: w.files.save_as(), ("Ctrl+Shift+S",), "", _no_nodes),
    Action("file.export", "Export picture…", lambda w: w.files.export(), ("Ctrl+E",), "export", _no_nodes),
    Action(
        "file.tables", "Attach forwarding tables…", lambda w: ask_for_tables(w), ("Ctrl+T",), "", _no_nodes
    ),
    Action("file.close", "Close window", lambda w: w.close(), ("Ctrl+W",)),
    Action("file.quit", "Quit", lambda w: w.quit(), ("Ctrl+Q",)),
    Action(
        "edit.undo", "Undo", lambda w: w.desk.document.stack.undo(), ("Ctrl+Z",), "undo", _nothing_to_undo
    ),
    Action(
        "edit.redo",
        "Redo",
        lambda w: w.desk.document.stack.redo(),
        ("Ctrl+Shift+Z", "Ctrl+Y"),
        "redo",
        _nothing_to_redo,
    ),
    *(
        Action(
            f"view.{kind}",
            kind.capitalize(),
            lambda w, kind=kind: w.canvas.look_as(kind),  # type: ignore[misc]
            (f"Ctrl+{number}",),
            kind,
            _no_nodes,
            lambda w, kind=kind: w.desk.gaze.view.kind == kind,  # type: ignore[misc]
        )
        for number, kind in enumerate(KINDS, 1)
    ),
    Action("view.levels", "Next levels of the matrix", lambda w: show_next(w), ("L",), "", no_choice),
    Action("view.full", "100\u2009%", lambda w: w.canvas.full_size(), ("1",), "", _no_plane),
    Action("view.fit", "Fit all", lambda w: w.canvas.fit(), ("0", "Ctrl+0"), "fit", _no_nodes),
    Action(
        "view.in",
        "Zoom in",
        lambda w: w.canvas.zoom_at(1.5, w.canvas.width() / 2),
        ("Ctrl++", "Ctrl+=", "+"),
        "zoom-in",
        _no_nodes,
    ),
    Action(
        "view.out",
        "Zoom out",
        lambda w: w.canvas.zoom_at(1 / 1.5, w.canvas.width() / 2),
        ("Ctrl+-", "-"),
        "zoom-out",
        _no_nodes,
    ),
    Action(
        "view.selection",
        "Zoom to selection",
        lambda w: w.canvas.go_to_selection(),
        ("Shift+2",),
        "find",
        _no_selection,
    ),
    Action(
        "tool.select",
        "Select tool",
        lambda w: w.desk.gaze.take("select"),
        ("V",),
        "select",
        _no_nodes,
        lambda w: w.desk.gaze.tool == "select",
    ),
    Action(
        "tool.pan",
        "Pan tool",
        lambda w: w.desk.gaze.take("pan"),
        ("H",),
        "pan",
        _no_nodes,
        lambda w: w.desk.gaze.tool == "pan",
    ),
    Action(
        "edit.neighbours",
        "Select neighbours",
        lambda w: w.canvas.select_neighbours(),
        ("Ctrl+Shift+N",),
        "",
        _no_selection,
    ),
    Action(
        "view.back",
        "Back",
        lambda w: w.desk.gaze.back(),
        ("Alt+Left",),
        "arrow-left",
        lambda w: "" if w.desk.gaze.can_go[0] else "this is the first view",
    ),
    Action(
        "view.forward",
        "Forward",
        lambda w: w.desk.gaze.forward(),
        ("Alt+Right",),
        "arrow-right",
        lambda w: "" if w.desk.gaze.can_go[1] else "this is the last view",
    ),
    Action(
        "view.fold",
        "Fold group",
        lambda w: w.canvas.folder.fold_selected(),
        ("Ctrl+[",),
        "",
        lambda w: w.canvas.folder.nothing_to_fold(),
        says=lambda w: w.canvas.folder.says("Fold", "Fold group"),
    ),
    Action(
        "view.unfold",
        "Unfold",
        lambda w: w.canvas.folder.unfold_selected(),
        ("Ctrl+]",),
        "",
        lambda w: w.canvas.folder.nothing_to_unfold(),
        says=lambda w: w.canvas.folder.says("Unfold", "Unfold"),
    ),
    Action(
        "view.fold_pods",
        "Fold all pods",
        lambda w: w.canvas.folder.fold_all("pod"),
        ("Ctrl+Shift+[",),
        "",
        lambda w: w.canvas.folder.none_of("pod"),
    ),
    Action(
        "view.fold_racks",
        "Fold all racks",
        lambda w: w.canvas.folder.fold_all("rack"),
        ("Ctrl+Alt+[",),
        "",
        lambda w: w.canvas.folder.none_of("rack"),
    ),
    Action(
        "view.unfold_all",
        "Unfold all",
        lambda w: w.canvas.folder.put(()),
        ("Ctrl+Shift+]",),
        "",
        lambda w: "" if w.desk.gaze.view.folds else "nothing is folded",
    ),
    Action("view.range", "Range of the values", lambda w: w.canvas.pointer.legend.fit(), (), "", _no_range),
    Action(
        "view.range_whole", "Whole range", lambda w: w.canvas.pointer.legend.reset(), (), "", _whole_range
    ),
    Action("view.dark", "Dark", lambda w: w.wear("dark"), checked=lambda w: w.desk.settings.theme == "dark"),
    Action(
        "view.light", "Light", lambda w: w.wear("light"), checked=lambda w: w.desk.settings.theme == "light"
    ),
    Action(
        "view.system",
        "As the system",
        lambda w: w.wear("system"),
        checked=lambda w: w.desk.settings.theme == "system",
    ),
    Action("help.about", "About ibviz", lambda w: about(w)),
    Action(
        "simulate.fail",
        "Fail",
        lambda w: w.what_if.fail(),
        ("F",),
        "fail",
        lambda w: w.what_if.nothing_to_fail(),
    ),
    Action(
        "simulate.fail_chassis",
        "Fail whole chassis",
        lambda w: w.what_if.fail_group("chassis"),
        hindered=lambda w: w.what_if.nothing_whole("chassis"),
    ),
    Action(
        "simulate.fail_rack",
        "Fail whole rack",
        lambda w: w.what_if.fail_group("rack"),
        hindered=lambda w: w.what_if.nothing_whole("rack"),
    ),
    Action(
        "simulate.fail_alone",
        "Fail alone, as a scenario",
        lambda w: w.what_if.fail_alone(),
        ("Shift+F",),
        "",
        lambda w: w.what_if.nothing_alone(),
    ),
    Action(
        "simulate.rank",
        "Rank single failures",
        lambda w: rank_failures(w),
        ("Ctrl+Shift+R",),
        "rank",
        lambda w: nothing_to_rank(w),
    ),
    Action(
        "simulate.repair",
        "Repair, as a running SM would",
        lambda w: w.what_if.repair(),
        ("R",),
        "repair",
        lambda w: w.what_if.nothing_to_repair(),
    ),
    Action(
        "simulate.restore",
        "Repair, back to before",
        lambda w: w.what_if.repair(back=True),
        ("Shift+R",),
        "",
        lambda w: w.what_if.nothing_to_repair(),
    ),
    Action(
        "simulate.before",
        "Show before",
        lambda w: w.what_if.show_before(),
        ("B",),
        "history",
        lambda w: w.what_if.no_before(),
    ),
    Action(
        "simulate.scenario",
        "New scenario",
        lambda w: w.what_if.new_scenario(),
        ("Ctrl+Alt+N",),
        "scenario",
        _no_nodes,
    ),
    Action(
        "simulate.victims",
        "Copy hosts that are cut off",
        lambda w: w.what_if.copy_victims(),
        (),
        "copy",
        lambda w: w.what_if.no_victims(),
    ),
    Action(
        "simulate.restart",
        "Tables as after a restart",
        lambda w: w.what_if.toggle_restart(),
        (),
        "",
        _no_nodes,
        lambda w: w.what_if.is_fresh,
    ),
    *ARRANGING,
)

MENUS = {
    "File": (
        "file.open",
        "@recent",
        "",
        "file.save",
        "file.save_as",
        "",
        "file.export",
        "file.tables",
        "",
        "file.close",
        "file.quit",
    ),
    "Edit": ("edit.undo", "edit.redo", "", "tool.select", "tool.pan", "edit.neighbours"),
    "View": (
        *(f"view.{kind}" for kind in KINDS),
        "@matrix",
        "view.levels",
        "",
        "view.fit",
        "view.full",
        "view.selection",
        "view.in",
        "view.out",
        "view.back",
        "view.forward",
        "",
        "view.fold",
        "view.unfold",
        "view.fold_pods",
        "view.fold_racks",
        "view.unfold_all",
        "",
        "view.range",
        "view.range_whole",
        "",
        "@arrange",
        "@panels",
        "",
        "view.system",
        "view.dark",
        "view.light",
    ),
    "Simulate": (
        "simulate.fail",
        "simulate.fail_chassis",
        "simulate.fail_rack",
        "simulate.fail_alone",
        "",
        "simulate.repair",
        "simulate.restore",
        "",
        "simulate.rank",
        "",
        "simulate.before",
        "simulate.scenario",
        "simulate.victims",
        "",
        "simulate.restart",
    ),
    "Help": ("help.about",),
}

SUBMENUS = {"@arrange": ("Arrange", ARRANGE)}
"""Menus within menus: title and entries."""

TOOLBAR = (
    *(
        "edit.undo",
        "edit.redo",
        "",
        "tool.select",
        "tool.pan",
        "",
        "@views",
        "",
        "view.fit",
        "view.in",
        "view.out",
        "",
    ),
    *("@bar", "@space", "simulate.fail", "simulate.repair", "", "file.export"),
)
"""The toolbar: names of actions, an empty one for a line, ``@bar`` for the panels that
stand in it, ``@views`` for the choice of the view."""

CAPTIONED = ("simulate.fail", "simulate.repair")
"""Actions of the toolbar that bear their name where the window is wide enough."""

ON_CANVAS = (
    "simulate.fail",
    "simulate.fail_chassis",
    "simulate.fail_rack",
    "simulate.repair",
    "simulate.restore",
    "view.selection",
    "edit.neighbours",
    "view.fit",
)
"""The menu that a right click on the canvas opens."""
