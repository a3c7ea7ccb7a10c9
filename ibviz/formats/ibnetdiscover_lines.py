"""The tolerant parser of ibnetdiscover dumps, line by line.

It takes what transport, hand editing, other releases, ibdiagnet and ibsim make of a dump, and notes each
line that it does not understand, wholly or in part. No pattern ever tries a byte twice over a run: all
repeats are possessive, so that a hostile line costs no more than its length.
"""

from __future__ import annotations

import re
from typing import Any

import numpy as np

from ibviz.core.table import Bools, Ints
from ibviz.core.text import shown
from ibviz.core.units import LID_LIMIT, SPEEDS
from ibviz.formats.ibnetdiscover_records import (
    BREAK,
    DEVICE,
    FACT,
    HEAD,
    ID,
    LONGEST_LINE,
    PORT,
    PORT0_WORDS,
    PORT_LIMIT,
    SHOWN_NOTES,
    SYSTEM,
    TEXT_ID,
    VENDOR,
    Dump,
    Records,
    rows,
)

_B = rb"[ \t]*+"
_FACT = re.compile(
    rb"(?:(vendid)|(devid)|(sysimgguid)|(switchguid|caguid|rtguid))"
    rb"=(?:0[xX])?([^\s()#]++)(?:\([^\s()]*+\))?+" + _B + rb"(?:\#([^\"=\[]*+))?+"
)
_FACTS = (VENDOR, DEVICE, SYSTEM, ID)
_ID_LETTERS = {b"switchguid": ord("S"), b"caguid": ord("H"), b"rtguid": ord("R")}
_HEAD = re.compile(rb"(Switch|Ca|CA|Hca|HCA|Rt|Router)" + _B + rb"(\d++)" + _B + rb'"([^"]*+)"' + _B)
_WORDS = {b"Switch": ord("S"), b"Rt": ord("R"), b"Router": ord("R")}
_NAME = re.compile(rb"#" + _B + rb'"')
_PORT0 = re.compile(
    _B
    + rb"(?:(enhanced|base)[ \t]++port[ \t]++0[ \t]++)?lid(?:[ \t]++(\d++))?+(?:[ \t]++lmc(?:[ \t]++(\d++))?+)?+"
    + _B
    + rb"(?:\#.*+)?"
)
_PORT = re.compile(
    rb"\[(\d++)\]"
    + _B
    + rb"(?:\[ext[ \t]++(\d++)\])?+"
    + _B
    + rb"(?:\(([^()]*+)\))?+"
    + _B
    + rb"(?:\(([^()]*+)\))?+"
    + _B
    + rb'"([^"]*+)"'
    + _B
    + rb"\[(\d++)\]"
    + _B
    + rb"(?:\[ext[ \t]++\d++\])?+"
    + _B
    + rb"(?:\(([^()]*+)\))?+"
    + _B
)
_OF_HCA = re.compile(rb"#" + _B + rb"lid")
_OWN_LID = re.compile(rb"#" + _B + rb"lid(?:[ \t]++(\d++))?+[ \t]++lmc(?:[ \t]++(\d++))?+" + _B + rb'"')
_TAIL = re.compile(
    _B
    + rb"lid(?:[ \t]++(\d++)(?![0-9x?]))?+(?:[ \t]++(\d++x|\?\?)([A-Z0-9]++|\?\?\?))?+((?:[ \t]++[swv]=\d++)*+)"
    + _B
)
_OPTIONS = re.compile(rb"((?:[ws]=\d++" + _B + rb")*+)(\#(?![ \t]*+lid)[^\"]*+)?+")
_OPTION = re.compile(rb"([ws])=(\d++)")
_HEX = re.compile(rb"[0-9A-Fa-f]{1,16}")
_GOOD_ID = re.compile(rb"([SHR])-([0-9A-Fa-f]{1,16})")
_SILENT = re.compile(
    rb"Chassis[ \t]++\d++[ \t]++\(guid[ \t]++0x[0-9A-Fa-f]++\)|Non-Chassis Nodes|Hostname: .*+|Chassis[ \t]++\d++|DR path slid .*+"
)
_CUT_COMMENT = re.compile(rb"#" + _B + rb"(?:\"|lid[ \t]++\d*+[ \t]*+lmc)")
_UNKNOWN = "not understood, left out"
_WIDTHS = {b"1x": 1, b"2x": 2, b"4x": 4, b"8x": 8, b"12x": 12}
_SPEED_CODES = {speed.encode(): code for code, speed in enumerate(SPEEDS) if speed}
_OPTION_WIDTHS = {1: 1, 2: 4, 4: 4, 8: 12, 12: 12}
_OPTION_SPEEDS = {1: SPEEDS.index("SDR"), 2: SPEEDS.index("DDR"), 4: SPEEDS.index("QDR")}


