package import Scene

/// The label of a control with the key that activates it together with Alt.
public struct AccessKeyLabel: Hashable, Sendable {
  /// The displayed text.
  public let text: String
  /// The offset of the underlined character in the text. `nil` without an access key.
  package let keyOffset: Int?

  /// The maximum number of characters of a label from another program.
  private static let maximumLength = 200

  /// Creates a label of the program without an access key.
  package init(_ text: String) { (self.text, keyOffset) = (text, nil) }

  /// Creates a label from a text of another program, in which an underscore precedes the access key and two
  /// underscores stand for one, as in GTK.
  ///
  /// - Parameter mnemonic: The text, which is sanitized by `DisplaySanitizer` and limited to 200 characters.
  public init(mnemonic: String) {
    var characters: [Character] = []
    var offset: Int?
    var isEscaped = false
    for character in mnemonic where characters.count <= Self.maximumLength {
      if character == "_", !isEscaped {
        isEscaped = true
        continue
      }
      if isEscaped, offset == nil, character != "_" { offset = characters.count }
      isEscaped = false
      characters.append(character)
    }
    text = DisplaySanitizer.elided(String(characters), to: Self.maximumLength)
    // Without the underscores, neighbors may join to one character, such as a flag, so that offsets change.
    keyOffset = Array(text) == characters ? offset : nil
  }

  /// The label without an access key.
  package var withoutKey: AccessKeyLabel { AccessKeyLabel(text) }

  /// Returns the label, of which the middle is elided if it is wider than a width in logical pixels. Then no character
  /// is underlined.
  func elided(toFit width: Double, style: TextStyle, measuring: any TextMeasuring) -> AccessKeyLabel {
    let shown = DisplaySanitizer.elided(text, toFit: width, style: style, measuring: measuring)
    return shown == text ? self : AccessKeyLabel(shown)
  }

  /// The access key as the lowercase character that it types. `nil` without an access key.
  package var key: Key? {
    guard let keyOffset else { return nil }
    let character = text[text.index(text.startIndex, offsetBy: keyOffset)]
    let scalars = character.lowercased().unicodeScalars
    guard scalars.count == 1, let scalar = scalars.first else { return nil }
    return .character(scalar)
  }

  /// Returns whether a key press activates the control.
  package func isActivated(by press: KeyPress) -> Bool {
    press.modifiers == .alt && key == press.key && !press.isRepeat
  }

  /// Adds the label to a display list, with a line below the access key.
  ///
  /// - Parameter origin: The start of the baseline.
  func draw(
    at origin: Point, _ style: TextStyle, _ color: Color, into list: inout DisplayList,
    _ environment: Environment
  ) {
    let metrics = environment.text.metrics(of: text, style: style)
    list.text(text, style, color, at: origin, metrics: metrics)
    guard let keyOffset else { return }
    let start = environment.text.metrics(of: String(text.prefix(keyOffset)), style: style).advance
    let end = environment.text.metrics(of: String(text.prefix(keyOffset + 1)), style: style).advance
    let underline = Rect(
      x: origin.x + start, y: origin.y + environment.snapped(2), width: end - start,
      height: environment.lineWidth(1))
    list.fill(.rect(environment.snapped(underline)), color)
  }
}
