"""Speeds, widths and capacities of InfiniBand links, in Gbit/s of data one way.

A speed is a code: its place in `SPEEDS`, 0 for unknown. A width is its number of lanes, 0 for unknown.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ibviz.core.errors import OptionError

SPEEDS = ("", "SDR", "DDR", "QDR", "FDR10", "FDR", "EDR", "HDR", "NDR", "XDR")
WIDTHS = (1, 2, 4, 8, 12)

LANE_SIGNAL_GBPS = np.array([0, 2.5, 5, 10, 10.3125, 14.0625, 25.78125, 53.125, 106.25, 212.5])
"""Signalling rate of one lane, indexed by speed code, Gbit/s."""

LANE_DATA_GBPS = np.array([0, 2, 4, 8, 10, 150 / 11, 25, 50, 100, 200])
"""Data rate of one lane, indexed by speed code, Gbit/s: 8b/10b to QDR, 64b/66b to EDR, 512/544 from HDR."""

LANE_SIGNAL_GBPS.flags.writeable = LANE_DATA_GBPS.flags.writeable = False

LID_LIMIT = 49151
"""Unicast LIDs of one subnet: 0x0001 to 0xBFFF."""

_RATE = re.compile(r"(?:(1|2|4|8|12)x)?(SDR|DDR|QDR|FDR10|FDR|EDR|HDR|NDR|XDR)", re.IGNORECASE)
_PCIE = re.compile(r"gen([1-6])x(1|2|4|8|16|32)", re.IGNORECASE)
_PCIE_LANE_GBPS = {
    1: 2.5 * 0.8,
    2: 5 * 0.8,
    3: 8 * 128 / 130,
    4: 16 * 128 / 130,
    5: 32 * 128 / 130,
    6: 64 * 236 / 256,
}


@dataclass(frozen=True, slots=True)
class Rate:
    """Width and speed of a link, such as 4xHDR.

    Parameters
    ----------
    width : int
        Lanes.
    speed : int
        Speed code.

    Examples
    --------
    >>> Rate.parse("2xHDR")
    Rate(width=2, speed=7)
    >>> str(Rate.parse("hdr")), Rate.parse("4xFDR").gbps
    ('4xHDR', 54.54545454545455)
    """

    width: int
    speed: int

    @classmethod
    def parse(cls, text: str) -> Rate:
        """Read a rate such as ``2xHDR``; ``HDR`` alone is 4 lanes.

        Raises
        ------
        OptionError
            If the text is no rate.
        """
        match = _RATE.fullmatch(text.strip())
        if not match:
            raise OptionError(
                f"{text!r} is no rate; expected width and speed such as 4xHDR, speeds SDR to XDR"
            )
        return cls(int(match[1] or 4), SPEEDS.index(match[2].upper()))

    @property
    def gbps(self) -> float:
        """Data rate one way, Gbit/s."""
        return float(self.width * LANE_DATA_GBPS[self.speed])

    def __str__(self) -> str:
        return f"{self.width}x{SPEEDS[self.speed]}"


def data_rate(width: NDArray[np.uint8], speed: NDArray[np.uint8]) -> NDArray[np.float64]:
    """Return the data rate of links one way, Gbit/s; 0 where width or speed is unknown."""
    rate: NDArray[np.float64] = width * LANE_DATA_GBPS[speed]
    return rate


def rate_label(width: int, speed: int) -> str:
    """Return ``4xHDR`` and the like; ``?`` stands for what is unknown."""
    return f"{width or '?'}x{SPEEDS[speed] or '?'}"


def pcie_gbps(slot: str) -> float:
    """Return what a PCIe slot such as ``gen4x16`` carries one way, Gbit/s, before packet overhead.

    Raises
    ------
    OptionError
        If the text names no PCIe generation and width.

    Notes
    -----
    8b/10b for generations 1 and 2, 128b/130b for 3 to 5, 236 of 256 flit bytes for 6.

    Examples
    --------
    >>> round(pcie_gbps("gen3x16"), 2), pcie_gbps("gen6x16"), pcie_gbps("gen2x8")
    (126.03, 944.0, 32.0)
    """
    match = _PCIE.fullmatch(slot.strip())
    if not match:
        raise OptionError(f"{slot!r} is no PCIe slot; expected generation and lanes such as gen4x16")
    return _PCIE_LANE_GBPS[int(match[1])] * int(match[2])


def payload_fraction(mtu: int, *, global_route: bool = False) -> float:
    """Return the share of payload in a full packet of a reliable connection.

    Notes
    -----
    Headers of 26 bytes: LRH 8, BTH 12, ICRC 4, VCRC 2; a GRH adds 40.

    Examples
    --------
    >>> round(payload_fraction(4096), 5), round(payload_fraction(256), 5)
    (0.99369, 0.9078)
    """
    return mtu / (mtu + 26 + (40 if global_route else 0))
