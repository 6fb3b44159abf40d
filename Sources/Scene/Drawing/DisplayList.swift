/// The content of one rendered frame as plain values, in painting order.
///
/// Equal lists draw equal pixels. The damage is therefore found by comparing lists
/// (`damage(comparedTo:scale:)`); controls do not report it.
public struct DisplayList: Sendable {
  /// An element of a display list.
  public enum Element: Hashable, Sendable {
    /// A filled or stroked outline.
    case shape(Shape, Paint, Color)
    /// The shadow of a shape, without the shape itself.
    case shadow(RoundedRect, Shadow)
    /// A line of text.
    case text(Text)
    /// Part of a secret that is revealed.
    case secret(Secret)
    /// An image with its pixels unchanged, whose first pixel is the nearest one to a position.
    case image(Image, at: Point)
    /// A group that consists of the next `count` elements.
    case group(Group, count: Int)
    /// Recorded elements that other lists may share.
    case recording(Recording)
  }

  /// A line of text.
  public struct Text: Hashable, Sendable {
    public var string: String
    public var style: TextStyle
    public var color: Color
    /// The start of the first glyph, on the baseline.
    public var origin: Point
    /// The area that the glyphs cover. Nothing is painted outside of it.
    public var ink: Rect
    public var placement: TextPlacement
  }

  /// Consecutive graphemes of a secret that its owner reveals, on one line.
  public struct Secret: Hashable, Sendable {
    /// The secret that the graphemes belong to.
    public var handle: SecretHandle
    /// A number that changes whenever the secret does, so that two frames can be compared without
    /// reading the secret.
    public var generation: UInt64
    /// The indices of the graphemes, counted in grapheme clusters from 0.
    public var graphemes: Range<Int>
    public var style: TextStyle
    public var color: Color
    /// The start of the first grapheme, on the baseline.
    public var origin: Point
    /// The clipping rectangle. Nothing is painted outside of it.
    public var clip: Rect

