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

  private var character: Character? { keyOffset.map { text[text.index(text.startIndex, offsetBy: $0)] } }

  /// The access key in folded case. `nil` without an access key.
  package var key: Character? { character?.folded }

  /// Returns a number by which a key press activates the one of several controls that has the least. `nil` if it does
  /// not activate the control.
  ///
  /// A key with the character itself precedes one with its other case, as `i` and `ı` are other keys than `I` on some
  /// keyboards, and one with its letter: a keyboard may type `é` and `Ł` by dead keys, or not at all.
  package func rank(of press: KeyPress) -> Int? {
    guard press.modifiers == .alt, !press.isRepeat, let character, let key else { return nil }
    var scalars = press.characters
    if case .character(let scalar) = press.key { scalars.insert(scalar, at: 0) }
    let typed = scalars.map(Character.init)
    let matches =
      typed.map { $0 == character } + typed.map { $0.folded == key } + scalars.map(key.isVariant)
    return matches.firstIndex(of: true)
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
    let letter = environment.text.line(of: text, style: style).clusters[keyOffset].x
    let underline = Rect(
      x: origin.x + letter.lowerBound, y: origin.y + environment.snapped(2),
      width: letter.upperBound - letter.lowerBound, height: environment.lineWidth(1))
    list.fill(.rect(environment.snapped(underline)), color)
  }
}

extension Character {
  /// The character in a case that is equal for all its cases, such as `σ` for `Σ`, `σ` and `ς`.
  fileprivate var folded: Character { uppercased().lowercased().first ?? self }

  /// Returns whether the character is a letter with a mark, such as `ł` for `l` (by the Unicode names).
  fileprivate func isVariant(of letter: Unicode.Scalar) -> Bool {
    guard let first = unicodeScalars.first, let base = letter.properties.name else { return false }
    return first == letter || first.properties.name?.hasPrefix("\(base) WITH ") == true
  }
}
