"""Figures as people read them: thin spaces before units, three figures of precision, a true minus."""

from __future__ import annotations

import math

THIN = "\u2009"
"""What stands between a figure and its unit."""

NOTHING = "–"
"""What stands for a figure that does not exist."""


def count(value: float) -> str:
    """Return a count, whole where it is one.

    Examples
    --------
    >>> count(34992), count(2.5)
    ('34,992', '2.5')
    """
    return f"{value:,.0f}" if float(value).is_integer() else f"{value:,.3g}"


def several(value: float, one: str, many: str = "") -> str:
    """Return a count with its noun.

    Examples
    --------
    >>> several(1, "cable"), several(64, "cable"), several(2, "switch", "switches")
    ('1 cable', '64 cables', '2 switches')
    """
    return f"{count(value)} {one if value == 1 else many or one + 's'}"


def figure(value: float) -> str:
    """Return a number with three figures of precision, whole from 100 on; a dash for none.

    Examples
    --------
    >>> figure(12.444), figure(200.0), figure(-1234.5), figure(float("nan"))
    ('12.4', '200', '−1,234', '–')
    """
    if not math.isfinite(value):
        return NOTHING
    if abs(value) >= 99.95:
        return f"{value:,.0f}".replace("-", "−")
    return f"{value:.3g}".replace("-", "−")


def rate(gbps: float) -> str:
    r"""Return a rate with its unit: Gbit/s below 1,000, then Tbit/s.

    Examples
    --------
    >>> rate(24.94), rate(491_234.0)
    ('24.9\u2009Gbit/s', '491\u2009Tbit/s')
    """
    if not math.isfinite(gbps):
        return NOTHING
    return f"{figure(gbps / 1000)}{THIN}Tbit/s" if abs(gbps) >= 1000 else f"{figure(gbps)}{THIN}Gbit/s"


def share(value: float) -> str:
    r"""Return a share as percent; what is not quite all never reads as 100 %.

    Examples
    --------
    >>> share(0.914), share(1.0), share(0.9996), share(0.0004)
    ('91.4\u2009%', '100\u2009%', '99.9\u2009%', '0.04\u2009%')
    """
    if not math.isfinite(value):
        return NOTHING
    percent = value * 100
    if 99.9 < percent < 100 - 1e-7:
        percent = 99.9
    return f"{figure(round(percent, 9))}{THIN}%"


def whole_share(value: float) -> str:
    r"""Return a share as whole percent, for columns; what is not quite all never reads as 100 %, nor some as 0 %.

    Examples
    --------
    >>> whole_share(0.914), whole_share(0.999), whole_share(0.001), whole_share(float("nan"))
    ('91\u2009%', '99\u2009%', '<1\u2009%', '–')
    """
    if not math.isfinite(value):
        return NOTHING
    percent = round(value * 100)
    if percent == 0 and value > 1e-9:
        return f"<1{THIN}%"
    return f"{99 if percent == 100 and value < 1 - 1e-9 else percent}{THIN}%"


def ratio(value: float) -> str:
    r"""Return a ratio to one.

    Examples
    --------
    >>> ratio(1.0), ratio(4.7143)
    ('1\u2009:\u20091', '4.71\u2009:\u20091')
    """
    return f"{figure(value)}{THIN}:{THIN}1"


def guid(value: int) -> str:
    """Return a GUID as tools print it; a dash for none.

    Examples
    --------
    >>> guid(0x2C9030000001), guid(0)
    ('0x00002c9030000001', '–')
    """
    return f"0x{value:016x}" if value else NOTHING
