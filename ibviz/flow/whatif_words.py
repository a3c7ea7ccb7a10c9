"""What a failure costs, in a sentence or two."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ibviz.flow.whatif import Outcome

THIN = "\u2009"


def cost_sentence(told: Outcome) -> str:
    """Return what a failure costs: throughput, the worst flow, who is cut off, and table entries."""
    parts = [_throughput(told), _flows(told), _hosts(told)]
    pairs = f"{counted(told.disconnected_pairs, 'pair')} cut off" if told.disconnected_pairs else ""
    words = (
        f"{pairs[0].upper()}{pairs[1:].replace(' cut', ' is cut' if told.disconnected_pairs == 1 else ' are cut')}"
        if pairs
        else ("No other pair is cut off" if told.lost_hosts or told.cut_off_hosts else "No pair is cut off")
    )
    verb = "changes" if told.entries_changed == 1 else "change"
    entries = counted(told.entries_changed, "table entry", "table entries")
    return " ".join([*(part for part in parts if part), f"{words}; {entries} {verb}."])


def _throughput(told: Outcome) -> str:
    old, new = (s.summary["total_gbps"] for s in (told.before, told.after))
    if abs(told.loss) < 5e-6:
        return f"Throughput stays at {rate(old)}."
    verb = "falls" if told.loss > 0 else "rises"
    return f"Throughput {verb} by {percent(abs(told.loss))}, from {span(old, new)}."


def _flows(told: Outcome) -> str:
    worst = told.worst_flow
    if not told.slowed_flows or worst is None or not worst["before_gbps"]:
        return ""
    share = worst["after_gbps"] / worst["before_gbps"]
    all_alike = worst["src"] is None and share > 0
    flows = counted(told.slowed_flows, "flow")
    slow = "slows" if told.slowed_flows == 1 else "slow"
    if all_alike:
        return f"{flows} {slow} down to {percent(share)} of their rate."
    if worst["src"] is None and told.slowed_flows == told.after.summary["unroutable"]:
        return f"{flows} {'gets' if told.slowed_flows == 1 else 'get'} nothing any more."
    if share <= 0:
        return f"{flows} {slow} down, the worst to nothing."
    return f"{flows} {slow} down, the worst to {percent(share)} of its rate.{_completion(told)}"


def _completion(told: Outcome) -> str:
    """Return how much longer it takes until the slowest flow is through, where that is told apart."""
    old, new = (s.summary["rate_gbps"]["min"] for s in (told.before, told.after))
    if not old or not new or old / new < 1.005:
        return ""
    return f" All takes {old / new:.3g} times as long."


def _hosts(told: Outcome) -> str:
    said = []
    for hosts, one, many in (
        (told.lost_hosts, "loses its last cable", "lose their last cable"),
        (told.cut_off_hosts, "is cut off from the rest", "are cut off from the rest"),
    ):
        if hosts:
            said.append(f"{counted(len(hosts), 'host')} {one if len(hosts) == 1 else many}")
    if told.lost_flows > 0:
        gone = "is" if told.lost_flows == 1 else "are"
        said.append(f"{counted(told.lost_flows, 'flow')} {gone} gone with an end")
    return f"{', '.join(said)}." if said else ""


def counted(number: int, one: str, many: str = "") -> str:
    """Return a number with its word.

    Examples
    --------
    >>> counted(1, "flow"), counted(1560, "table entry", "table entries")
    ('1 flow', '1,560 table entries')
    """
    return f"{number:,} {one if number == 1 else many or one + 's'}"


def percent(share: float) -> str:
    """Return a share with up to three figures, never 0 or 100 where it is not.

    Examples
    --------
    >>> [percent(x) for x in (0.5, 0.0224, 0.00001, 1.0)]
    ['50\u2009%', '2.2\u2009%', '0.001\u2009%', '100\u2009%']
    """
    value = share * 100
    text = f"{value:.0f}" if value >= 10 else f"{value:.1f}" if value >= 0.1 else f"{value:.1g}"
    if text.endswith(".0"):
        text = text[:-2]
    return f"{text}{THIN}%"


def rate(gbps: float) -> str:
    """Return a rate with its unit, three figures, Tbit/s from 1,000 Gbit/s.

    Examples
    --------
    >>> rate(400.0), rate(289123.0), rate(0.037)
    ('400\u2009Gbit/s', '289\u2009Tbit/s', '0.037\u2009Gbit/s')
    """
    number, unit = _scaled(gbps, gbps)
    return f"{number}{THIN}{unit}"


def span(old: float, new: float) -> str:
    """Return ``289 to 282 Tbit/s``, with as many figures as tell the two apart.

    Examples
    --------
    >>> span(289000.0, 282000.0), span(129600.0, 129599.0)
    ('289 to 282\u2009Tbit/s', '129.6 to 129.599\u2009Tbit/s')
    """
    for figures in range(3, 9):
        (a, unit), (b, _) = _scaled(old, max(old, new), figures), _scaled(new, max(old, new), figures)
        if a != b:
            break
    return f"{a} to {b}{THIN}{unit}"


def _scaled(gbps: float, by: float, figures: int = 3) -> tuple[str, str]:
    value, unit = (gbps / 1000, "Tbit/s") if by >= 1000 else (gbps, "Gbit/s")
    whole = len(f"{abs(value):.0f}")
    text = f"{value:,.{max(figures - whole, 0)}f}" if abs(value) >= 1 else f"{value:.{figures}g}"
    return (text.rstrip("0").rstrip(".") if "." in text else text), unit
