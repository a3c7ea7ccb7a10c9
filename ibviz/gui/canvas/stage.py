"""The stage: scenes of a document as it is now; what an edit leaves alone is kept from the scene before."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from ibviz.core.simulation import Simulation
from ibviz.core.state import State
from ibviz.drawing.foldable import carried
from ibviz.drawing.folding import Folds
from ibviz.drawing.overlaid import Overlaid
from ibviz.drawing.overlay import Overlay
from ibviz.drawing.picture import scene_of
from ibviz.drawing.scene import Scene, folded_scene, overlaid, restaged
from ibviz.drawing.view import View
from ibviz.drawing.vistas import vista


def staged(
    state: State,
    simulation: Simulation | None,
    before: Scene | None,
    folds: Folds = (),
    *,
    old: bool = False,
    back: bool = False,
) -> Scene:
    """Return the scene of a State.

    Parameters
    ----------
    state : State
    simulation : Simulation or None
        Its load, if it is known.
    before : Scene or None
        The scene shown until now.
    folds : tuple of Fold
        Groups that are folded: those that are in the scene before by their numbers there, others in that of now.
    old : bool
        Whether the load is still to come: the colours of the scene before are kept until then.
    back : bool
        Whether it is how things were before a failure, which the legend says.
    """
    simulation = None if old else simulation
    if before is not None and before.state.fabric is state.fabric and before.state.order is state.order:
        scene = restaged(before, state, simulation)
    else:
        scene = scene_of(state, simulation)
        if before is not None and folds == before.folding.asked:
            folds = carried(before, scene, folds)
    if scene.folding.asked != folds:
        scene = folded_scene(scene, folds)
    if old and before is not None and before.state.name == state.name:
        count = len(state.fabric.cables)
        shown = Overlaid(state, None, scene.structure)
        shown.update({name: _fitted(each, count) for name, each in before.overlays.items()})
        scene = overlaid(scene, shown)
    if back and (load := scene.overlays.get("utilization")) is not None:
        shown = Overlaid(state, simulation, scene.structure)
        shown["utilization"] = replace(load, title="Utilization before, simulated")
        scene = overlaid(scene, shown)
    return scene


def _fitted(overlay: Overlay, count: int) -> Overlay:
    """Return an overlay for as many cables as there are now; new ones have no value yet."""
    missing = count - len(overlay.value)
    if not missing:
        return overlay
    value = np.append(overlay.value[:count], np.full(max(0, missing), np.nan))
    return replace(overlay, value=value)


def ahead(scene: Scene, view: View) -> Scene:
    """Return a scene that knows where its nodes stand in a plane, so that nobody waits for it on the GUI thread."""
    if view.kind != "layered" and len(scene.nodes):
        vista(view.kind).fit(scene, view, "fit", -1)
    return scene
