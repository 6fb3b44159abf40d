import Scene

/// The text that an input method's server has under way, changed piece by piece as the server says.
///
/// Places count Unicode scalars, as the X Input Method protocol's characters are. Whatever a server
/// says, they are taken to lie in the text, and of a text that is longer than `capacity` the end is
/// left out.
struct PreeditBuffer: Equatable {
  /// A scalar and how it is set apart.
  struct Element: Equatable {
    var scalar: Unicode.Scalar
    var look: Preedit.Look
  }

  /// Where the server moves the caret (`XIMCaretDirection`).
  enum CaretMovement: Equatable {
    case by(Int)
    case to(Int)
    case toEnd
  }

  /// More than a person composes before any of it is finished.
  static let capacity = 1024

  private var elements: [Element] = []
  private(set) var caret = 0

  var isEmpty: Bool { elements.isEmpty }

  /// Puts a piece of text where another one was; an empty one takes that away.
  mutating func replace(from first: Int, count: Int, with text: [Element]) {
    elements.replaceSubrange(range(from: first, count: count), with: text.prefix(Self.capacity))
    elements.removeLast(max(elements.count - Self.capacity, 0))
    moveCaret(.to(caret))
  }

  /// Has the text that is there look otherwise.
  ///
  /// - Parameter looks: Of one scalar after the other; those without one keep theirs.
  mutating func setLooks(from first: Int, count: Int, _ looks: [Preedit.Look]) {
    for (index, look) in zip(range(from: first, count: count), looks) {
      elements[index].look = look
    }
  }

  /// Moves the caret, at most to either end.
  mutating func moveCaret(_ movement: CaretMovement) {
    let target =
      switch movement {
      case .by(let distance): caret + min(max(distance, -Self.capacity), Self.capacity)
      case .to(let place): place
      case .toEnd: elements.count
      }
    caret = min(max(target, 0), elements.count)
  }

  mutating func removeAll() { self = PreeditBuffer() }

  /// As the client is told: neighbours that look alike are one segment.
  var preedit: Preedit {
    var segments: [Preedit.Segment] = []
    for element in elements {
      if segments.last?.look != element.look { segments.append(Preedit.Segment("", element.look)) }
      segments[segments.count - 1].text.unicodeScalars.append(element.scalar)
    }
    return Preedit(segments, caret: caret)
  }

  private func range(from first: Int, count: Int) -> Range<Int> {
    let start = min(max(first, 0), elements.count)
    return start..<start + min(max(count, 0), elements.count - start)
  }
}
