/// A font that a style is written in: a file of outlines, and which of the fonts in it.
struct FontFile: Hashable, Sendable {
  /// Absolute.
  let path: String
  /// Which font of a collection in the lower 16 bits, which named instance of a variable font above
  /// them, counted from 1: as fontconfig's `FC_INDEX` has it.
  let index: UInt32
  /// The axes of a variable font in CSS's notation, such as `wght=500`; mostly empty.
  let variations: String
}

/// A style's font, as it was chosen once.
struct FontChoice: Hashable, Sendable {
  let request: FontRequest
  /// `nil` where fontconfig knows none that plain text can be written in.
  let file: FontFile?
}

/// What a font is looked up by.
struct FontRequest: Hashable, Sendable {
  /// In the order of preference, separated by commas.
  let family: String
  /// By the numbers of OpenType's `usWeightClass`.
  let weight: Int
}
