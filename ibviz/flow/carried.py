"""What a traffic does to a fabric, before it is put into figures."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ibviz.core.simulation import Flows
from ibviz.core.table import Floats
from ibviz.flow.channels import SlotUse


@dataclass(frozen=True, eq=False)
class Carried:
    """Load of the channels and rates of the flows, equal flows taken together.

    Attributes
    ----------
    on : (2 C,) float64
        Flows on each direction of each cable.
    load : (2 C,) float64, Gbit/s
    rate, ideal : (K,) float64, Gbit/s
        Rate of each kind of routed flow, and what it would be if only HCA ports limited.
    times : (K,) float64
        How many flows are of that kind.
    flows : int
        All flows, those without a route too.
    listed : callable
        Makes the list of the flows.
    slots : SlotUse or None
        What PCIe slots carry, where any is stated.
    """

    on: Floats
    load: Floats
    rate: Floats
    ideal: Floats
    times: Floats
    flows: int
    listed: Callable[[], Flows]
    slots: SlotUse | None = None

    @property
    def routed(self) -> int:
        """Number of flows that have a route."""
        return round(float(self.times.sum()))
