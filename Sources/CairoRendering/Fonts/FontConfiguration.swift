import CFontconfig
import Glibc

/// The owner of one reference to a fontconfig configuration: the available fonts and the rules for
/// selecting them.
final class FontConfiguration {
  private let pointer: OpaquePointer

  /// - Throws: `RenderingError.noFonts` if there are no fonts, and `outOfMemory`.
  init(_ fonts: FontSource) throws(RenderingError) {
    let loaded =
      switch fonts {
      case .system: FcInit() == FcFalse ? nil : FcConfigReference(nil)
      case .directory(let directory): Self.load(directory)
      }
    // fontconfig replaces files that it cannot read by a configuration of its own.
    guard let loaded else { throw .outOfMemory }
    guard Self.hasFonts(loaded) else {
      FcConfigDestroy(loaded)
      throw .noFonts(directory: fonts.directory)
    }
    pointer = loaded
  }

  deinit { FcConfigDestroy(pointer) }

  /// Calls `body` with the handle, which is valid during the call.
  func withPointer<Result>(_ body: (OpaquePointer) -> Result) -> Result { body(pointer) }

  private static func hasFonts(_ configuration: OpaquePointer) -> Bool {
    [FcSetSystem, FcSetApplication].contains { set in
      FcConfigGetFonts(configuration, set).map { $0.pointee.nfont > 0 } ?? false
    }
  }

  /// Creates a configuration with the fonts of a directory. It adds each font file separately,
  /// because fontconfig would write a cache file for a directory.
  private static func load(_ directory: String) -> OpaquePointer? {
    guard let configuration = FcConfigCreate() else { return nil }
    for path in FontSource.files(in: directory) { _ = FcConfigAppFontAddFile(configuration, path) }
    return configuration
  }
}

/// The source of the fonts for drawing text.
public enum FontSource: Hashable, Sendable {
  /// All fonts that fontconfig finds, selected by the user's configuration.
  case system
  /// Only the OpenType and TrueType files of one directory. So the image does not depend on the
  /// installed fonts.
  case directory(String)

  /// The path of the directory, or `nil` for the system fonts.
  var directory: String? { if case .directory(let directory) = self { directory } else { nil } }

  /// Returns the paths of the fonts in a directory, sorted by name.
  static func files(in directory: String) -> [String] {
    var files = glob_t()
    defer { globfree(&files) }
    guard glob(directory + "/*.[ot]tf", 0, nil, &files) == 0 else { return [] }
    return (0..<Int(files.gl_pathc)).compactMap { index in files.gl_pathv[index].map { String(cString: $0) } }
  }
}

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
    guard families.allSatisfy({ FcPatternAddString(pattern, FC_FAMILY, $0) != FcFalse }),
      FcPatternAddInteger(pattern, FC_WEIGHT, FcWeightFromOpenType(Int32(request.weight))) != FcFalse,
      FcPatternAddBool(pattern, FC_OUTLINE, FcTrue) != FcFalse,
      FcPatternAddBool(pattern, FC_VARIABLE, FcDontCare) != FcFalse,
      FcConfigSubstitute(pointer, pattern, FcMatchPattern) != FcFalse
    else { throw .outOfMemory }
    FcDefaultSubstitute(pattern)
    var result = FcResultNoMatch
    guard let match = FcFontMatch(pointer, pattern, &result) else { throw .outOfMemory }
    defer { FcPatternDestroy(match) }
    return Self.file(of: match)
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
