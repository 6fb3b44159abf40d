/// The name of a font as desktops write it, and Pango reads it: a family, or several, then how it is
/// styled, then its size (`pango_font_description_from_string`).
struct FontName {
  /// Families in the order of preference, separated by commas; `nil` where none is named that is any
  /// one's choice.
  let family: String?

  /// The most bytes that families are believed to have.
  private static let longest = 200

  init(_ name: String) {
    var words = name.split(separator: " ")[...]
    if let size = words.last, Self.isSize(size) { words.removeLast() }
    // A comma ends the families, so that one of them may be called by such a word.
    while let word = words.last, Self.isStyle(word) { words.removeLast() }
    let family = words.joined(separator: " ").split(separator: ",")
      .map { $0.drop { $0 == " " } }.filter { !$0.isEmpty }.joined(separator: ", ")
    let isChosen = !family.isEmpty && !Self.generic.contains(Self.plain(family))
    self.family = isChosen && family.utf8.count <= Self.longest ? family : nil
  }

  /// A number of points, or of pixels.
  private static func isSize(_ word: Substring) -> Bool {
    let number = word.hasSuffix("px") ? word.dropLast(2) : word
    return number.utf8.allSatisfy { $0 == UInt8(ascii: ".") || (0x30...0x39).contains($0) }
      && Double(number) != nil
  }

  private static func isStyle(_ word: Substring) -> Bool { styles.contains(plain(word)) }

  /// As words are compared.
  private static func plain(_ word: some StringProtocol) -> String {
    word.lowercased().filter { $0 != "-" && $0 != " " }
  }

  /// What fontconfig or a desktop chooses a font for, where the person has chosen none.
  private static let generic: Set<String> = [
    "sans", "sansserif", "serif", "monospace", "systemui", "uisansserif",
  ]

  /// Pango's words for slants, variants, weights and widths, without their hyphens.
  private static let styles: Set<String> = [
    "normal", "roman", "oblique", "italic", "smallcaps", "allsmallcaps", "petitecaps",
    "allpetitecaps", "unicase", "titlecaps", "thin", "ultralight", "extralight", "light",
    "semilight", "demilight", "book", "regular", "medium", "semibold", "demibold", "bold",
    "ultrabold", "extrabold", "heavy", "black", "ultraheavy", "extraheavy", "ultrablack",
    "extrablack", "ultracondensed", "extracondensed", "condensed", "semicondensed",
    "semiexpanded", "expanded", "extraexpanded", "ultraexpanded",
  ]
}
