public import Scene

extension DisplayList {
  /// Returns the straight edges that partially cover a row or column of device pixels, and so look
  /// soft.
  ///
  /// The check includes fills and strokes of rectangles and rounded rectangles that are larger than
  /// parts of icons. Both edges of a stroke are checked. If a stroke is already soft at scale 1,
  /// such as one of width 1½, only its outer edge is checked. Scaled groups are ignored.
  ///
  /// - Parameter scale: The number of device pixels per logical pixel.
  public func softEdges(scale: Double) -> [String] {
    var visitor = EdgeVisitor(scale: scale)
    visitor.visit(elements[...], by: .zero)
    return visitor.softEdges
  }
}

private struct EdgeVisitor {
  let scale: Double
  var softEdges: [String] = []

  /// The precision of the renderer's positions.
  private static let tolerance = 1.0 / 256
  /// The maximum size of a shape that is part of an icon.
  private static let iconSize = 24.0

  mutating func visit(_ elements: ArraySlice<DisplayList.Element>, by offset: Vector) {
    var index = elements.startIndex
    while index < elements.endIndex {
      let element = elements[index]
      index += 1
      switch element {
      case .group(let group, let count):
        if group.transform.scale == 1 {
          visit(elements[index..<index + count], by: offset + group.transform.translation)
        }
        index += count
      case .shape(.rect(let rect), let paint, _):
        visit(RoundedRect(rect, cornerRadius: 0), paint, by: offset)
      case .shape(.roundedRect(let shape), let paint, _): visit(shape, paint, by: offset)
      default: break
      }
    }
  }

  private mutating func visit(_ shape: RoundedRect, _ paint: Paint, by offset: Vector) {
    guard shape.rect.width > Self.iconSize || shape.rect.height > Self.iconSize else { return }
    switch paint {
    case .fill: check(shape, by: offset, "fill")
    case .stroke(let width):
      check(shape.inset(by: -width / 2), by: offset, "outside")
      if isWhole(width) || isWhole(width * scale) {
        check(shape.inset(by: width / 2), by: offset, "inside")
      }
    }
  }

  /// Checks the straight edges of a shape. A side that consists only of corners has none.
  private mutating func check(_ shape: RoundedRect, by offset: Vector, _ label: String) {
    let rect = shape.rect.offset(by: offset)
    if rect.width > 2 * shape.cornerRadius + Self.tolerance {
      check(rect.minY, "\(label): top of \(rect)")
      check(rect.maxY, "\(label): bottom of \(rect)")
    }
    if rect.height > 2 * shape.cornerRadius + Self.tolerance {
      check(rect.minX, "\(label): left of \(rect)")
      check(rect.maxX, "\(label): right of \(rect)")
    }
  }

  private mutating func check(_ coordinate: Double, _ label: String) {
    if !isWhole(coordinate * scale) { softEdges.append(label) }
  }

  private func isWhole(_ number: Double) -> Bool {
    abs(number - number.rounded()) <= Self.tolerance
  }
}
