"""The map among the views."""

from __future__ import annotations

from ibviz.drawing.map.ground import MapGround
from ibviz.drawing.map.picture import compose, fit
from ibviz.drawing.map.places import areas
from ibviz.drawing.vistas import Vista

VISTA = Vista(compose, MapGround, fit, areas)
