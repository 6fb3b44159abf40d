#!/usr/bin/env python3
"""Writes Oracle.swift: where springs and timing curves are, worked out with 50 digits.

Needs mpmath. Run it in this folder: python3 oracle.py > Oracle.swift
"""
import math
import random

from mpmath import cos, cosh, exp, findroot, mp, mpf, sin, sinh, sqrt

mp.dps = 50
random.seed(2)

FRACTIONS = [0.0, 1e-3, 0.05, 0.25, 0.59, 0.825, 0.9, 0.99, 1.0, 1.01, 1.25, 2.0, 5.0, 20.0, 1e3]
FRACTIONS += [1 - 10.0**-k for k in (4, 6, 8, 10, 12, 14)]
FRACTIONS += [1 + 10.0**-k for k in (4, 6, 8, 10, 12, 14)]
PHASES = [0.01, 0.3, 1.5, 4, 7, 10]
CURVES = {
    "ease": (0.25, 0.1, 0.25, 1),
    "easeIn": (0.42, 0, 1, 1),
    "easeOut": (0, 0, 0.58, 1),
    "easeInOut": (0.42, 0, 0.58, 1),
}


def spring(frequency, fraction, x, v, t):
    """Place and velocity; the arguments are exact, being the program's own numbers."""
    decay = fraction * frequency
    square = frequency**2 - decay**2
    if square > 0:
        c, s = cos(sqrt(square) * t), sin(sqrt(square) * t) / sqrt(square)
    elif square < 0:
        c, s = cosh(sqrt(-square) * t), sinh(sqrt(-square) * t) / sqrt(-square)
    else:
        c, s = mpf(1), t
    envelope = exp(-decay * t)
    place = envelope * (x * c + (v + decay * x) * s)
    return place, envelope * (v * c - (frequency**2 * x + decay * v) * s)


def bezier(a, b, s):
    return 3 * (1 - s) ** 2 * s * a + 3 * (1 - s) * s**2 * b + s**3


def curve(points, time):
    x1, y1, x2, y2 = map(mpf, points)
    s = findroot(lambda s: bezier(x1, x2, s) - mpf(time), (mpf(0), mpf(1)), solver="anderson")
    return bezier(y1, y2, s)


def number(value):
    """The shortest decimal that stands for the double nearest to it, as Swift writes it."""
    return repr(float(value))


print("// Written by oracle.py.\n")
print("/// Where springs and timing curves are, worked out with 50 digits.")
print("enum Oracle {")
print("  /// Response, damping fraction, displacement, velocity and time; then displacement and velocity.")
print("  static let springs: [[Double]] = [")
for fraction in FRACTIONS:
    for phase in PHASES:
        response = float(f"{10 ** random.uniform(-1.5, 1):.3g}")
        x = float(f"{random.uniform(-400, 400):.3g}")
        v = float(f"{random.uniform(-3, 3) * 2 * math.pi / response * 100:.3g}")
        t = float(f"{phase * response / 2 / math.pi:.4g}")
        place, velocity = spring(*map(mpf, (2 * math.pi / response, fraction, x, v, t)))
        given = ", ".join(map(number, (response, fraction, x, v, t)))
        print(f"    [{given}, {number(place)}, {number(velocity)}],")
print("  ]\n")
print("  /// Time and way.")
for name, points in CURVES.items():
    print(f"  static let {name}: [[Double]] = [")
    for time in (1e-6, 0.1, 0.25, 0.5, 0.75, 0.9, 0.999999):
        print(f"    [{number(time)}, {number(curve(points, time))}],")
    print("  ]")
print("}")
