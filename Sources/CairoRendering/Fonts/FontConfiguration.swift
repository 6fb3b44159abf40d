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
    for path in FontSource.files(in: directory) {
      path.withCString {
        $0.withMemoryRebound(to: FcChar8.self, capacity: path.utf8.count + 1) {
          _ = FcConfigAppFontAddFile(configuration, $0)
        }
      }
    }
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
