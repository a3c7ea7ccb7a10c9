from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ibviz.core.errors import OptionError
from ibviz.core.units import (
    LANE_DATA_GBPS,
    LANE_SIGNAL_GBPS,
    LID_LIMIT,
    SPEEDS,
    WIDTHS,
    Rate,
    data_rate,
    payload_fraction,
    pcie_gbps,
    rate_label,
)

TABLE = {
    "SDR": (2.5, 2, (2, 4, 8, 16, 24)),
    "DDR": (5, 4, (4, 8, 16, 32, 48)),
    "QDR": (10, 8, (8, 16, 32, 64, 96)),
    "FDR10": (10.3125, 10, (10, 20, 40, 80, 120)),
    "FDR": (14.0625, 150 / 11, (13.636, 27.273, 54.5454, 109.09, 163.636)),
    "EDR": (25.78125, 25, (25, 50, 100, 200, 300)),
    "HDR": (53.125, 50, (50, 100, 200, 400, 600)),
    "NDR": (106.25, 100, (100, 200, 400, 800, 1200)),
    "XDR": (212.5, 200, (200, 400, 800, 1600, 2400)),
}
CODES = {"SDR": (8, 10), "DDR": (8, 10), "QDR": (8, 10), "FDR10": (64, 66), "FDR": (64, 66), "EDR": (64, 66)}


@pytest.mark.parametrize("speed", TABLE)
def test_that_capacities_are_those_of_the_standard(speed: str) -> None:
    signal, data, wide = TABLE[speed]
    code = SPEEDS.index(speed)
    assert LANE_SIGNAL_GBPS[code] == signal and LANE_DATA_GBPS[code] == data
    for width, gbps in zip(WIDTHS, wide, strict=True):
        assert Rate.parse(f"{width}x{speed}").gbps == pytest.approx(gbps, abs=0.005)
        assert Rate.parse(f"{width}x{speed}").gbps == pytest.approx(width * data, rel=1e-12)


@pytest.mark.parametrize("speed", TABLE)
def test_that_data_is_the_signalling_rate_times_the_line_code(speed: str) -> None:
    payload, total = CODES.get(speed, (512, 544))
    code = SPEEDS.index(speed)
    assert LANE_DATA_GBPS[code] == pytest.approx(LANE_SIGNAL_GBPS[code] * payload / total, rel=1e-12)


def test_that_the_tables_of_lanes_cannot_be_changed() -> None:
    assert not LANE_DATA_GBPS.flags.writeable and not LANE_SIGNAL_GBPS.flags.writeable
    assert LID_LIMIT == 0xBFFF


@given(st.sampled_from(WIDTHS), st.integers(1, len(SPEEDS) - 1))
def test_that_rates_read_back(width: int, speed: int) -> None:
    rate = Rate(width, speed)
    assert Rate.parse(str(rate)) == rate == Rate.parse(f" {str(rate).lower()} ")


@pytest.mark.parametrize("text", ["", "4x", "3xHDR", "4xXYZ", "4 xHDR", "HDR4", "4xHDR4xHDR", "4хHDR"])
def test_that_what_is_no_rate_is_refused(text: str) -> None:
    with pytest.raises(OptionError, match="no rate"):
        Rate.parse(text)


def test_that_unknown_widths_and_speeds_carry_nothing_and_are_shown_as_such() -> None:
    rates = data_rate(np.array([0, 4, 4, 12], np.uint8), np.array([7, 0, 7, 9], np.uint8))
    assert rates.tolist() == [0, 0, 200, 2400]
    assert (rate_label(0, 7), rate_label(4, 0), rate_label(4, 7)) == ("?xHDR", "4x?", "4xHDR")


@pytest.mark.parametrize(
    ("slot", "gbps"),
    [
        ("gen2x8", 32.0),
        ("gen3x8", 63.02),
        ("gen3x16", 126.03),
        ("gen4x16", 252.06),
        ("Gen5x16", 504.12),
        (" gen6x16", 944.0),
    ],
)
def test_that_pcie_slots_carry_what_their_code_leaves(slot: str, gbps: float) -> None:
    assert pcie_gbps(slot) == pytest.approx(gbps, abs=0.005)


@pytest.mark.parametrize("slot", ["", "gen7x16", "gen4", "x16", "gen4x3"])
def test_that_what_is_no_slot_is_refused(slot: str) -> None:
    with pytest.raises(OptionError, match="no PCIe slot"):
        pcie_gbps(slot)


@pytest.mark.parametrize(
    ("mtu", "share"), [(4096, 0.99369), (2048, 0.98746), (1024, 0.97524), (256, 0.90780)]
)
def test_that_headers_leave_that_share(mtu: int, share: float) -> None:
    assert payload_fraction(mtu) == pytest.approx(share, abs=5e-6)
    assert payload_fraction(mtu, global_route=True) == mtu / (mtu + 66)