def read_lines(dump: Dump, spans: Ints) -> tuple[Records, Records, Records]:
    """Parse lines one by one; `spans` (K, 2) are their starts and ends.

    Returns
    -------
    heads, ports, facts : tables of HEAD, PORT, FACT
    """
    parser = _Lines(dump)
    for start, end in _worth_reading(dump, spans).tolist():
        if end - start > LONGEST_LINE:
            parser.unknown(
                start, start + 200, f"line of {end - start:,} bytes is longer than any tool prints"
            )
            continue
        for piece in re.finditer(rb"[^\r]++", dump.data[start:end]):
            parser.line(start + piece.start(), start + piece.end())
    return rows(parser.heads, HEAD), rows(parser.ports, PORT), rows(parser.facts, FACT)


def _begins() -> Bools:
    """Tell which two bytes a line of any meaning may begin with."""
    begins = np.zeros((256, 256), np.bool_)
    begins[[ord(letter) for letter in " \t\r#"]] = True
    begins[ord("["), ord("0") : ord("9") + 1] = True
    words = (
        "Switch",
        "Ca",
        "CA",
        "Hca",
        "HCA",
        "Rt",
        "Router",
        "vendid",
        "devid",
        "sysimgguid",
        "switchguid",
    )
    for word in (*words, "caguid", "rtguid", "Chassis", "Non-Chassis", "Hostname", "DR path"):
        begins[ord(word[0]), ord(word[1])] = True
    return begins


_BEGINS = _begins()


def _worth_reading(dump: Dump, spans: Ints) -> Ints:
    """Leave out, and count, those lines of no meaning that there is no room for among the notes anyway."""
    array, starts, ends = dump.array, spans[:, 0], spans[:, 1]
    hopeless = ~_BEGINS[array[starts], array[starts + 1]] & (ends - starts <= LONGEST_LINE) & (starts < ends)
    if hopeless.sum() <= SHOWN_NOTES:
        return spans
    # A CR amid a line parts it in two, of which the second may have a meaning.
    returns = np.flatnonzero(array == ord("\r"))
    hopeless &= np.searchsorted(returns, starts) == np.searchsorted(returns, ends)
    left = np.flatnonzero(hopeless)[SHOWN_NOTES:]
    if len(left):
        dump.notes.count(_UNKNOWN, len(left), int(starts[left[0]]), int(starts[left[-1]]))
    return np.delete(spans, left, axis=0)


