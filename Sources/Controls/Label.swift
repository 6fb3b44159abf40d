public import Motion
public import Scene

/// Paragraphs of text that the user cannot edit. A line feed ends a paragraph.
public struct Label: ColumnControl {
  public typealias Action = Never

  /// The text.
  public private(set) var text: String
  /// The font.
  public let style: TextStyle
  /// The color in the current theme.
  public let color: @Sendable (Theme.Colors) -> Color
  /// The maximum number of lines of an untrusted text. `nil` for a text of the program, which has no limit.
  public let lineLimit: Int?
  public private(set) var environment: Environment
  public private(set) var frame = Rect.zero
  private var width = 0.0
  private var blocks: [TextBlock] = []

  /// Creates a label with an empty frame. Lay it out before drawing it.
  public init(
    _ text: String, style: TextStyle = Theme.Fonts.body,
    color: @escaping @Sendable (Theme.Colors) -> Color = \.text, in environment: Environment
  ) {
    (self.text, self.style, self.color, lineLimit) = (text, style, color, nil)
    self.environment = environment
  }

  /// Creates a label of text from another program. The text is sanitized by `DisplaySanitizer`, limited to some
  /// lines, and the middle of a word that is wider than the label is elided, such as that of a long path.
  ///
  /// - Parameter lineLimit: The maximum number of lines, at least 1.
  public init(
    untrusted text: String, lineLimit: Int, style: TextStyle = Theme.Fonts.body,
    color: @escaping @Sendable (Theme.Colors) -> Color = \.text, in environment: Environment
  ) {
    (self.text, self.style, self.color, self.lineLimit) = (text, style, color, lineLimit)
    self.environment = environment
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
    blocks = makeBlocks()
    frame = Rect(
      origin: origin,
      size: Size(
        width: environment.snappedUp(min(width, blocks.reduce(0) { max($0, $1.width) })),
        height: environment.snappedUp(blocks.reduce(0) { $0 + $1.height })))
  }

  /// The height of the first line, in logical pixels.
  package var firstLineHeight: Double { blocks.first?.lines.first?.metrics.height ?? 0 }

  private func makeBlocks() -> [TextBlock] {
    let paragraphs = text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
    guard let lineLimit else {
      return paragraphs.map {
        TextBlock(String($0), style: style, width: width, measuring: environment.text)
      }
    }
    var (blocks, remaining) = ([TextBlock](), lineLimit)
    for (index, paragraph) in paragraphs.enumerated() where remaining > 0 {
      // The last line shows that paragraphs are missing.
      let isCut = remaining == 1 && index < paragraphs.count - 1
      let words = isCut ? "\(paragraph) …" : String(paragraph)
      let block = TextBlock(
        elidingWords(of: words), style: style, width: width, lines: remaining, measuring: environment.text)
      blocks.append(block)
      remaining -= block.lines.count
    }
    return blocks
  }

  /// Returns a text in which the middle of each word that is too wide for a line is elided.
  private func elidingWords(of text: String) -> String {
    guard environment.text.metrics(of: DisplaySanitizer.elided(text, to: 512), style: style).advance > width
    else { return text }
    return text.split(separator: " ", omittingEmptySubsequences: false).prefix(4096).map {
      DisplaySanitizer.elided(String($0), toFit: width, style: style, measuring: environment.text)
    }.joined(separator: " ")
  }

  public func draw(into list: inout DisplayList, at now: Instant) {
    var top = frame.minY
    for block in blocks {
      block.draw(at: Point(x: frame.minX, y: top), color(environment.theme.colors), into: &list)
      top += block.height
    }
  }

  public mutating func handle(_ event: InputEvent, at now: Instant) -> Response<Never> { .ignored }

  public func nextChange(after now: Instant) -> Instant? { nil }

  public func pointerShape(over point: Point, at now: Instant) -> PointerShape? { nil }

  public var focusStopCount: Int { 0 }

  public mutating func focus(_ stop: Int?, at now: Instant) {}

  public func focusStop(under point: Point, at now: Instant) -> Int? { nil }

  public func frame(ofFocusStop stop: Int, at now: Instant) -> Rect { frame }
}
