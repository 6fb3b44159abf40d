public import Scene

/// Text tokens as rounded, tinted bubbles.
public struct TextTokens: TokenKind {
  /// Tells what is wrong with a text; `nil` where nothing is.
  public typealias Validation = (String) -> String?

  private let validation: Validation?
  private var nextID: Int

  /// - Parameters:
  ///   - firstID: Of the first token that is made of text. The number of each one that is made later
  ///     is higher than those of all that were made or pasted before.
  ///   - validation: `nil` where any text will do.
  public init(firstID: Int = 0, validation: Validation? = nil) {
    (nextID, self.validation) = (firstID, validation)
  }

  public func name(of token: TextToken) -> String {
    "“\(DisplayText.elided(token.text, to: Theme.TokenField.nameLimit))”"
  }

  public func text(of token: TextToken) -> String { token.text }

  /// Its text where that begins with a slash, as a file does that was dropped.
  public func filePath(of token: TextToken) -> String? {
    token.text.utf8.first == UInt8(ascii: "/") ? token.text : nil
  }

  public func problem(of token: TextToken) -> String? { validation?(token.text) }

  public mutating func makeToken(of text: String, replacing original: TextToken?) -> TextToken? {
    TextToken(id: original?.id ?? takeID(), text: text)
  }

  /// The highest identity that is taken over from other programs' data: far more numbers are left
  /// above it than can ever be given.
  private static var highestID: Int { 1 << 53 }

  /// The identity in decimal digits, a space, the text.
  public func encode(_ token: TextToken) -> [UInt8] { Array("\(token.id) \(token.text)".utf8) }

  /// The token of an identity and a text, spaces around it left out; `nil` where there is no text, or
  /// the identity is negative or higher than any field gives.
  public mutating func decode(_ bytes: [UInt8]) -> TextToken? {
    // By bytes: an accent that the text begins with makes one character with the space.
    let parts = bytes.split(
      separator: UInt8(ascii: " "), maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, let id = Int(String(decoding: parts[0], as: UTF8.self)),
      (0...Self.highestID).contains(id)
    else { return nil }
    let text = String(decoding: parts[1], as: UTF8.self).trimmed
    guard !text.isEmpty else { return nil }
    nextID = max(nextID, id + 1)
    return TextToken(id: id, text: String(text))
  }

  private mutating func takeID() -> Int {
    defer { nextID += 1 }
    return nextID
  }
}

// Looks.
extension TextTokens {
  public func size(of token: TextToken, within width: Double, in environment: Environment) -> Size {
    let padding = Theme.TokenField.tokenPadding
    let room = width - padding.leading - padding.trailing
    let line = shownText(of: token, within: room, environment)
    return Size(
      width: environment.snapped(line.metrics.advance + padding.leading + padding.trailing),
      height: environment.snapped(line.metrics.height + padding.top + padding.bottom))
  }

  public func draw(
    _ token: TextToken, in frame: Rect, state: TokenState, environment: Environment,
    into list: inout DisplayList
  ) {
    typealias Look = Theme.TokenField
    let colors = environment.theme.colors
    let tint = state.problem == nil ? colors.blue : colors.red
    let bubble = RoundedRect(environment.snapped(frame), cornerRadius: Look.tokenCornerRadius)
    let opacity = state.isSelected ? Look.selectedOpacity : Look.tokenOpacity
    list.fill(.roundedRect(bubble), tint.opacity(opacity + (1 - opacity) * state.flash))
    if state.isSelected {
      let width = environment.line(Look.selectedOutline)
      list.stroke(.roundedRect(bubble.inset(by: width / 2)), tint, width: width)
    }
    let padding = Look.tokenPadding
    let line = shownText(
      of: token, within: frame.width - padding.leading - padding.trailing, environment)
    let origin = Point(
      x: frame.minX + padding.leading, y: frame.minY + padding.top + line.metrics.ascent)
    list.text(line.text, Theme.Fonts.token, colors.text, at: origin, metrics: line.metrics)
    if state.problem != nil { drawWave(under: line.metrics, at: origin, tint, environment, &list) }
  }

  /// As much of the text as there is room for, the middle left out; a device pixel too little is what
  /// rounding has taken.
  private func shownText(
    of token: TextToken, within width: Double, _ environment: Environment
  ) -> (text: String, metrics: TextMetrics) {
    let (style, measuring) = (Theme.Fonts.token, environment.text)
    let text = DisplayText.elided(
      token.text, toFit: width + 1 / environment.scale, style: style, measuring: measuring)
    return (text, measuring.metrics(of: text, style: style))
  }

  /// A line of waves, as under a word that is spelt wrong: colour alone tells it to nobody who sees
  /// no red.
  private func drawWave(
    under metrics: TextMetrics, at origin: Point, _ color: Color, _ environment: Environment,
    _ list: inout DisplayList
  ) {
    typealias Look = Theme.TokenField
    var path = Path()
    let (step, depth) = (Look.waveLength / 2, Look.waveDepth)
    let top = origin.y + Look.waveGap
    path.move(to: Point(x: origin.x, y: top))
    var (x, isDown) = (origin.x, true)
    while x + step <= origin.x + metrics.advance {
      x += step
      path.line(to: Point(x: x, y: top + (isDown ? depth : 0)))
      isDown.toggle()
    }
    list.stroke(.path(path), color, width: Look.waveWidth)
  }
}
