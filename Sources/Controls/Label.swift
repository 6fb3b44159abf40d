public import Motion
public import Scene

/// A paragraph of text that the user cannot edit.
public struct Label: ColumnControl {
  public typealias Action = Never

  /// The text.
  public private(set) var text: String
  /// The font.
  public let style: TextStyle
  public private(set) var environment: Environment
  public private(set) var frame = Rect.zero
  private var width = 0.0
  private var block: TextBlock?

  /// Creates a label with an empty frame. Lay it out before drawing it.
  public init(_ text: String, style: TextStyle = Theme.Fonts.body, in environment: Environment) {
    (self.text, self.style, self.environment) = (text, style, environment)
  }

  /// Changes the text, and the height for the current width.
  public mutating func setText(_ text: String, at now: Instant) {
    guard text != self.text else { return }
    self.text = text
    layOut(at: frame.origin, width: width, at: now)
  }

  public mutating func update(_ environment: Environment, at now: Instant) {
    self.environment = environment
    layOut(at: frame.origin, width: width, at: now)
  }

  /// Breaks the text into lines. The frame is as wide as the longest one.
  public mutating func layOut(at origin: Point, width: Double, at now: Instant) {
    self.width = width
    let block = TextBlock(text, style: style, width: width, measuring: environment.text)
    frame = Rect(
      origin: origin,
      size: Size(
        width: environment.snappedUp(min(width, block.width)), height: environment.snappedUp(block.height)))
    self.block = block
  }

  public func draw(into list: inout DisplayList, at now: Instant) {
    block?.draw(at: frame.origin, environment.theme.colors.text, into: &list)
  }

  public mutating func handle(_ event: InputEvent, at now: Instant) -> Response<Never> { .ignored }

  public func nextChange(after now: Instant) -> Instant? { nil }

  public func pointerShape(over point: Point, at now: Instant) -> PointerShape? { nil }

  public var focusStopCount: Int { 0 }

  public mutating func focus(_ stop: Int?, at now: Instant) {}

  public func focusStop(under point: Point, at now: Instant) -> Int? { nil }

  public func frame(ofFocusStop stop: Int, at now: Instant) -> Rect { frame }
}
