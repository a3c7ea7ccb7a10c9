"""Guesses from node descriptions: host, card, chassis, chip; each is a guess, and marked as one."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from ibviz.core.fabric import Kind, Nodes
from ibviz.core.table import Bools, Ints, Texts

_DEVICE = re.compile(
    r"(?:HCA-|(?:mlx[45]|hfi1|bnxt_re|irdma|hns)_|mthca|qib|ipath)(\d{1,6})"
    r"|ib(?:P(\d{1,5}))?p(\d{1,5})s(\d{1,5})(?:f(\d{1,3}))?|ibs(\d{1,5})(?:f(\d{1,3}))?",
    re.ASCII,
)
_DEFAULT = re.compile(
    r"""(?=.*\s).*\b(?:Mellanox|InfiniHost|Infiniscale|ConnectX|BlueField|NVIDIA|Voltaire|QLogic|Intel)\b
    |(?:MT\d{4,5}|ConnectX)\b|(?:HCA-|mlx[45]_)\d+$|(?:HCA|CA|NIC|node|host)?$|(?:localhost|\(none\)|unknown|linux)(?:\.\S*)?$""",
    re.IGNORECASE | re.VERBOSE,
)
_MANAGED = re.compile(r"^MF0;([^;]*?):([^:/]*)(?:/([LS]\d+))?/(U\d+)(?:/RT)?[ \t]*$", re.MULTILINE)
_DIRECTOR = re.compile(r"^(.* GUID=0x[0-9a-fA-F]+)[ \t]+([LS]\d+)([A-Z]?)[ \t]*$", re.MULTILINE)
NO_CARD = -1
_SUSPECT = (
    *[
        "mellanox",
        "infinihost",
        "infiniscale",
        "connectx",
        "bluefield",
        "nvidia",
        "voltaire",
        "qlogic",
        "intel",
    ],
    *["localhost", "(none)", "unknown", "linux"],
    *(f"\n{word}" for word in ("mt", "hca", "mlx", "ca\n", "nic\n", "node\n", "host\n")),
)
"""One of these is in every default, in lower case and between line feeds."""


@dataclass(frozen=True, eq=False)
class Guesses:
    """What the descriptions of the nodes say of their place, (N,) each.

    Attributes
    ----------
    host : (N,) str
        Host of an HCA; empty where its name is a vendor's default or names no host.
    card : (N,) int64
        Number of the HCA among its host's, from the name (``mlx5_3`` is 3); a PCI address counts as domain,
        bus, slot and function in that order. -1 where the name has none.
    chassis : (N,) str
        Host name of a managed switch, or name of a director; empty where the name has none.
    slot, chip, model : (N,) str
        Such as ``L05``, ``U1``, ``MCS8500`` in ``MF0;sat:MCS8500/L05/U1``.
    """

    host: Texts
    card: Ints
    chassis: Texts
    slot: Texts
    chip: Texts
    model: Texts


def guess(nodes: Nodes) -> Guesses:
    """Read the places of all nodes out of their names, and out of their descriptions where names fail.

    Notes
    -----
    A name that a vendor gives by default (``MT25408 ConnectX Mellanox Technologies``) or an unnamed
    system (``localhost``) says nothing of a host. A name without a device's suffix is the host's own.
    """
    blank = [np.full(len(nodes), "", object) for _ in range(5)]
    found = Guesses(blank[0], np.full(len(nodes), NO_CARD), *blank[1:])
    hcas = np.flatnonzero(nodes.kind == Kind.HCA)
    switches = np.flatnonzero((nodes.kind == Kind.SWITCH) | (nodes.kind == Kind.ROUTER))
    for texts in (nodes.name, nodes.description, nodes.alias):
        open_hcas = hcas[(found.card[hcas] == NO_CARD) & (texts[hcas] != "")]
        _read_hosts(texts, open_hcas, found)
        open_switches = switches[(found.chassis[switches] == "") & (texts[switches] != "")]
        _read_switches(texts, open_switches, found)
    return found


def is_default_name(text: str) -> bool:
    """Tell whether a name is one that vendors or unnamed systems give, so that it tells nothing apart.

    Examples
    --------
    >>> is_default_name("MT4123 ConnectX6   Mellanox Technologies"), is_default_name("node17")
    (True, False)
    """
    return _DEFAULT.match(text.strip()) is not None


def host_and_card(text: str) -> tuple[str, int]:
    """Return host and card number that the name of an HCA gives; empty and -1 where it gives none.

    Examples
    --------
    >>> host_and_card("selene-cache-02 mlx5_1 "), host_and_card("node 7 ibp65s0f1")
    (('selene-cache-02', 1), ('node 7', 266241))
    >>> host_and_card("localhost HCA-1"), host_and_card("n2")
    (('', 1), ('n2', -1))
    """
    hosts, cards = _hosts_and_cards([text])
    return hosts[0], int(cards[0])


def _hosts_and_cards(texts: list[str]) -> tuple[Texts, Ints]:
    """Return hosts and card numbers of many names; each different device and host is looked at once."""
    card = np.full(len(texts), NO_CARD)
    host = np.array(texts, object)
    together = "\n".join(texts)
    if together.split() == texts and not _may_be_default(together):
        return host, card
    parts = [(row, text.split()) for row, text in enumerate(texts) if " " in text or "\t" in text]
    cards: dict[str, int] = {}
    for row, words in parts:
        device = words[-1] if words else ""
        if device not in cards:
            cards[device] = _card(device)
        if cards[device] != NO_CARD:
            card[row] = cards[device]
            host[row] = texts[row].rstrip()[: -len(device)]
    names = _host_names(dict.fromkeys(host.tolist()))
    host[:] = list(map(names.__getitem__, host.tolist()))
    return host, card


def _host_names(texts: Iterable[str]) -> dict[str, str]:
    """Return the host that each text names, empty for defaults; one look at all tells if any can be one."""
    hosts = {text: text.strip() for text in texts}
    if _may_be_default("\n".join(hosts.values())):
        return {text: "" if is_default_name(host) else host for text, host in hosts.items()}
    return hosts


def _may_be_default(lines: str) -> bool:
    everything = f"\n{lines}\n".lower()
    return any(word in everything for word in _SUSPECT)


def _card(device: str) -> int:
    """Return the number of a device such as ``mlx5_1``; -1 if it is none.

    A PCI address counts as domain (16 bits above), bus (16), slot (8), function (4).
    """
    match = _DEVICE.fullmatch(device)
    if match is None:
        return NO_CARD
    number, domain, bus, slot, function, hotplug, hotplug_function = match.groups("0")
    if bus != "0" or slot != "0":
        return ((int(domain) * 65536 + int(bus)) * 256 + int(slot)) * 16 + int(function)
    return int(number) + int(hotplug) * 16 + int(hotplug_function)


def _read_hosts(texts: Texts, rows: Ints, found: Guesses) -> None:
    if not len(rows):
        return
    hosts, cards = _hosts_and_cards(texts[rows].tolist())
    better: Bools = (cards != NO_CARD) & (hosts != "")
    fresh = better | (found.host[rows] == "")
    found.host[rows[fresh]] = hosts[fresh]
    found.card[rows[better]] = cards[better]


def _read_switches(texts: Texts, rows: Ints, found: Guesses) -> None:
    for row, text in zip(rows.tolist(), texts[rows].tolist(), strict=True):
        if managed := _MANAGED.match(text):
            found.chassis[row], found.model[row] = managed[1].strip(), managed[2]
            found.slot[row], found.chip[row] = managed[3] or "", managed[4]
        elif director := _DIRECTOR.match(text):
            found.chassis[row], found.slot[row], found.chip[row] = director.groups()
