public import Scene

extension DisplayList {
  /// The straight edges that cover a row or a column of device pixels in part, and so look soft.
  ///
  /// Looked at are fills and strokes of rectangles, with rounded corners or without, that are more
  /// than an icon's part; strokes by both edges, but of those that are soft at scale 1 already, as
  /// one of 1½, only by the outer one. What is scaled is not meant to be sharp.
  ///
  /// - Parameter scale: Device pixels to one logical pixel.
  public func softEdges(scale: Double) -> [String] {
    var walk = EdgeWalk(scale: scale)
    walk.visit(elements[...], by: .zero)
    return walk.soft
  }
}

private struct EdgeWalk {
  let scale: Double
  var soft: [String] = []

  /// As fine as the renderer's places.
  private static let tolerance = 1.0 / 256
  /// Up to this large a shape is part of an icon.
  private static let icon = 24.0

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
    guard shape.rect.width > Self.icon || shape.rect.height > Self.icon else { return }
    switch paint {
    case .fill: check(shape, by: offset, "fill")
    case .stroke(let width):
      check(shape.inset(by: -width / 2), by: offset, "outside")
      if isWhole(width) || isWhole(width * scale) {
        check(shape.inset(by: width / 2), by: offset, "inside")
      }
    }
  }

  /// A side that is all corners has no straight edge.
  private mutating func check(_ shape: RoundedRect, by offset: Vector, _ what: String) {
    let rect = shape.rect.offset(by: offset)
    if rect.width > 2 * shape.cornerRadius + Self.tolerance {
      check(rect.minY, "\(what): top of \(rect)")
      check(rect.maxY, "\(what): bottom of \(rect)")
    }
    if rect.height > 2 * shape.cornerRadius + Self.tolerance {
      check(rect.minX, "\(what): left of \(rect)")
      check(rect.maxX, "\(what): right of \(rect)")
    }
  }

  private mutating func check(_ place: Double, _ what: String) {
    if !isWhole(place * scale) { soft.append(what) }
  }

  private func isWhole(_ number: Double) -> Bool {
    abs(number - number.rounded()) <= Self.tolerance
  }
}
