import Controls
import Scene

extension DisplayList {
  /// A line of text in the window.
  struct Line {
    var text: Text
    /// The area that its glyphs cover in the window.
    var frame: Rect
  }

  /// All lines of text, sorted from top to bottom and then from left to right.
  var lines: [Line] {
    var lines: [Line] = []
    forEachElement { element, transform in
      guard case .text(let text) = element else { return }
      lines.append(Line(text: text, frame: transform(text.ink)))
    }
    return lines.sorted { ($0.frame.minY, $0.frame.minX) < ($1.frame.minY, $1.frame.minX) }
  }

  func forEachElement(_ body: (Element, Transform) -> Void) {
    var ends: [(index: Int, transform: Transform)] = []
    for (index, element) in elements.enumerated() {
      while let last = ends.last, last.index <= index { ends.removeLast() }
      let outer = ends.last?.transform ?? .identity
      if case .group(let group, let count) = element {
        ends.append((index + 1 + count, group.transform.followed(by: outer)))
      } else {
        body(element, outer)
      }
    }
  }

  /// The shapes between a line of text and the previous text.
  func shapes(before string: String) -> [(shape: Shape, paint: Paint, color: Color)] {
    guard
      let index = elements.firstIndex(where: {
        if case .text(let text) = $0 { text.string == string } else { false }
      })
    else { return [] }
    var shapes: [(Shape, Paint, Color)] = []
    for element in elements[..<index].reversed() {
      guard case .shape(let shape, let paint, let color) = element else { break }
      shapes.insert((shape, paint, color), at: 0)
    }
    return shapes
  }

  /// The shapes directly before the start of a line of text, at its height.
  func shapes(beside string: String) -> [(shape: Shape, paint: Paint, color: Color)] {
    guard let line = lines.first(where: { $0.text.string == string })?.frame else { return [] }
    let area = Rect(x: line.minX - 24, y: line.minY - 3, width: 24, height: line.height + 6)
    var shapes: [(Shape, Paint, Color)] = []
    forEachElement { element, transform in
      guard case .shape(let shape, let paint, let color) = element else { return }
      let frame = transform(shape.bounds)
      if area.contains(frame.center), frame.maxX <= line.minX { shapes.append((shape, paint, color)) }
    }
    return shapes
  }

  /// The frames of all carets, which are recognized by their width.
  var carets: [Rect] {
    elements.compactMap {
      guard case .shape(.rect(let rect), .fill, _) = $0, rect.width == Theme.light.field.caretWidth else {
        return nil
      }
      return rect
    }
  }

  /// The filled circles inside a rectangle.
  func bullets(in frame: Rect) -> [Rect] {
    elements.compactMap {
      guard case .shape(.roundedRect(let circle), .fill, _) = $0 else { return nil }
      let isRound = circle.rect.width == 2 * circle.cornerRadius
      return isRound && frame.contains(circle.rect.center) ? circle.rect : nil
    }
  }

  var secrets: [Secret] {
    elements.compactMap { if case .secret(let secret) = $0 { secret } else { nil } }
  }
}

/// A status icon before a line of text, recognized by its shape and its color.
enum DrawnStatusIcon: Hashable {
  /// ○
  case neutral
  /// ✓ in green
  case met
  /// ✗ in red
  case unmet
}

extension DisplayList {
  /// Returns the status icon beside the start of a line of text, or `nil` if there is none of the
  /// three.
  func statusIcon(before string: String, _ colors: Theme.Colors = .light) -> DrawnStatusIcon? {
    guard let (shape, paint, color) = shapes(beside: string).last, case .stroke = paint else {
      return nil
    }
    switch shape {
    case .roundedRect(let circle):
      let isRound = circle.rect.width == 2 * circle.cornerRadius
      return isRound && color == colors.secondaryText ? .neutral : nil
    case .path(let path) where path.subpathCount == 1 && color == colors.green: return .met
    case .path(let path) where path.subpathCount == 2 && color == colors.red: return .unmet
    case .path, .rect: return nil
    }
  }
}

extension Path {
  /// The number of subpaths.
  fileprivate var subpathCount: Int {
    elements.count { if case .move = $0 { true } else { false } }
  }
}
