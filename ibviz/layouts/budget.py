"""Work that a search may do at most, counted in cells of its tables: the same on every machine."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(eq=False)
class Budget:
    """What is left of the work that was granted, and what was done of it.

    Attributes
    ----------
    granted : float, cells read or written
    spent : float, cells read or written
        Never above `granted`.

    Examples
    --------
    >>> budget = Budget(10)
    >>> budget.spend(8), budget.spend(4), budget.spend(2), budget.spent
    (True, False, True, 10)
    """

    granted: float
    spent: float = 0

    def affords(self, cost: float) -> bool:
        """Tell whether so much may still be spent."""
        return self.spent + cost <= self.granted

    def spend(self, cost: float) -> bool:
        """Spend the cost of a step and return True; where it exceeds what is left, spend nothing."""
        if not self.affords(cost):
            return False
        self.spent += cost
        return True
