/// A font name as desktops store it and Pango parses it: one or more families, style words, and a
/// size (`pango_font_description_from_string`).
struct FontName {
  /// The families in order of preference, separated by commas. `nil` if no family is named that the
  /// user has chosen.
  let family: String?

  /// The maximum accepted length of the families in bytes.
  private static let maximumLength = 200

  init(_ name: String) {
    var words = name.split(separator: " ")[...]
    if let size = words.last, Self.isSize(size) { words.removeLast() }
    // A comma ends the families, so a family name may end with a style word.
    while let word = words.last, Self.isStyle(word) { words.removeLast() }
    let family = words.joined(separator: " ").split(separator: ",").map { $0.drop { $0 == " " } }.filter {
      !$0.isEmpty
    }.joined(separator: ", ")
    let isChosen = !family.isEmpty && !Self.generic.contains(Self.plain(family))
    self.family = isChosen && family.utf8.count <= Self.maximumLength ? family : nil
  }

  /// Returns whether a word is a size in points or pixels.
  private static func isSize(_ word: Substring) -> Bool {
    let number = word.hasSuffix("px") ? word.dropLast(2) : word
    return number.utf8.allSatisfy { $0 == UInt8(ascii: ".") || (0x30...0x39).contains($0) }
      && Double(number) != nil
  }

  private static func isStyle(_ word: Substring) -> Bool { styles.contains(plain(word)) }

  /// Returns a word in the form in which words are compared.
  private static func plain(_ word: some StringProtocol) -> String {
    word.lowercased().filter { $0 != "-" && $0 != " " }
  }

  /// The generic families, for which fontconfig or the desktop chooses a font.
  private static let generic: Set<String> = [
    "sans", "sansserif", "serif", "monospace", "systemui", "uisansserif",
  ]

  /// Pango's words for slant, variant, weight and width, without hyphens.
  private static let styles: Set<String> = [
    "normal", "roman", "oblique", "italic", "smallcaps", "allsmallcaps", "petitecaps", "allpetitecaps",
    "unicase", "titlecaps", "thin", "ultralight", "extralight", "light", "semilight", "demilight", "book",
    "regular", "medium", "semibold", "demibold", "bold", "ultrabold", "extrabold", "heavy", "black",
    "ultraheavy", "extraheavy", "ultrablack", "extrablack", "ultracondensed", "extracondensed", "condensed",
    "semicondensed", "semiexpanded", "expanded", "extraexpanded", "ultraexpanded",
  ]
}
