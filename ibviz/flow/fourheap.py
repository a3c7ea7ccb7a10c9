"""A heap whose elements have four children, which gives out equal keys in the order in which OpenSM's does."""

from __future__ import annotations


class FourHeap:
    """The numbers from 0 on, to be taken out by least key; keys may be lowered meanwhile.

    Parameters
    ----------
    keys : list of int
        Key of each number; looked at, never written to. All are equal at first.

    Notes
    -----
    complib/cl_heap.c of OpenSM 3.3.23. Which of several least numbers comes first is a matter of how the
    heap is built and mended, and it decides between equal routes; so every step of that is as there: of
    equal children the last one rises, the last element of all takes the place of one taken out, and no
    element moves without need.

    Examples
    --------
    >>> keys = [9, 9, 9, 9]
    >>> heap = FourHeap(keys)
    >>> keys[2] = 1
    >>> heap.rise(2)
    >>> [heap.pop() for _ in keys]
    [2, 3, 0, 1]
    """

    __slots__ = ("_at", "_items", "_keys")

    def __init__(self, keys: list[int]) -> None:
        self._keys = keys
        self._items = list(range(len(keys)))
        self._at = list(range(len(keys)))

    def __bool__(self) -> bool:
        return bool(self._items)

    def rise(self, item: int) -> None:
        """Move an element up, as its key has become less."""
        items, at, keys = self._items, self._at, self._keys
        place, key = at[item], keys[item]
        while place:
            parent = (place - 1) >> 2
            above = items[parent]
            if key >= keys[above]:
                break
            items[place] = above
            at[above] = place
            place = parent
        items[place] = item
        at[item] = place

    def pop(self) -> int:
        """Take out the element with the least key."""
        first, last = self._items[0], self._items.pop()
        if self._items:
            self._sink(last)
        return first

    def rest(self) -> list[int]:
        """Return what is left, in no order."""
        return self._items

    def _sink(self, item: int) -> None:
        """Move an element down from the top until no child has a lesser key."""
        items, at, keys = self._items, self._at, self._keys
        place, size, key = 0, len(items), keys[item]
        while (start := 4 * place + 1) < size:
            child, best = start, items[start]
            least = keys[best]
            for number in range(start + 1, min(start + 4, size)):
                other = items[number]
                if keys[other] <= least:
                    child, best, least = number, other, keys[other]
            if key <= least:
                break
            items[place] = best
            at[best] = place
            place = child
        items[place] = item
        at[item] = place
