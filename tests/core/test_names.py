from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ibviz.core.fabric import Nodes
from ibviz.core.names import guess, host_and_card, is_default_name

DEFAULTS = (
    "MT25408 ConnectX Mellanox Technologies",
    "MT4129 ConnectX7   Mellanox Technologies",
    "Quantum Mellanox Technologies",
    "Infiniscale-IV Mellanox Technologies",
    "MT23108 InfiniHost Mellanox Technologies",
    "QLogic Infiniband HCA",
    "ISR9024 Voltaire",
    "Mellanox Technologies Aggregation Node",
    "localhost",
    "localhost.localdomain",
    "(none)",
    "HCA",
    "",
)


@pytest.mark.parametrize("text", DEFAULTS)
def test_that_a_vendors_default_is_no_host(text: str) -> None:
    assert is_default_name(text)
    assert host_and_card(text) == ("", -1)
    assert host_and_card(f"{text} HCA-2")[0] == ""


@pytest.mark.parametrize(
    "text", ["n2", "node 7", "intel-01", "nvidia-dgx3", "mt-1", "linux7", "hostess", "Hca84"]
)
def test_that_a_name_that_only_looks_like_a_default_is_a_host(text: str) -> None:
    assert host_and_card(text) == (text, -1)


@pytest.mark.parametrize(
    ("text", "host", "card"),
    [
        ("h4-1-gpu HCA-12", "h4-1-gpu", 12),
        ("selene-cache-02 mlx5_1 ", "selene-cache-02", 1),
        ("  stage97   mlx4_0", "stage97", 0),
        ("tab\tmlx5_3", "tab", 3),
        ("n hfi1_0", "n", 0),
        ("n qib1", "n", 1),
        ("n mthca0", "n", 0),
        ("n ibp12s0", "n", 12 * 4096),
        ("n ibp12s0f1", "n", 12 * 4096 + 1),
        ("n ibp12s1", "n", 12 * 4096 + 16),
        ("n ibP2p3s0", "n", (2 * 65536 + 3) * 4096),
        ("n ibp0s3", "n", 48),
        ("n ibs5f1", "n", 81),
        ("Voltaire 4036 # 4036-8C5C", "", -1),
        ("mlx5_0", "", -1),
        (" HCA-2", "", 2),
        ("a b c", "a b c", -1),
        ("n mlx5_", "n mlx5_", -1),
    ],
)
def test_that_host_and_card_come_from_the_name(text: str, host: str, card: int) -> None:
    assert host_and_card(text) == (host, card)


def test_that_pci_addresses_sort_as_they_are_wired() -> None:
    names = ["n ibp3s0f0", "n ibp3s0f1", "n ibp3s1", "n ibp12s0", "n ibP1p1s0"]
    cards = [host_and_card(name)[1] for name in names]
    assert cards == sorted(cards)


@given(st.lists(st.text(st.characters(exclude_categories=["Cc", "Cs"]), max_size=30), max_size=8))
def test_that_many_names_are_read_as_each_alone(texts: list[str]) -> None:
    for some in (texts, [*texts, "a mlx5_1", "MT25408 ConnectX Mellanox Technologies", ""]):
        _check_alone(some)


@given(st.lists(st.text("aX \u00a0-7", min_size=1, max_size=5), min_size=1, max_size=4))
def test_that_names_without_blanks_are_read_as_each_alone(texts: list[str]) -> None:
    _check_alone(texts)
    _check_alone(["node-1", "localhost", *texts])


def _check_alone(texts: list[str]) -> None:
    found = guess(Nodes.of(len(texts), kind=[2] * len(texts), name=np.array(texts, object)))
    alone = [host_and_card(text) if text else ("", -1) for text in texts]
    assert list(zip(found.host.tolist(), found.card.tolist(), strict=True)) == alone


def test_that_a_switchs_name_gives_chassis_slot_chip_and_model() -> None:
    names = [
        "MF0;sat11-0101:MCS8500/L16/U2",
        "MF0;ib-switch:MQM9700/U1",
        "MF0;q:Q3400_RA/U2/RT",
        "QLogic 12800-180 GUID=0x00066a00e8001310 L101",
        "Quantum Mellanox Technologies",
    ]
    found = guess(Nodes.of(5, kind=[1, 1, 3, 1, 1], name=np.array(names, object)))
    assert found.chassis.tolist() == [
        "sat11-0101",
        "ib-switch",
        "q",
        "QLogic 12800-180 GUID=0x00066a00e8001310",
        "",
    ]
    assert found.slot.tolist() == ["L16", "", "", "L101", ""]
    assert found.chip.tolist() == ["U2", "U1", "U2", "", ""]
    assert found.model.tolist() == ["MCS8500", "MQM9700", "Q3400_RA", "", ""]


def test_that_the_description_is_read_where_the_name_from_a_map_has_no_device() -> None:
    nodes = Nodes.of(
        3,
        kind=[2, 2, 1],
        name=np.array(["gpu 1 left", "plain", "core 1"], object),
        description=np.array(["node001 mlx5_4", "", "MF0;dir:CS7500/S01/U1"], object),
    )
    found = guess(nodes)
    assert found.host.tolist() == ["node001", "plain", ""]
    assert found.card.tolist() == [4, -1, -1]
    assert found.chassis.tolist() == ["", "", "dir"]


def test_that_no_nodes_give_no_guesses() -> None:
    assert len(guess(Nodes.of(0)).host) == 0
