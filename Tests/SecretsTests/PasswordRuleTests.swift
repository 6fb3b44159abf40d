import TestSupport
import Testing

@testable import Secrets

private let original6Symbols = "~`!@#$%^&*()-_=+{}[]:;<>,.?/"
private let asciiPunctuation = "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~"

@Suite struct `Password rule` {
  @Test(arguments: original6Symbols + asciiPunctuation + "§€«“‐→☃´")
  func `P3 counts punctuation and symbols as symbols`(character: Character) {
    for scalar in character.unicodeScalars {
      #expect(PasswordRule.symbol.isSatisfied(scalar))
    }
  }

  @Test(
    arguments: [" ", "\u{a0}", "\u{3000}", "a", "Z", "0", "é", "四", "\u{301}", "\u{200d}"]
      as [Unicode.Scalar])
  func `P3 does not count spaces, letters, numbers and marks as symbols`(scalar: Unicode.Scalar) {
    #expect(!PasswordRule.symbol.isSatisfied(scalar))
  }

  @Test(
    arguments: [
      ("A", true, false, false), ("z", false, true, false), ("5", false, false, true),
      ("É", true, false, false), ("é", false, true, false), ("Я", true, false, false),
      ("ß", false, true, false), ("ǅ", false, false, false), ("ª", false, true, false),
      ("Ⅷ", true, false, true), ("ⅷ", false, true, true), ("½", false, false, true),
      ("²", false, false, true), ("٣", false, false, true), ("四", false, false, true),
      ("日", false, false, false), (" ", false, false, false), ("!", false, false, false),
    ] as [(Unicode.Scalar, Bool, Bool, Bool)])
  func `P3 counts letters and numbers by their Unicode properties`(
    scalar: Unicode.Scalar, isUppercase: Bool, isLowercase: Bool, isNumber: Bool
  ) {
    #expect(PasswordRule.uppercase.isSatisfied(scalar) == isUppercase)
    #expect(PasswordRule.lowercase.isSatisfied(scalar) == isLowercase)
    #expect(PasswordRule.number.isSatisfied(scalar) == isNumber)
  }

  @Test func `P3 counts ASCII characters by their Unicode properties`() {
    for scalar in (0..<0x80 as Range<UInt8>).map(Unicode.Scalar.init) {
      let (properties, character) = (scalar.properties, Character(scalar))
      #expect(PasswordRule.uppercase.isSatisfied(scalar) == properties.isUppercase)
      #expect(PasswordRule.lowercase.isSatisfied(scalar) == properties.isLowercase)
      #expect(PasswordRule.letter.isSatisfied(scalar) == properties.isAlphabetic)
      #expect(PasswordRule.number.isSatisfied(scalar) == (properties.numericType != nil))
      #expect(PasswordRule.symbol.isSatisfied(scalar) == (character.isPunctuation || character.isSymbol))
    }
  }

  @Test func `P3 accepts characters that are uppercase, lowercase or numbers in Swift`() {
    // No scalar beyond plane 2 has a case or a numeric value.
    let end = TestScope.isComplete ? 0x11_0000 : 0x3_0000
    let rejected = (0..<end).lazy.compactMap(Unicode.Scalar.init).filter { scalar in
      let character = Character(scalar)
      // For Swift, a letter without a counterpart in the other case, such as ª or ℂ, is both.
      let isOnlyUppercase = character.isUppercase && !character.isLowercase
      let isOnlyLowercase = character.isLowercase && !character.isUppercase
      return isOnlyUppercase && !PasswordRule.uppercase.isSatisfied(scalar)
        || isOnlyLowercase && !PasswordRule.lowercase.isSatisfied(scalar)
        || character.isNumber && !PasswordRule.number.isSatisfied(scalar)
    }
    #expect(Array(rejected).isEmpty)
  }
}
