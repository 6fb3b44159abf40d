public import Scene

/// A token that consists of text.
public struct TextToken: Identifiable, Hashable, Sendable {
  /// The identity, which distinguishes tokens with equal texts.
  public let id: Int
  /// The text.
  public let text: String

  /// Creates a token.
  public init(id: Int, text: String) {
    self.id = id
    self.text = text
  }
}

extension TokenField where Adapter == TextTokenAdapter {
  /// Creates a field of text tokens, numbered from 0, with the caret before the first token.
  ///
  /// - Parameter validation: Validates texts. If `nil`, every text is valid.
  /// - Complexity: O(*n*) in the number of texts. Only the visible tokens are measured.
  public init(
    _ texts: [String], validation: TextTokenAdapter.Validation? = nil,
    configuration: TokenFieldConfiguration = TokenFieldConfiguration(), in environment: Environment
  ) {
    // Here the compiler knows the type of the tokens, so a million of them take a tenth of the
    // time.
    self.init(
      texts.indices.lazy.map { TextToken(id: $0, text: texts[$0]) },
      adapter: TextTokenAdapter(firstID: texts.count, validation: validation),
      configuration: configuration, in: environment)
  }
}

/// The adapter for text tokens, which it draws as rounded, tinted rectangles.
public struct TextTokenAdapter: TokenAdapter {
  /// A function that returns the problem of a text, in the language of the strings, or `nil` if the text is valid.
  public typealias Validation = (String, any ControlStrings) -> String?

  private let validation: Validation?
  private var nextID: Int

  /// Creates an adapter.
  ///
  /// - Parameters:
  ///   - firstID: The identity of the first token that is created from text. Each later identity is
  ///     higher than those of all tokens created or pasted before.
  ///   - validation: Validates texts. If `nil`, every text is valid.
  public init(firstID: Int = 0, validation: Validation? = nil) {
    (nextID, self.validation) = (firstID, validation)
  }

  public func name(of token: TextToken) -> String { token.text }

  public func text(of token: TextToken) -> String { token.text }

  /// Returns the text if it begins with a slash, like the path of a dropped file.
  public func filePath(of token: TextToken) -> String? {
    token.text.utf8.first == UInt8(ascii: "/") ? token.text : nil
  }

  public func problem(of token: TextToken, in environment: Environment) -> String? {
    validation?(token.text, environment.strings)
  }

  public mutating func makeToken(of text: String, replacing original: TextToken?) -> TextToken? {
    TextToken(id: original?.id ?? takeID(), text: text)
  }

  /// The highest identity that is accepted from other programs. It leaves more numbers above it
  /// than can ever be used.
  private static var highestID: Int { 1 << 53 }

  /// Encodes the identity in decimal digits, a space and the text.
  public func encode(_ token: TextToken) -> [UInt8] { Array("\(token.id) \(token.text)".utf8) }

  /// Decodes an identity and a text, without surrounding spaces. Returns `nil` if the text is
  /// empty, or if the identity is negative or above the highest one that a field accepts.
  public mutating func decode(_ bytes: [UInt8]) -> TextToken? {
    // By bytes: an accent at the start of the text would form one character with the space.
    let parts = bytes.split(separator: UInt8(ascii: " "), maxSplits: 1, omittingEmptySubsequences: false)
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

// Size and drawing.
extension TextTokenAdapter {
  public func size(of token: TextToken, within width: Double, in environment: Environment) -> Size {
    let padding = environment.theme.tokenField.tokenPadding
    let textWidth = width - padding.leading - padding.trailing
    let line = displayedText(of: token, within: textWidth, environment)
    return environment.snappedSize(of: line.metrics, padding)
  }

  public func draw(
    _ token: TextToken, in frame: Rect, state: TokenState, environment: Environment,
    into list: inout DisplayList
  ) {
    let style = environment.theme.tokenField
    let colors = environment.theme.colors
    let tint = state.problem == nil ? colors.blue : colors.red
    let shape = RoundedRect(environment.snapped(frame), cornerRadius: style.tokenCornerRadius)
    let opacity = state.isSelected ? style.selectedOpacity : style.tokenOpacity
    list.fill(.roundedRect(shape), tint.opacity(opacity + (1 - opacity) * state.flash))
    if state.isSelected { list.outline(inside: shape, tint, width: style.selectedOutline, environment) }
    let padding = style.tokenPadding
    let line = displayedText(of: token, within: frame.width - padding.leading - padding.trailing, environment)
    let origin = Point(x: frame.minX + padding.leading, y: frame.minY + padding.top + line.metrics.ascent)
    list.text(line.text, environment.theme.fonts.token, colors.text, at: origin, metrics: line.metrics)
    if state.problem != nil { drawWave(under: line.metrics, at: origin, tint, style, &list) }
  }

  /// Returns as much of the text as fits, with the middle elided. Accepts one device pixel of
  /// overflow, which rounding may cause.
  private func displayedText(of token: TextToken, within width: Double, _ environment: Environment) -> (
    text: String, metrics: TextMetrics
  ) {
    let (style, measuring) = (environment.theme.fonts.token, environment.text)
    let text = DisplaySanitizer.elided(
      token.text, toFit: width + 1 / environment.scale, style: style, measuring: measuring)
    return (text, measuring.metrics(of: text, style: style))
  }

  /// Draws a wavy line, as under a misspelled word: color alone is not visible to users who cannot
  /// see red.
  private func drawWave(
    under metrics: TextMetrics, at origin: Point, _ color: Color, _ style: Theme.TokenFieldStyle,
    _ list: inout DisplayList
  ) {
    var path = Path()
    let (step, depth) = (style.waveLength / 2, style.waveDepth)
    // A shorter wave is a line, and would take very many steps.
    guard step >= 0.25 else { return }
    let top = origin.y + style.waveGap
    path.move(to: Point(x: origin.x, y: top))
    var (x, isDown) = (origin.x, true)
    while x + step <= origin.x + metrics.advance {
      x += step
      path.line(to: Point(x: x, y: top + (isDown ? depth : 0)))
      isDown.toggle()
    }
    list.stroke(.path(path), color, width: style.waveWidth)
  }
}
