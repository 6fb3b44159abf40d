/// Everything that one frame shows, in the order of painting, as plain values.
///
/// Two lists that are equal draw the same pixels, so what must be drawn anew is found by comparing
/// lists (`damage(comparedTo:scale:)`), never by asking controls.
public struct DisplayList: Sendable {
  /// One thing to paint.
  public enum Element: Hashable, Sendable {
    case shape(Shape, Paint, Color)
    /// The shadow of a shape, without the shape.
    case shadow(RoundedRect, Shadow)
    case text(Text)
    case secret(Secret)
    /// The elements that follow, `count` of them, painted as one.
    case group(Group, count: Int)
    /// Elements that other lists may share.
    case recording(Recording)
  }

  /// One line of text.
  public struct Text: Hashable, Sendable {
    public var string: String
    public var style: TextStyle
    public var color: Color
    /// Where the first glyph starts, on the baseline.
    public var origin: Point
    /// What the glyphs cover; nothing is painted outside.
    public var ink: Rect
    public var placement: TextPlacement
  }

  /// Some graphemes of a secret that its owner chose to reveal, side by side on one line.
  public struct Secret: Hashable, Sendable {
    public var handle: SecretHandle
    /// Changes whenever the secret does, so that two frames can be compared without reading it.
    public var generation: UInt64
    /// Which graphemes.
    public var graphemes: Range<Int>
    public var style: TextStyle
    public var color: Color
    /// Where the first of them starts, on the baseline.
    public var origin: Point
    /// Nothing is painted outside.
    public var clip: Rect

    public init(
      handle: SecretHandle, generation: UInt64, graphemes: Range<Int>, style: TextStyle,
      color: Color, origin: Point, clip: Rect
    ) {
      self.handle = handle
      self.generation = generation
      self.graphemes = graphemes
      self.style = style
      self.color = color
      self.origin = origin
      self.clip = clip
    }
  }

  /// What holds for several elements at once.
  public struct Group: Hashable, Sendable {
    public var transform: Transform
    /// Of all of them together, 0…1: what they hide of each other stays hidden.
    public var opacity: Double
    /// Nothing is painted outside, in the group's own space.
    public var clip: RoundedRect?

    public init(
      transform: Transform = .identity, opacity: Double = 1, clip: RoundedRect? = nil
    ) {
      self.transform = transform
      self.opacity = opacity
      self.clip = clip
    }
  }

  public private(set) var elements: [Element] = []
  /// What each of them takes.
  public private(set) var footprints: [Footprint] = []

  public init() {}

  /// What an element takes, told without a look at the element.
  public struct Footprint: Sendable {
    /// How many elements of the list belong to it, itself included.
    public fileprivate(set) var extent = 1
    /// Around all that it paints, for a group all its content, in the space that it stands in.
    public fileprivate(set) var ink: Rect
  }

  /// All of it.
  public var range: Range<Int> { elements.indices }

  /// Whether both are known to be the same without a look at what is in them.
  func isKnownSame(as other: DisplayList) -> Bool {
    elements.withUnsafeBufferPointer { elements in
      other.elements.withUnsafeBufferPointer { others in
        elements.baseAddress == others.baseAddress && elements.count == others.count
      }
    }
  }

  /// The smallest upright rectangle around what some siblings paint; nothing that is not finite is
  /// painted.
  ///
  /// - Complexity: O(*n*) in their number.
  func ink(of siblings: Range<Int>) -> Rect {
    var union = Rect.zero
    var index = siblings.lowerBound
    while index < siblings.upperBound {
      let footprint = footprints[index]
      if footprint.ink.isFinite { union = union.union(footprint.ink) }
      index += footprint.extent
    }
    return union
  }

  private mutating func append(_ element: Element, ink: Rect) {
    elements.append(element)
    footprints.append(Footprint(ink: ink))
  }
}

extension DisplayList: Hashable {
  public static func == (a: Self, b: Self) -> Bool { a.elements == b.elements }

  public func hash(into hasher: inout Hasher) { hasher.combine(elements) }
}

extension Rect {
  fileprivate var isFinite: Bool { (minX + maxX + minY + maxY).isFinite }
}

// Drawing.
extension DisplayList {
  /// Forgets all elements and keeps their memory for the next frame.
  public mutating func removeAll() {
    elements.removeAll(keepingCapacity: true)
    footprints.removeAll(keepingCapacity: true)
  }

  public mutating func fill(_ shape: Shape, _ color: Color) {
    append(.shape(shape, .fill, color), ink: shape.ink(.fill))
  }

  /// - Parameter width: Of the line, in logical pixels.
  public mutating func stroke(_ shape: Shape, _ color: Color, width: Double) {
    let paint = Paint.stroke(width: width)
    append(.shape(shape, paint, color), ink: shape.ink(paint))
  }

  public mutating func shadow(of shape: RoundedRect, _ shadow: Shadow) {
    append(.shadow(shape, shadow), ink: shadow.ink(of: shape))
  }

  /// Adds one line of text.
  ///
  /// - Parameters:
  ///   - origin: Where the first glyph starts, on the baseline.
  ///   - metrics: As measured for that text and style.
  public mutating func text(
    _ string: String, _ style: TextStyle, _ color: Color, at origin: Point,
    metrics: TextMetrics, placement: TextPlacement = .wholePixels
  ) {
    guard !string.isEmpty else { return }
    let ink = metrics.ink.offset(by: origin - .zero)
    text(
      Text(
        string: string, style: style, color: color, origin: origin, ink: ink,
        placement: placement))
  }

  public mutating func text(_ text: Text) { append(.text(text), ink: text.ink) }

  public mutating func secret(_ secret: Secret) { append(.secret(secret), ink: secret.clip) }

  /// Adds elements that were recorded; nothing where none were.
  public mutating func show(_ recording: Recording) {
    if !recording.list.elements.isEmpty { append(.recording(recording), ink: recording.ink) }
  }

  /// Adds the elements that `content` adds, as one group; nothing where it adds none.
  public mutating func group(_ group: Group, _ content: (inout DisplayList) -> Void) {
    let start = elements.count
    append(.group(group, count: 0), ink: .zero)
    content(&self)
    let count = elements.count - start - 1
    if count == 0 {
      elements.removeLast()
      footprints.removeLast()
    } else {
      elements[start] = .group(group, count: count)
      footprints[start] = Footprint(
        extent: count + 1, ink: group.ink(of: ink(of: start + 1..<elements.count)))
    }
  }
}

/// How text keeps to the grid of device pixels.
public enum TextPlacement: Hashable, Sendable {
  /// Glyphs start on whole pixels: sharpest, for text that stays.
  case wholePixels
  /// Glyphs are outlines at exactly their place and scale: for text that moves or grows with a
  /// shape.
  case exact
}
