/// The font of a style: a file with outlines and the index of the font in that file.
struct FontFile: Hashable, Sendable {
  /// The state of the file when it was matched. The path is absolute.
  let stamp: FileStamp
  /// The index in the format of fontconfig's `FC_INDEX` and FreeType. The lower 16 bits are the
  /// font of a collection; the next 15 bits are the named instance of a variable font, counted from
  /// 1.
  let index: UInt32
  /// The axes of a variable font in CSS notation, such as `wght=500`. Usually empty.
  let variations: String

  var path: String { stamp.path }

  /// Whether the file exists and is unchanged.
  var isUpToDate: Bool { stamp.digest != nil && stamp.isUpToDate }
}

/// The result of a font lookup.
struct FontMatch: Hashable, Sendable {
  let request: FontRequest
  /// The font, or `nil` if fontconfig has none that is suitable for `HarfBuzzLine`.
  let file: FontFile?
}

/// The criteria of a font lookup.
struct FontRequest: Hashable, Sendable {
  /// The families in order of preference, separated by commas.
  let family: String
  /// The weight as in OpenType's `usWeightClass`.
  let weight: Int
}