class _Lines:
    """What the lines so far say; offsets are those of the dump."""

    def __init__(self, dump: Dump) -> None:
        self.dump = dump
        self.data = dump.data
        self.note = dump.notes.add
        self.heads: list[tuple[Any, ...]] = []
        self.ports: list[tuple[Any, ...]] = []
        self.facts: list[tuple[Any, ...]] = []

    def unknown(self, at: int, end: int, kind: str) -> None:
        full = self.dump.notes.full
        self.note(at, kind, "" if full else shown(self.data[at:end].decode("utf-8", "replace")))

    def line(self, at: int, end: int) -> None:
        """Parse a line without its end."""
        data = self.data
        while at < end and data[at] in b" \t":
            at += 1
        while at < end and data[end - 1] in b" \t":
            end -= 1
        if at == end:
            return
        first = data[at : at + 1]
        if first == b"#":
            if _CUT_COMMENT.match(data, at, end):
                self.unknown(at, end, "looks like the end of a line that was cut; left out")
        elif not (self._port(at, end) if first == b"[" else self._head(at, end) or self._fact(at, end)):
            self._other(at, end)

    def _other(self, at: int, end: int) -> None:
        if _SILENT.fullmatch(self.data, at, end):
            self.facts.append((at, BREAK, 0, 0))
        else:
            self.unknown(at, end, _UNKNOWN)

    def _fact(self, at: int, end: int) -> bool:
        match = _FACT.fullmatch(self.data, at, end)
        if match is None:
            return False
        what = _FACTS[next(i for i in range(4) if match[i + 1])]
        letter = _ID_LETTERS.get(match[4], 0)
        value = match[5]
        if _HEX.fullmatch(value) and (int(value, 16) or what != ID):
            self.facts.append((at, what, letter, int(value, 16)))
        elif what == ID:
            self.facts.append((at, ID, TEXT_ID, self._text(at, bytes([letter]) + b"-" + value)))
        else:
            self.unknown(at, end, "expected a hex number, left out")
        return True

    def _text(self, at: int, text: bytes) -> int:
        if text not in self.dump.texts and text[1:2] == b"-":
            self.note(at, "node id is no GUID in hex, kept as text", shown(text.decode("utf-8", "replace")))
        return self.dump.texts.setdefault(text, len(self.dump.texts))

    def _id(self, at: int, text: bytes) -> tuple[int, int]:
        match = _GOOD_ID.fullmatch(text)
        if match and (guid := int(match[2], 16)):
            return match[1][0], guid
        return TEXT_ID, self._text(at, text)

    def _number(self, at: int, digits: bytes | None, most: int, what: str) -> int:
        """Return a number, or 0 and a note where it is larger than `most`."""
        if digits is None:
            return 0
        value = int(digits) if len(digits) < 10 else most + 1
        if value <= most:
            return value
        self.note(at, f"{what} beyond {most}, taken as unknown", digits[:12].decode())
        return 0

    def _head(self, at: int, end: int) -> bool:
        match = _HEAD.match(self.data, at, end)
        if match is None or not match[3]:
            return False
        word = _WORDS.get(match[1], ord("H"))
        letter, guid = self._id(at, match[3])
        if letter not in (word, TEXT_ID):
            self.note(
                at, "kind of node and letter of its id differ", shown(match[3].decode("ascii", "replace"))
            )
        ports = self._number(at, match[2], PORT_LIMIT, "number of ports")
        name, name_end, tail = self._name(match.end(), end)
        lid = lmc = port0 = 0
        if tail < end:
            more = _PORT0.fullmatch(self.data, tail, end) if name >= 0 else None
            if more is None:
                self.unknown(at, end, "end of this head line not understood")
            else:
                port0 = PORT0_WORDS.index((more[1] or b"").decode())
                lid = self._number(at, more[2], LID_LIMIT, "LID")
                lmc = self._number(at, more[3], 7, "LMC")
        self.heads.append((at, letter, guid, word, ports, name, name_end, lid, lmc, port0))
        return True

    def _name(self, at: int, end: int) -> tuple[int, int, int]:
        """Return the span of the name after ``# "``, to the last quote, and where the rest begins."""
        opening = _NAME.match(self.data, at, end)
        if opening is None:
            return -1, -1, at if self.data[at:end].strip(b" \t")[:1] not in (b"", b"#") else end
        start = opening.end()
        last = self.data.rfind(b'"', start, end)
        return (-1, -1, at) if last < 0 else (start, last, last + 1)

    def _port(self, at: int, end: int) -> bool:
        match = _PORT.match(self.data, at, end)
        if match is None or not match[5]:
            return False
        numbers = match[1], match[6]
        port, far_port = (int(digits) if len(digits) < 10 else 0 for digits in numbers)
        if not (0 < port <= PORT_LIMIT and 0 < far_port <= PORT_LIMIT):
            self.unknown(at, end, f"port number is not from 1 to {PORT_LIMIT}, left out")
            return True
        letter, guid = self._id(at, match[5])
        own_lid, own_lmc, name, name_end, tail = self._ends(match.end(), end, at)
        of_hca = _OF_HCA.match(self.data, match.end(), end) is not None
        own_guid, label = self._brackets(match, of_hca)
        far_guid = self._guid(match[7])
        lid, width, speed = (
            self._tail(tail, end, at) if name >= 0 else (0, *self._options(match.end(), end, at))
        )
        self.ports.append(
            (
                *(at, port, letter, far_port, guid, own_guid, far_guid, own_lid, lid),
                *(name, name_end, *label, own_lmc, width, speed),
            )
        )
        return True

    def _ends(self, at: int, end: int, line: int) -> tuple[int, int, int, int, int]:
        """Return the port's own LID and LMC, the span of the other end's name, and where the rest begins."""
        match = _OWN_LID.match(self.data, at, end)
        if match is None:
            return 0, 0, *self._name(at, end)
        start = match.end()
        last = self.data.rfind(b'"', start, end)
        lid = self._number(line, match[1], LID_LIMIT, "LID")
        lmc = self._number(line, match[2], 7, "LMC")
        return (lid, lmc, start, last, last + 1) if last >= 0 else (lid, lmc, -1, -1, at)

    def _guid(self, text: bytes | None) -> int:
        return int(text, 16) if text and _HEX.fullmatch(text) else 0

    def _brackets(self, match: re.Match[bytes], of_hca: bool) -> tuple[int, tuple[int, int]]:
        """Return GUID and span of the label of the port, which stand in one or two brackets before the id."""
        nothing = (-1, -1)
        given = [group for group in (3, 4) if match[group] is not None]
        if not given:
            return 0, match.span(2) if match[2] else nothing
        if self.dump.labels and not of_hca:
            return 0, match.span(given[0])
        guid = self._guid(match[given[-1]])
        if not guid:
            return 0, match.span(given[-1])
        return guid, match.span(given[0]) if len(given) == 2 else nothing

    def _tail(self, at: int, end: int, line: int) -> tuple[int, int, int]:
        """Return LID of the other end, width and speed, from what stands behind the name."""
        match = _TAIL.fullmatch(self.data, at, end)
        if match is None:
            self.unknown(line, end, "end of this line not understood")
            return 0, 0, 0
        lid = self._number(line, match[1], LID_LIMIT, "LID")
        if match[2] is None:
            self.note(line, "width and speed are missing")
            return lid, 0, 0
        width, speed = _WIDTHS.get(match[2], 0), _SPEED_CODES.get(match[3], 0)
        if (not width and match[2] != b"??") or (not speed and match[3] != b"???"):
            self.note(line, "rate is not known", (match[2] + match[3])[:20].decode())
        return lid, width, speed

    def _options(self, at: int, end: int, line: int) -> tuple[int, int]:
        """Return width and speed from the options of an ibsim file, such as ``w=1 s=4``."""
        match = _OPTIONS.fullmatch(self.data, at, end)
        if match is None:
            self.unknown(line, end, "end of this line not understood")
            return 0, 0
        given = {key: int(digits[:9]) for key, digits in _OPTION.findall(match[1])}
        return _OPTION_WIDTHS.get(given.get(b"w", 0), 0), _OPTION_SPEEDS.get(given.get(b"s", 0), 0)
