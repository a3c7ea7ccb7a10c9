"""Guesses from node descriptions: host, card, chassis, chip; each is a guess, and marked as one."""

from __future__ import annotations

import re
from dataclasses import dataclass

import numpy as np

from ibviz.core.fabric import Kind, Nodes
from ibviz.core.table import Bools, Ints, Texts

_DEVICE = re.compile(
    r"^(.*?)[ \t]+(?:(?:HCA-|(?:mlx[45]|hfi1|bnxt_re|irdma|hns)_|mthca|qib|ipath)(\d{1,6})"
    r"|ib(?:P(\d{1,5}))?p(\d{1,5})s(\d{1,5})(?:f(\d{1,3}))?|ibs(\d{1,5})(?:f(\d{1,3}))?)[ \t]*$",
    re.MULTILINE,
)
_DEFAULT = re.compile(
    r"""(?=.*\s).*\b(?:Mellanox|InfiniHost|Infiniscale|ConnectX|BlueField|NVIDIA|Voltaire|QLogic|Intel)\b
    |(?:MT\d{4,5}|ConnectX)\b|(?:HCA|CA|NIC|node|host)?$|(?:localhost|\(none\)|unknown|linux)(?:\.\S*)?$""",
    re.IGNORECASE | re.VERBOSE,
)
_MANAGED = re.compile(r"^MF0;([^;]*?):([^:/]*)(?:/([LS]\d+))?/(U\d+)(?:/RT)?[ \t]*$", re.MULTILINE)
_DIRECTOR = re.compile(r"^(.* GUID=0x[0-9a-fA-F]+)[ \t]+([LS]\d+)([A-Z]?)[ \t]*$", re.MULTILINE)
NO_CARD = -1


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
    found = Guesses(*(np.full(len(nodes), fill, object) for fill in ("", NO_CARD, "", "", "", "")))
    hcas = np.flatnonzero(nodes.kind == Kind.HCA)
    switches = np.flatnonzero((nodes.kind == Kind.SWITCH) | (nodes.kind == Kind.ROUTER))
    for texts in (nodes.name, nodes.description, nodes.alias):
        open_hcas = hcas[(found.card[hcas] == NO_CARD) & (texts[hcas] != "")]
        _read_hosts(texts, open_hcas, found)
        open_switches = switches[(found.chassis[switches] == "") & (texts[switches] != "")]
        _read_switches(texts, open_switches, found)
    return Guesses(found.host, found.card.astype(np.int64), *(getattr(found, n) for n in _SWITCH_FIELDS))


_SWITCH_FIELDS = ("chassis", "slot", "chip", "model")


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
    match = _DEVICE.match(text)
    host = (match[1] if match else text).strip()
    return "" if is_default_name(host) else host, _card(match.groups()) if match else NO_CARD


def _card(groups: tuple[str | None, ...]) -> int:
    _, number, domain, bus, slot, function, hotplug, hotplug_function = groups
    if number is not None:
        return int(number)
    if hotplug is not None:
        return int(hotplug) * 16 + int(hotplug_function or 0)
    return ((int(domain or 0) * 65536 + int(bus or 0)) * 256 + int(slot or 0)) * 16 + int(function or 0)


def _read_hosts(texts: Texts, rows: Ints, found: Guesses) -> None:
    read = [host_and_card(text) for text in texts[rows].tolist()]
    if not read:
        return
    hosts, cards = (np.array(values, object) for values in zip(*read, strict=True))
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
