import Scene

/// The preedit text of an input method server, updated by the server's changes.
///
/// Positions count Unicode scalars, as the X Input Method protocol's characters are. Positions
/// outside the text are clamped to it, and text beyond `capacity` is omitted.
struct PreeditBuffer: Equatable {
  /// A scalar and its style.
  struct Element: Equatable {
    var scalar: Unicode.Scalar
    var style: Preedit.Style
  }

  /// A caret movement by the server (`XIMCaretDirection`).
  enum CaretMovement: Equatable {
    case by(Int)
    case to(Int)
    case toEnd
  }

  /// The maximum number of scalars: more than a user composes before any of it is committed.
  static let capacity = 1024

  private var elements: [Element] = []
  private(set) var caret = 0

  var isEmpty: Bool { elements.isEmpty }

  /// Replaces a range of the text. An empty replacement removes the range.
  mutating func replace(from first: Int, count: Int, with text: [Element]) {
    elements.replaceSubrange(range(from: first, count: count), with: text.prefix(Self.capacity))
    elements.removeLast(max(elements.count - Self.capacity, 0))
    moveCaret(.to(caret))
  }

  /// Changes the style of existing text.
  ///
  /// - Parameter styles: The styles of consecutive scalars. Scalars without a new style keep
  ///   theirs.
  mutating func setStyles(from first: Int, count: Int, _ styles: [Preedit.Style]) {
    for (index, style) in zip(range(from: first, count: count), styles) { elements[index].style = style }
  }

  /// Moves the caret, at most to either end.
  mutating func moveCaret(_ movement: CaretMovement) {
    let target =
      switch movement {
      case .by(let distance): caret + min(max(distance, -Self.capacity), Self.capacity)
      case .to(let position): position
      case .toEnd: elements.count
      }
    caret = min(max(target, 0), elements.count)
  }

  mutating func removeAll() { self = PreeditBuffer() }

  /// The text for the client. Neighboring scalars with the same style form one segment.
  var preedit: Preedit {
    var segments: [Preedit.Segment] = []
    for element in elements {
      if segments.last?.style != element.style { segments.append(Preedit.Segment("", element.style)) }
      segments[segments.count - 1].text.unicodeScalars.append(element.scalar)
    }
    return Preedit(segments, caret: caret)
  }

  private func range(from first: Int, count: Int) -> Range<Int> {
    let start = min(max(first, 0), elements.count)
    return start..<start + min(max(count, 0), elements.count - start)
  }
}
