import CFontconfig

extension FontConfiguration {
  /// Returns the font that fontconfig prefers for a style. The result is `nil` unless its glyphs
  /// are unmodified outlines of an OpenType or TrueType file: not for bitmaps or for synthetic
  /// slant or bold.
  ///
  /// - Throws: `RenderingError.outOfMemory`. The configuration has fonts, so nothing else fails.
  func bestFont(for request: FontRequest) throws(RenderingError) -> FontFile? {
    guard let pattern = FcPatternCreate() else { throw .outOfMemory }
    defer { FcPatternDestroy(pattern) }
    let families = request.family.split(separator: ",").map { String($0.drop { $0 == " " }) }
    // Without `FC_VARIABLE`, only named instances of variable fonts match.
    guard families.allSatisfy({ Self.addFamily($0, to: pattern) }),
      FcPatternAddInteger(pattern, FC_WEIGHT, FcWeightFromOpenType(Int32(request.weight))) != FcFalse,
      FcPatternAddBool(pattern, FC_OUTLINE, FcTrue) != FcFalse,
      FcPatternAddBool(pattern, FC_VARIABLE, FcDontCare) != FcFalse,
      withPointer({ FcConfigSubstitute($0, pattern, FcMatchPattern) }) != FcFalse
    else { throw .outOfMemory }
    FcDefaultSubstitute(pattern)
    var result = FcResultNoMatch
    guard let match = withPointer({ FcFontMatch($0, pattern, &result) }) else { throw .outOfMemory }
    defer { FcPatternDestroy(match) }
    return Self.file(of: match)
  }

  private static func addFamily(_ family: String, to pattern: OpaquePointer) -> Bool {
    family.withCString {
      $0.withMemoryRebound(to: FcChar8.self, capacity: family.utf8.count + 1) {
        FcPatternAddString(pattern, FC_FAMILY, $0) != FcFalse
      }
    }
  }

  private static func file(of match: OpaquePointer) -> FontFile? {
    guard let path = string(FC_FILE, of: match), path.hasPrefix("/"),
      ["CFF", "TrueType"].contains(string(FC_FONTFORMAT, of: match)), bool(FC_OUTLINE, of: match) ?? true,
      !(bool(FC_EMBOLDEN, of: match) ?? false)
    else { return nil }
    var matrix: UnsafeMutablePointer<FcMatrix>?
    guard FcPatternGetMatrix(match, FC_MATRIX, 0, &matrix) != FcResultMatch else { return nil }
    var index: Int32 = 0
    _ = FcPatternGetInteger(match, FC_INDEX, 0, &index)
    return FontFile(
      stamp: FileStamp(of: path), index: UInt32(bitPattern: index),
      variations: string(FC_FONT_VARIATIONS, of: match) ?? "")
  }

  /// Returns a copy of a string that the pattern owns.
  private static func string(_ name: String, of pattern: OpaquePointer) -> String? {
    var value: UnsafeMutablePointer<FcChar8>?
    guard FcPatternGetString(pattern, name, 0, &value) == FcResultMatch, let value else { return nil }
    return String(cString: value)
  }

  private static func bool(_ name: String, of pattern: OpaquePointer) -> Bool? {
    var value: FcBool = 0
    return FcPatternGetBool(pattern, name, 0, &value) == FcResultMatch ? value != FcFalse : nil
  }
}
