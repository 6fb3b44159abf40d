import Scene

extension SymbolPath {
  /// Returns the path of a play symbol (▶), to be filled.
  static func play(in box: Rect) -> Path {
    Path(lines: [box.origin, Point(x: box.maxX, y: box.midY), Point(x: box.minX, y: box.maxY)], closed: true)
  }
}
