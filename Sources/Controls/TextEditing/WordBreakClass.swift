/// The class of a character in the word boundary rules: the `Word_Break` property of Unicode
/// [UAX #29](https://www.unicode.org/reports/tr29/#Word_Boundaries), with additional classes for
/// scripts without spaces between words.
enum WordBreakClass {
  case letter
  /// A Hebrew letter. Hebrew words may contain quotation marks.
  case hebrewLetter
  case number
  case katakana
  /// A character that joins both its sides, such as `_`.
  case connector
  case singleQuote, doubleQuote
  /// A character that is part of a word if it is between letters.
  case letterInfix
  /// A character that is part of a number if it is between digits.
  case numberInfix
  /// A character that is part of a word between letters and of a number between digits.
  case infix
  /// A Han or another ideographic character.
  case ideograph
  case hiragana
  /// A letter of a Southeast Asian script whose words can be found only with a dictionary.
  case complexLetter
  case space
  case newline
  /// A character that belongs to the previous one: a mark without a letter, or an invisible
  /// character.
  case attached
  case other

  /// Whether the class makes a word. Excludes characters that only join the parts of a word.
  var isWordPart: Bool {
    switch self {
    case .letter, .hebrewLetter, .number, .katakana, .connector, .ideograph, .hiragana, .complexLetter: true
    default: false
    }
  }

  /// Whether the class is a letter of an alphabet (`AHLetter` in UAX #29).
  var isLetter: Bool { self == .letter || self == .hebrewLetter }

  /// Whether the class joins two letters.
  var joinsLetters: Bool { self == .letterInfix || self == .infix || self == .singleQuote }

  /// Whether the class joins two digits.
  var joinsNumbers: Bool { self == .numberInfix || self == .infix || self == .singleQuote }
}

extension WordBreakClass {
  /// Creates the class of a grapheme: the class of its first scalar that is not attached.
  init(_ character: Character) {
    let classes = character.unicodeScalars.lazy.map { WordBreakClass($0) }
    self = classes.first { $0 != .attached } ?? .attached
  }

  private init(_ scalar: Unicode.Scalar) {
    self =
      Self.ascii(scalar.value) ?? Self.listed(scalar.value) ?? Self.wordBreak(from: scalar.properties)
      ?? .other
  }

  /// Returns the class of an ASCII scalar, or `nil` for other scalars.
  private static func ascii(_ scalar: UInt32) -> WordBreakClass? {
    switch scalar {
    case 0x41...0x5A, 0x61...0x7A: .letter
    case 0x30...0x39: .number
    case 0x20: .space
    case 0xA...0xD: .newline
    case 0x22: .doubleQuote
    case 0x27: .singleQuote
    case 0x2C, 0x3B: .numberInfix
    case 0x2E: .infix
    case 0x3A: .letterInfix
    case 0x5F: .connector
    case 0...0x7F: .other
    default: nil
    }
  }

  /// Returns the class of a scalar in the smaller classes, from `WordBreakProperty.txt` and
  /// `Scripts.txt` of Unicode 16, or `nil` for other scalars.
  private static func listed(_ scalar: UInt32) -> WordBreakClass? {
    switch scalar {
    case 0x85, 0x2028, 0x2029: .newline
    case 0x1680, 0x2000...0x2006, 0x2008...0x200A, 0x205F, 0x3000: .space
    // The zero-width space separates words.
    case 0x200B: .other
    case 0xB7, 0x387, 0x55F, 0x5F4, 0x2027, 0xFE13, 0xFE55, 0xFF1A: .letterInfix
    case 0x37E, 0x589, 0x60C, 0x60D, 0x66C, 0x7F8, 0x2044, 0xFE50, 0xFE54, 0xFF0C, 0xFF1B: .numberInfix
    case 0x2018, 0x2019, 0x2024, 0xFE52, 0xFF07, 0xFF0E: .infix
    case 0x66B, 0x19DA: .number
    case 0x202F: .connector
    case 0x5D0...0x5EA, 0x5EF...0x5F2, 0xFB1D, 0xFB1F...0xFB28, 0xFB2A...0xFB4F: .hebrewLetter
    case 0x3031...0x3035, 0x309B, 0x309C, 0x30A0...0x30FA, 0x30FC...0x30FF, 0x31F0...0x31FF, 0x32D0...0x32FE,
      0x3300...0x3357, 0xFF66...0xFF9D, 0x1AFF0...0x1AFFE, 0x1B000, 0x1B120...0x1B122, 0x1B155,
      0x1B164...0x1B167:
      .katakana
    case 0x3041...0x3096, 0x309D...0x309F, 0x1B001...0x1B11F, 0x1B132, 0x1B150...0x1B152, 0x1F200: .hiragana
    // Letters of Thai, Lao, Burmese, Khmer, Tai Le, New Tai Lue, Tai Tham, Tai Viet and Ahom,
    // without digits, marks and signs.
    case 0xE01...0xE30, 0xE32, 0xE33, 0xE40...0xE46, 0xE81...0xEB0, 0xEB2, 0xEB3, 0xEBD, 0xEC0...0xEC6,
      0xEDC...0xEDF, 0x1000...0x102A, 0x103F, 0x1050...0x1055, 0x105A...0x105D, 0x1061, 0x1065, 0x1066,
      0x106E...0x1070, 0x1075...0x1081, 0x108E, 0x1780...0x17B3, 0x17D7, 0x17DC, 0x1950...0x1974,
      0x1980...0x19C9, 0x1A20...0x1A54, 0x1AA7, 0xA9E0...0xA9E4, 0xA9E6...0xA9EF, 0xA9FA...0xA9FE,
      0xAA60...0xAA76, 0xAA7A, 0xAA7E...0xAAAF, 0xAAB1, 0xAAB5, 0xAAB6, 0xAAB9...0xAABD, 0xAAC0, 0xAAC2,
      0xAADB...0xAADD, 0x11700...0x1171A, 0x11740...0x11746:
      .complexLetter
    // Letters without the Unicode property `Alphabetic`.
    case 0x2C2...0x2C5, 0x2D2...0x2D7, 0x2DE, 0x2DF, 0x2E5...0x2EB, 0x2ED, 0x2EF...0x2FF, 0x55A...0x55C,
      0x55E, 0x58A, 0x5F3, 0x70F, 0xA708...0xA716, 0xA720, 0xA721, 0xA789, 0xA78A, 0xAB5B:
      .letter
    default: nil
    }
  }

  /// Returns the class that follows from other Unicode properties, or `nil` if there is none.
  private static func wordBreak(from properties: Unicode.Scalar.Properties) -> WordBreakClass? {
    switch properties.generalCategory {
    case .decimalNumber: return .number
    case .connectorPunctuation: return .connector
    case .format, .nonspacingMark, .spacingMark, .enclosingMark: return .attached
    default: break
    }
    if properties.isGraphemeExtend || properties.isEmojiModifier { return .attached }
    if properties.isIdeographic { return .ideograph }
    return properties.isAlphabetic ? .letter : nil
  }
}
