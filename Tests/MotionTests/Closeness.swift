/// Returns whether two numbers differ by at most a fraction of the second.
func isClose(_ value: Double, _ expected: Double, within fraction: Double = 1e-14) -> Bool {
  abs(value - expected) <= fraction * abs(expected)
}

/// Numbers at which arithmetic may fail, and two ordinary ones.
let extremes: [Double] = [
  .nan, .infinity, -.infinity, 0, -0.0, -1, .leastNonzeroMagnitude, -.leastNonzeroMagnitude,
  .leastNormalMagnitude, 1e-9, 1e9, .greatestFiniteMagnitude, -.greatestFiniteMagnitude, 0.5, 2,
]
