from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ibviz.core.fabric import Cables, Kind, Nodes, Ports
from ibviz.core.units import SPEEDS, WIDTHS
from ibviz.formats.project_cells import (
    ANY_PORT,
    CABLE_CELLS,
    CABLE_PORT,
    DESCRIBED,
    ENDS,
    GUID,
    KIND,
    LENGTH,
    LID,
    LMC,
    NODE_CELLS,
    PLACE,
    PORT_CELLS,
    PORTS,
    SPEED,
    WIDTH,
    WORD,
    Cell,
    shortest,
    write_column,
)


def test_that_every_column_of_the_contract_is_known() -> None:
    nodes = (
        "name kind ports guid id description alias lid lmc system_guid vendor_id device_id sm_port0 pcie host"
    )
    nodes += " chassis rack unit_u row rail plane described model"
    assert set(NODE_CELLS) == set(nodes.split()) and list(NODE_CELLS)[:4] == ["name", "kind", "ports", "guid"]
    assert set(CABLE_CELLS) == {"medium", "length_m", "label"}
    ports = (
        "port guid lid lmc state phys width speed width_enabled speed_enabled width_supported speed_supported"
    )
    assert set(PORT_CELLS) == set(ports.split())
    assert set(Nodes.columns()) - set(NODE_CELLS) == {"alive", "birth"}
    assert set(Ports.columns()) - set(PORT_CELLS) == {"node"}
    assert set(Cables.columns()) - set(CABLE_CELLS) == {
        "node",
        "port",
        "width",
        "speed",
        "described",
        "alive",
        "birth",
    }


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_that_numbers_come_back_exactly(value: float) -> None:
    assert PLACE.parse(shortest(value)) == value
    assert math.copysign(1, PLACE.parse(shortest(value))) == math.copysign(1, value)


@given(st.integers(0, 2**64 - 1))
def test_that_guids_come_back_in_every_form(guid: int) -> None:
    for text in (GUID.write(guid), f"{guid:x}", f"0X{guid:X}", f" {guid:016x} "):
        assert GUID.parse(text) == guid


@pytest.mark.parametrize(
    ("cell", "text", "value"),
    [
        (KIND, "Switch ", Kind.SWITCH),
        (KIND, "aggregation", Kind.AGGREGATION),
        (WIDTH, "4X", 4),
        (WIDTH, "12", 12),
        (WIDTH, "?", 0),
        (SPEED, "fdr10", SPEEDS.index("FDR10")),
        (SPEED, "?", 0),
        (PORTS, "0", 0),
        (PORTS, "254", 254),
        (CABLE_PORT, "1", 1),
        (ANY_PORT, "0", 0),
        (LID, "49151", 49151),
        (LMC, "7", 7),
        (WORD, "0x2c9", 0x2C9),
        (WORD, "1003", 0x1003),
        (PLACE, "-1.5e3", -1500),
        (LENGTH, "0.5", 0.5),
        (DESCRIBED, "no", False),
        (DESCRIBED, "YES", True),
        (ENDS, "a", (True, False)),
        (ENDS, "b", (False, True)),
        (ENDS, "both", (True, True)),
        (ENDS, "none", (False, False)),
    ],
)
def test_that_cells_are_read_as_people_write_them(cell: Cell, text: str, value: object) -> None:
    assert cell.parse(text) == value


@pytest.mark.parametrize(
    ("cell", "texts"),
    [
        (KIND, ("", "node", "1")),
        (WIDTH, ("", "3x", "4xHDR", "x")),
        (SPEED, ("", "HDX", "100", "4xHDR")),
        (PORTS, ("", "-1", "255", "1.0", "1e1", "٣", "1_0", "+1", "9" * 5000)),
        (CABLE_PORT, ("0", "255", "x")),
        (LID, ("49152", "-1", "0x10")),
        (LMC, ("8",)),
        (GUID, ("", "x", "0x", "-1", "+1", "1" * 17, "0x1_0", "g", "f" * 5000, "٣")),
        (WORD, ("100000000",)),
        (PLACE, ("", "nan", "inf", "-inf", "1,5", "1_0", "1e999", "٣", "x")),
        (LENGTH, ("-1", "nan", "two")),
        (DESCRIBED, ("maybe", "1", "")),
        (ENDS, ("c", "", "ab")),
    ],
)
def test_that_cells_that_do_not_fit_are_refused(cell: Cell, texts: tuple[str, ...]) -> None:
    for text in texts:
        with pytest.raises(ValueError):
            cell.parse(text)


def test_that_what_is_written_is_read_back_and_defaults_are_empty() -> None:
    assert write_column(np.array([0, *WIDTHS], np.uint8), WIDTH, 0) == ["", "1x", "2x", "4x", "8x", "12x"]
    speeds = np.arange(len(SPEEDS), dtype=np.uint8)
    assert [SPEED.parse(text) for text in write_column(speeds, SPEED, 0)[1:]] == speeds[1:].tolist()
    assert write_column(np.array([1.5, np.nan, 2.0]), LENGTH, np.nan) == ["1.5", "", "2"]
    assert write_column(np.array([1, 2], np.uint8), KIND, None) == ["switch", "hca"]
    ends = np.array([[True, True], [True, False], [False, True], [False, False]])
    assert write_column(ends, ENDS, (True, True)) == ["", "a", "b", "none"]
    assert write_column(np.array([True, False]), DESCRIBED, True) == ["", "no"]
    assert write_column(np.array([0x2C9], np.uint32), WORD, 0) == ["0x02c9"]