    public init(
      handle: SecretHandle, generation: UInt64, graphemes: Range<Int>, style: TextStyle, color: Color,
      origin: Point, clip: Rect
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

  /// The properties that several elements share.
  public struct Group: Hashable, Sendable {
    /// The transform from the group's own space to the space that contains the group.
    public var transform: Transform
    /// The opacity of the group as a whole, in 0…1. An element that another one covers does not
    /// show through.
    public var opacity: Double
    /// The clip in the group's own space, or `nil` to paint everything.
    public var clip: RoundedRect?

    public init(transform: Transform = .identity, opacity: Double = 1, clip: RoundedRect? = nil) {
      self.transform = transform
      self.opacity = opacity
      self.clip = clip
    }
  }

  /// The elements in painting order.
  public private(set) var elements: [Element] = []
  /// The footprint of each element.
  public private(set) var footprints: [Footprint] = []

  public init() {}

  /// The element count and the bounds of an element, available without reading the element.
  public struct Footprint: Sendable {
    /// The number of elements in the list that belong to the element, including itself.
    public fileprivate(set) var elementCount = 1
    /// The bounds of everything that the element paints, in the space that contains it. For a group
    /// they include its content.
    public fileprivate(set) var ink: Rect
    /// Whether the element is a group or a recording.
    fileprivate(set) var hasContent = false
  }

  /// The indices of all elements.
  public var range: Range<Int> { elements.indices }

  /// Returns whether both lists share their storage and therefore are equal. Complexity O(1).
  func sharesStorage(with other: DisplayList) -> Bool {
    elements.withUnsafeBufferPointer { elements in
      other.elements.withUnsafeBufferPointer { others in
        elements.baseAddress == others.baseAddress && elements.count == others.count
      }
    }
  }

  /// Returns the bounding rectangle of everything that some siblings paint. Elements with infinite
  /// bounds or NaN are ignored, since they are not painted.
  ///
  /// - Complexity: O(*n*) in the number of siblings.
  func ink(of siblings: Range<Int>) -> Rect {
    var union = Rect.zero
    var index = siblings.lowerBound
    while index < siblings.upperBound {
      let footprint = footprints[index]
      if footprint.ink.isFinite { union = union.union(footprint.ink) }
      index += footprint.elementCount
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

extension Rect { fileprivate var isFinite: Bool { (minX + maxX + minY + maxY).isFinite } }

// Drawing.
extension DisplayList {
  /// Removes all elements and keeps the memory for the next frame.
  public mutating func removeAll() {
    elements.removeAll(keepingCapacity: true)
    footprints.removeAll(keepingCapacity: true)
  }

  /// Adds a filled shape.
  public mutating func fill(_ shape: Shape, _ color: Color) {
    append(.shape(shape, .fill, color), ink: shape.ink(.fill))
  }

  /// Adds the outline of a shape.
  ///
  /// - Parameter width: The line width, in logical pixels.
  public mutating func stroke(_ shape: Shape, _ color: Color, width: Double) {
    let paint = Paint.stroke(width: width)
    append(.shape(shape, paint, color), ink: shape.ink(paint))
  }

  /// Adds the shadow of a shape, without the shape itself.
  public mutating func shadow(of shape: RoundedRect, _ shadow: Shadow) {
    append(.shadow(shape, shadow), ink: shadow.ink(of: shape))
  }

  /// Adds a line of text. An empty text adds nothing.
  ///
  /// - Parameters:
  ///   - origin: The start of the first glyph, on the baseline.
  ///   - metrics: The measured metrics of the text in that style.
  ///   - placement: The alignment of the glyphs to device pixels.
  public mutating func text(
    _ string: String, _ style: TextStyle, _ color: Color, at origin: Point, metrics: TextMetrics,
    placement: TextPlacement = .wholePixels
  ) {
    guard !string.isEmpty else { return }
    let ink = metrics.ink.offset(by: origin - .zero)
    text(Text(string: string, style: style, color: color, origin: origin, ink: ink, placement: placement))
  }

  public mutating func text(_ text: Text) { append(.text(text), ink: text.ink) }

  public mutating func secret(_ secret: Secret) { append(.secret(secret), ink: secret.clip) }

  /// Adds an image in a frame. Its pixels are not scaled, so the frame should have its size in device pixels.
  public mutating func image(_ image: Image, in frame: Rect) {
    append(.image(image, at: frame.origin), ink: frame)
  }

  /// Adds the elements of a recording. An empty recording adds nothing.
  public mutating func show(_ recording: Recording) {
    guard !recording.list.elements.isEmpty else { return }
    append(.recording(recording), ink: recording.ink)
    footprints[footprints.count - 1].hasContent = true
  }

  /// Adds the elements that `content` adds as one group. If `content` adds none, nothing is added.
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
        elementCount: count + 1, ink: group.ink(of: ink(of: start + 1..<elements.count)), hasContent: true)
    }
  }
}

/// The alignment of text to device pixels.
public enum TextPlacement: Hashable, Sendable {
  /// Glyphs start on whole pixels. This is sharpest and suits text that does not move.
  case wholePixels
  /// Glyphs are drawn as outlines at their exact position and scale. This suits text that moves or
  /// scales with a shape.
  case exact
}

/// Elements that are recorded once and shown in many display lists.
///
/// The lists share the storage. If two lists show the same recording, it is known to be equal
/// without comparing its elements. If a recording is not visible, it is skipped as a whole.
public struct Recording: Hashable, Sendable {
  /// The recorded elements.
  public private(set) var list = DisplayList()
  /// The bounds of everything that the recording paints.
  private(set) var ink = Rect.zero

  /// Creates an empty recording.
  public init() {}

  /// Replaces the recorded elements by those that `content` adds. Storage that is not shared is
  /// reused.
  public mutating func record(_ content: (inout DisplayList) -> Void) {
    list.removeAll()
    content(&list)
    ink = list.ink(of: list.range)
  }
}
