#!/usr/bin/env python3
"""Prints the coefficients of ElementaryFunctions.swift.

Each polynomial has the smallest maximum error over its interval, found by the Remez exchange
algorithm with 40 digits. Its coefficients are then rounded. Requires mpmath.
"""
from mpmath import (
    atan, atanh, cos, cosh, exp, lu_solve, matrix, mp, mpf, nstr, pi, polyval, sign, sin, sinh, sqrt,
)

mp.dps = 40
GRID = 600


def minimax(function, low, high, degree):
    """Returns the coefficients in ascending order, and the maximum error before rounding."""
    count = degree + 2
    grid = [low + (high - low) * (1 - cos(pi * k / GRID)) / 2 for k in range(GRID + 1)]
    points = [low + (high - low) * (1 - cos(pi * k / (count - 1))) / 2 for k in range(count)]
    for _ in range(12):
        rows, values = matrix(count, count), matrix(count, 1)
        for i, x in enumerate(points):
            for j in range(degree + 1):
                rows[i, j] = x**j
            rows[i, degree + 1] = (-1) ** i
            values[i] = function(x)
        solution = lu_solve(rows, values)
        coefficients = [solution[j] for j in range(degree + 1)]
        errors = [function(x) - polyval(coefficients[::-1], x) for x in grid]
        # The extremum of each interval of one sign. Surplus ones at the ends are removed, smaller first.
        intervals = [[0]]
        for k in range(1, GRID + 1):
            if sign(errors[k]) == sign(errors[intervals[-1][0]]):
                intervals[-1].append(k)
            else:
                intervals.append([k])
        peaks = [max(interval, key=lambda k: abs(errors[k])) for interval in intervals]
        if len(peaks) < count:
            break
        while len(peaks) > count:
            peaks.pop(0 if abs(errors[peaks[0]]) < abs(errors[peaks[-1]]) else -1)
        points = [grid[k] for k in peaks]
    return coefficients, max(map(abs, errors))


def of_square(near_zero, positive, negative):
    """Returns f(√q) for q on both sides of 0, with its limit in between."""
    def function(q):
        if abs(q) < mpf(10) ** -25:
            return 1 + near_zero * q
        return positive(sqrt(q)) if q > 0 else negative(sqrt(-q))
    return function


POLYNOMIALS = {
    "exp r": (exp, mpf("-0.347"), mpf("0.347"), 11),
    "cos √q": (of_square(mpf(-1) / 2, cos, cosh), mpf(-1), mpf("2.48"), 9),
    "sin √q / √q": (
        of_square(mpf(-1) / 6, lambda x: sin(x) / x, lambda x: sinh(x) / x), mpf(-1), mpf("2.48"), 9),
    "artanh √q / √q": (
        of_square(mpf(1) / 3, lambda x: atanh(x) / x, None), mpf(0), mpf("0.02945"), 7),
    "arctan √q / √q": (
        of_square(mpf(-1) / 3, lambda x: atan(x) / x, None), mpf(0), mpf("0.17158"), 11),
}
for name, arguments in POLYNOMIALS.items():
    coefficients, error = minimax(*arguments)
    print(name, "to within", nstr(error, 2))
    for coefficient in coefficients:
        print("  ", repr(float(coefficient)))
