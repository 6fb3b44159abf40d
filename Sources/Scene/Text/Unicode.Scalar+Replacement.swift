/// The context of a scalar in its character, which determines whether the scalar has an effect.
struct ScalarContext {
  /// The first scalar of the character, which determines its kind.
  let first: Unicode.Scalar
  /// The scalar before and the scalar after this one, or `nil` at the ends of the character.
  var previous: Unicode.Scalar?
  var next: Unicode.Scalar?
}

extension Unicode.Scalar {
  /// Returns the replacement of the scalar, or `nil` if it is displayed unchanged.
  func replacement(in context: ScalarContext) -> String? {
    if isASCII { return controlPicture }
    if isCommonLetter || context.previous != nil && isCommonMark { return nil }
    switch properties.generalCategory {
    case .control, .unassigned, .privateUse, .surrogate, .lineSeparator, .paragraphSeparator: return code
    default: break
    }
    if properties.isDefaultIgnorableCodePoint { return hasEffect(in: context) ? nil : code }
    if context.previous == nil && joinsPrevious { return Self.dottedCircle + String(self) }
    return context.next == nil && joinsNext ? code : nil
  }

  /// Whether the scalar is in a range of common letters. Faster than a lookup of its properties.
  private var isCommonLetter: Bool {
    switch value {
    case 0xC0...0x2FF, 0x3A3...0x3FF, 0x400...0x482, 0x48A...0x52F, 0x5D0...0x5EA, 0x620...0x64A,
      0x671...0x6D3, 0x904...0x939, 0xE01...0xE30, 0x1E00...0x1EFF, 0x3041...0x3096, 0x30A0...0x30FF,
      0x3400...0x9FFF, 0xAC00...0xD7A3:
      true
    default: false
    }
  }

  /// Whether the scalar is a common combining mark. Excludes the invisible U+034F after them.
  private var isCommonMark: Bool { (0x300...0x34E).contains(value) }

  /// The control picture (U+2400 and following), or `nil` for a visible character.
  private var controlPicture: String? {
    switch value {
    case 0..<0x20: Unicode.Scalar(0x2400 + value).map { String($0) }
    case 0x7F: "\u{2421}"
    default: nil
    }
  }

  /// The code point in the notation `[U+202E]`.
  private var code: String {
    let digits = String(value, radix: 16, uppercase: true)
    return "[U+\(String(repeating: "0", count: max(0, 4 - digits.count)))\(digits)]"
  }

  /// The base of a combining mark without a letter.
  private static let dottedCircle = "\u{25CC}"

  /// Whether the scalar joins the previous one into one grapheme (UAX #29, GB9 and GB9a).
  private var joinsPrevious: Bool {
    switch properties.generalCategory {
    case .nonspacingMark, .spacingMark, .enclosingMark: true
    // U+0E33 and U+0EB3 are the vowels `am` of Thai and Lao.
    default: properties.isGraphemeExtend || properties.isEmojiModifier || [0xE33, 0xEB3].contains(value)
    }
  }

  /// Whether the scalar joins the next one into one grapheme (`Prepend`, GB9b), or is a format
  /// character for a range of text, which is invisible by itself.
  private var joinsNext: Bool {
    switch value {
    case 0xD4E, 0x111C2, 0x111C3, 0x113D1, 0x1193F, 0x11941, 0x11A3A, 0x11A84...0x11A89, 0x11D46, 0x11F02:
      true
    default: properties.generalCategory == .format
    }
  }
}

// Invisible scalars and their effect.
extension Unicode.Scalar {
  /// Returns whether an invisible scalar changes the display of its neighbors.
  private func hasEffect(in context: ScalarContext) -> Bool {
    guard let previous = context.previous else { return isFiller(before: context.next) }
    switch value {
    case 0x200C, 0x200D: return hasJoinerEffect(in: context, after: previous)
    case 0xFE0E, 0xFE0F: return previous.properties.isEmoji
    case 0xFE00...0xFE0D: return previous.hasVariants
    case 0xE0100...0xE01EF: return previous.properties.isIdeographic
    case 0x180B...0x180D, 0x180F: return (0x1820...0x18AA).contains(previous.value)
    case 0x1160: return (0x1100...0x115F).contains(previous.value)
    // The combining grapheme joiner keeps marks in their order.
    case 0x34F: return context.next != nil && previous.properties.canonicalCombiningClass != .notReordered
    default: return false
    }
  }

  /// Returns whether the scalar replaces the initial consonant of a Korean syllable that continues
  /// with a vowel.
  private func isFiller(before next: Unicode.Scalar?) -> Bool {
    guard let next else { return false }
    return value == 0x115F && (0x1161...0x11A7).contains(next.value)
  }

  /// Returns whether a zero-width joiner or non-joiner has an effect: between letters whose shapes
  /// depend on each other, or, for a joiner, in a composed emoji.
  private func hasJoinerEffect(in context: ScalarContext, after previous: Unicode.Scalar) -> Bool {
    if value == 0x200D, context.next != nil, context.first.isEmojiSign { return true }
    return context.first.isInJoiningScript && !previous.properties.isDefaultIgnorableCodePoint
  }

  /// Whether the scalar may have standardized variants, as operators, ideographs and letters do.
  private var hasVariants: Bool {
    properties.generalCategory == .mathSymbol || properties.isIdeographic
      || isInJoiningScript && properties.isAlphabetic
  }

  private var isEmojiSign: Bool { properties.isEmoji && !isASCII }

  /// Whether the scalar is in a script with joining behavior: from Arabic to the scripts of South
  /// and Southeast Asia, with their later blocks, and Adlam.
  private var isInJoiningScript: Bool {
    switch value {
    case 0x600...0x109F, 0x1700...0x1CFF, 0xA800...0xABFF, 0xFB50...0xFDFF, 0xFE70...0xFEFC,
      0x10A00...0x11FFF, 0x1E900...0x1E95F:
      true
    default: false
    }
  }
}
