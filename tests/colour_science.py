"""Contrast, lightness and colour vision, straight from their sources; what the theme tests measure with."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

# Machado, Oliveira, Fernandes 2009, table of severity 1.0; they apply to linear RGB.
VISION = {
    "normal": np.eye(3),
    "protan": np.array(
        [
            [0.152286, 1.052583, -0.204868],
            [0.114503, 0.786281, 0.099216],
            [-0.003882, -0.048116, 1.051998],
        ]
    ),
    "deutan": np.array(
        [
            [0.367322, 0.860646, -0.227968],
            [0.280085, 0.672501, 0.047413],
            [-0.011820, 0.042940, 0.968881],
        ]
    ),
    "tritan": np.array(
        [
            [1.255528, -0.076749, -0.178779],
            [-0.078411, 0.930809, 0.147602],
            [0.004733, 0.691367, 0.303900],
        ]
    ),
}
_XYZ = np.array(
    [[0.4124564, 0.3575761, 0.1804375], [0.2126729, 0.7151522, 0.0721750], [0.0193339, 0.1191920, 0.9503041]]
)


def channels(colors: NDArray[np.uint32]) -> Floats:
    """Red, green, blue of 0xAARRGGBB colours, (n, 3), 0 to 1."""
    values = np.atleast_1d(np.asarray(colors, np.int64))
    return np.stack([(values >> shift) & 255 for shift in (16, 8, 0)], axis=1) / 255


def linear(rgb: Floats) -> Floats:
    """Light of sRGB channels (IEC 61966-2-1)."""
    return np.where(rgb <= 0.04045, rgb / 12.92, ((rgb + 0.055) / 1.055) ** 2.4)


def luminance(colors: NDArray[np.uint32]) -> Floats:
    """Relative luminance (WCAG 2)."""
    return linear(channels(colors)) @ np.array([0.2126, 0.7152, 0.0722])


def contrast(a: int, b: int) -> float:
    """Contrast ratio (WCAG 2) of two colours."""
    first, second = luminance(np.array([a, b]))
    return float((max(first, second) + 0.05) / (min(first, second) + 0.05))


def lab(colors: NDArray[np.uint32], vision: str = "normal") -> Floats:
    """CIE Lab (D65) of colours as seen with a kind of colour vision, (n, 3)."""
    seen = np.clip(linear(channels(colors)) @ VISION[vision].T, 0, 1)
    xyz = seen @ _XYZ.T / np.array([0.95047, 1.0, 1.08883])
    root = np.where(xyz > 216 / 24389, np.cbrt(xyz), (24389 / 27 * xyz + 16) / 116)
    return np.stack(
        [116 * root[:, 1] - 16, 500 * (root[:, 0] - root[:, 1]), 200 * (root[:, 1] - root[:, 2])], axis=1
    )


def distance(a: int, b: int, vision: str = "normal") -> float:
    """Distance of two colours in Lab (CIE76)."""
    first, second = lab(np.array([a, b]), vision)
    return float(np.linalg.norm(first - second))


def least_distance(colors: NDArray[np.uint32], vision: str, apart: int) -> float:
    """Smallest Lab distance of two colours of a row that are `apart` or more places from each other."""
    values = lab(colors, vision)
    apart_from = np.linalg.norm(values[:, None] - values[None], axis=2)
    places = np.arange(len(values))
    return float(apart_from[np.abs(places[:, None] - places[None]) >= apart].min())
