import Scene

/// Returns whether two numbers differ by at most a tolerance.
func isNear(_ a: Double, _ b: Double, within tolerance: Double = 1e-9) -> Bool {
  abs(a - b) <= tolerance
}

/// Returns whether the distance of two points is at most a tolerance.
func isNear(_ a: Point, _ b: Point, within tolerance: Double = 1e-9) -> Bool {
  a.distance(to: b) <= tolerance
}
