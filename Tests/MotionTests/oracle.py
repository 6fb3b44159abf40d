#!/usr/bin/env python3
"""Writes Oracle.swift: where springs and timing curves are, worked out with 50 digits.

Needs mpmath. Run it in this folder: python3 oracle.py > Oracle.swift

With a number it prints that many further rows of springs, other ones for each seed given after it:
python3 oracle.py 100000 7. The test takes them from a file named by MOTION_ORACLE.
"""
import math
import random
import sys

from mpmath import cos, cosh, exp, findroot, mp, mpf, sin, sinh, sqrt

mp.dps = 50
random.seed(2)

# Every order of nearness to critical damping, and many oscillations.
NEAR = [1 - 10.0**-k for k in range(1, 17)] + [1 + 10.0**-k for k in range(1, 17)]
LATE = [20.0, 50.0, 100.0, 1e3, 1e4, 1e6, 1e8]
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


def row(fraction, phase):
    """A spring, a release and a time, with few digits, and what comes of it."""
    response = float(f"{10 ** random.uniform(-1.5, 1):.3g}")
    x = float(f"{random.uniform(-400, 400):.3g}")
    v = float(f"{random.uniform(-3, 3) * 2 * math.pi / response * 100:.3g}")
    t = float(f"{phase * response / 2 / math.pi:.4g}")
    place, velocity = spring(*map(mpf, (2 * math.pi / response, fraction, x, v, t)))
    return ", ".join(map(number, (response, fraction, x, v, t, place, velocity)))


def random_row():
    fraction = random.choice([
        0.0, random.uniform(0, 20), random.uniform(0, 1.2), 10 ** random.uniform(-9, 0),
        random.choice(NEAR),
    ])
    return row(fraction, random.choice([random.uniform(0, 10), 10 ** random.uniform(-3, 7)]))


def number(value):
    """The shortest decimal that stands for the double nearest to it, as Swift writes it."""
    return repr(float(value))


if len(sys.argv) > 1:
    random.seed(int((sys.argv + ["0"])[2]))
    for _ in range(int(sys.argv[1])):
        print(random_row())
    sys.exit()

print("// Written by oracle.py.\n")
print("/// Where springs and timing curves are, worked out with 50 digits.")
print("enum Oracle {")
print("  /// Response, damping fraction, displacement, velocity and time; then displacement and velocity.")
print("  static let springs: [[Double]] = [")
for fraction in FRACTIONS:
    for phase in PHASES:
        print(f"    [{row(fraction, phase)}],")
print("  ]\n")
print("  /// Likewise, a line each: every power of ten near critical damping, many oscillations, and")
print("  /// whatever else.")
print('  static let sweep = """')
for fraction in NEAR:
    for _ in range(4):
        print(f"    {row(fraction, random.uniform(0, 10))}")
for fraction in (0.0, 1e-8, 1e-6, 1e-4, 1e-3, 1e-2, 0.1):
    for phase in LATE:
        print(f"    {row(fraction, phase * random.uniform(0.5, 1))}")
for _ in range(400):
    print(f"    {random_row()}")
print('    """')
print()
print("  /// Time and way.")
for name, points in CURVES.items():
    print(f"  static let {name}: [[Double]] = [")
    for time in (1e-6, 0.1, 0.25, 0.5, 0.75, 0.9, 0.999999):
        print(f"    [{number(time)}, {number(curve(points, time))}],")
    print("  ]")
print("}")
