/// A font that a style is written in: a file of outlines, and which of the fonts in it.
struct FontFile: Hashable, Sendable {
  /// The file as it was when it was chosen; its path is absolute.
  let stamp: FileStamp
  /// Which font of a collection in the lower 16 bits, which named instance of a variable font in the
  /// next 15, counted from 1: as fontconfig's `FC_INDEX` and FreeType have it.
  let index: UInt32
  /// The axes of a variable font in CSS's notation, such as `wght=500`; mostly empty.
  let variations: String

  var path: String { stamp.path }

  /// Whether it is there as it was.
  var stillHolds: Bool { stamp.digest != nil && stamp.stillHolds }
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
