/// Everything that one frame shows, in the order of painting, as plain values.
///
/// Two lists that are equal draw the same pixels, so what must be drawn anew is found by comparing
/// lists (`damage(comparedTo:scale:)`), never by asking controls.
public struct DisplayList: Equatable, Sendable {
  /// One thing to paint.
  public enum Element: Hashable, Sendable {
    case shape(Shape, Paint, Color)
    /// The shadow of a shape, without the shape.
    case shadow(RoundedRect, Shadow)
    case text(Text)
    case secret(Secret)
    /// The elements that follow, `count` of them, painted as one.
    case group(Group, count: Int)
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

  public init() {}

  /// Forgets all elements and keeps their memory for the next frame.
  public mutating func removeAll() { elements.removeAll(keepingCapacity: true) }

  public mutating func fill(_ shape: Shape, _ color: Color) {
    elements.append(.shape(shape, .fill, color))
  }

  /// - Parameter width: Of the line, in logical pixels.
  public mutating func stroke(_ shape: Shape, _ color: Color, width: Double) {
    elements.append(.shape(shape, .stroke(width: width), color))
  }

  public mutating func shadow(of shape: RoundedRect, _ shadow: Shadow) {
    elements.append(.shadow(shape, shadow))
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
    elements.append(
      .text(
        Text(
          string: string, style: style, color: color, origin: origin, ink: ink,
          placement: placement)))
  }

  public mutating func secret(_ secret: Secret) { elements.append(.secret(secret)) }

  /// Adds the elements that `content` adds, as one group; nothing where it adds none.
  public mutating func group(_ group: Group, _ content: (inout DisplayList) -> Void) {
    let start = elements.count
    elements.append(.group(group, count: 0))
    content(&self)
    let count = elements.count - start - 1
    if count == 0 {
      elements.removeLast()
    } else {
      elements[start] = .group(group, count: count)
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
