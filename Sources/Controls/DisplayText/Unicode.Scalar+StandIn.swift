/// Where a scalar stands in its character, on which it depends whether it is of use.
struct ScalarContext {
  /// The character's first scalar, which tells what it is.
  let first: Unicode.Scalar
  /// The neighbours; `nil` at the character's ends.
  var previous: Unicode.Scalar?
  var next: Unicode.Scalar?

  init(first: Unicode.Scalar) { self.first = first }
}

extension Unicode.Scalar {
  /// What is shown in its place; `nil` where it is shown itself.
  func standIn(in context: ScalarContext) -> String? {
    if isASCII { return controlPicture }
    if isCommonLetter || context.previous != nil && isCommonMark { return nil }
    switch properties.generalCategory {
    case .control, .unassigned, .privateUse, .surrogate, .lineSeparator, .paragraphSeparator:
      return code
    default: break
    }
    if properties.isDefaultIgnorableCodePoint { return isOfUse(in: context) ? nil : code }
    if context.previous == nil && joinsPrevious { return Self.dottedCircle + String(self) }
    return context.next == nil && joinsNext ? code : nil
  }

  /// Most letters that people write, told without a look at their properties.
  private var isCommonLetter: Bool {
    switch value {
    case 0xC0...0x2FF, 0x3A3...0x3FF, 0x400...0x482, 0x48A...0x52F, 0x5D0...0x5EA, 0x620...0x64A,
      0x671...0x6D3, 0x904...0x939, 0xE01...0xE30, 0x1E00...0x1EFF, 0x3041...0x3096,
      0x30A0...0x30FF, 0x3400...0x9FFF, 0xAC00...0xD7A3:
      true
    default: false
    }
  }

  /// The first accents, all but the invisible one behind them.
  private var isCommonMark: Bool { (0x300...0x34E).contains(value) }

  /// By U+2400 and the following; `nil` for what can be seen.
  private var controlPicture: String? {
    switch value {
    case 0..<0x20: Unicode.Scalar(0x2400 + value).map { String($0) }
    case 0x7F: "\u{2421}"
    default: nil
    }
  }

  /// As people write it.
  private var code: String {
    let digits = String(value, radix: 16, uppercase: true)
    return "[U+\(String(repeating: "0", count: max(0, 4 - digits.count)))\(digits)]"
  }

  /// What a mark without a letter stands on.
  private static let dottedCircle = "\u{25CC}"

  /// Whether it makes one grapheme with what stands before it (UAX #29, GB9 and GB9a).
  private var joinsPrevious: Bool {
    switch properties.generalCategory {
    case .nonspacingMark, .spacingMark, .enclosingMark: true
    // The vowels `am` of Thai and Lao.
    default:
      properties.isGraphemeExtend || properties.isEmojiModifier || [0xE33, 0xEB3].contains(value)
    }
  }

  /// Whether it makes one grapheme with what follows it (`Prepend`, GB9b), or is a sign for a span of
  /// text, which is no sign by itself.
  private var joinsNext: Bool {
    switch value {
    case 0xD4E, 0x111C2, 0x111C3, 0x113D1, 0x1193F, 0x11941, 0x11A3A, 0x11A84...0x11A89, 0x11D46,
      0x11F02:
      true
    default: properties.generalCategory == .format
    }
  }
}

// What is invisible, and where it is of use.
extension Unicode.Scalar {
  /// Of a scalar that shows nothing itself: whether it changes what is shown of its neighbours.
  private func isOfUse(in context: ScalarContext) -> Bool {
    guard let previous = context.previous else {
      return isFiller(before: context.next)
    }
    switch value {
    case 0x200C, 0x200D: return isJoinerOfUse(in: context, after: previous)
    case 0xFE0E, 0xFE0F: return previous.properties.isEmoji
    case 0xFE00...0xFE0D: return previous.hasVariants
    case 0xE0100...0xE01EF: return previous.properties.isIdeographic
    case 0x180B...0x180D, 0x180F: return (0x1820...0x18AA).contains(previous.value)
    case 0x1160: return (0x1100...0x115F).contains(previous.value)
    // It keeps marks in their order.
    case 0x34F:
      return context.next != nil && previous.properties.canonicalCombiningClass != .notReordered
    default: return false
    }
  }

  /// Whether it stands for the first letter of a Korean syllable that goes on with a vowel.
  private func isFiller(before next: Unicode.Scalar?) -> Bool {
    guard let next else { return false }
    return value == 0x115F && (0x1161...0x11A7).contains(next.value)
  }

  /// Zero width joiners and non-joiners, between letters whose shapes depend on each other, and in
  /// emoji that are made of several.
  private func isJoinerOfUse(in context: ScalarContext, after previous: Unicode.Scalar) -> Bool {
    if value == 0x200D, context.next != nil, context.first.isEmojiSign { return true }
    return context.first.isOfJoiningScript && !previous.properties.isDefaultIgnorableCodePoint
  }

  /// Whether a standard names other shapes of it: of some operators, ideographs, and letters.
  private var hasVariants: Bool {
    properties.generalCategory == .mathSymbol || properties.isIdeographic
      || isOfJoiningScript && properties.isAlphabetic
  }

  private var isEmojiSign: Bool { properties.isEmoji && !isASCII }

  /// From Arabic to the scripts of South and South-East Asia, with their later blocks, and Adlam.
  private var isOfJoiningScript: Bool {
    switch value {
    case 0x600...0x109F, 0x1700...0x1CFF, 0xA800...0xABFF, 0xFB50...0xFDFF, 0xFE70...0xFEFC,
      0x10A00...0x11FFF, 0x1E900...0x1E95F:
      true
    default: false
    }
  }
}
