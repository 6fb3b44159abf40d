import CFontconfig
import CPango
import Glibc

/// Which fonts text is drawn with.
public enum FontSet: Hashable, Sendable {
  /// All fonts that fontconfig knows, chosen by the person's configuration.
  case system
  /// The OpenType and TrueType files of one folder and no others, so that the picture depends on
  /// nothing else that is installed.
  case folder(String)
}

extension FontSet {
  /// A new Pango font map over these fonts.
  ///
  /// - Throws: `RenderingError.noFonts` where the folder holds none.
  func makeFontMap() throws(RenderingError) -> GObjectReference {
    let map = GObjectReference(
      adopting: UnsafeMutableRawPointer(
        pango_cairo_font_map_new_for_font_type(CAIRO_FONT_TYPE_FT)))
    guard case .folder(let folder) = self else { return map }
    let configuration = FcConfigCreate()
    defer { FcConfigDestroy(configuration) }
    guard Self.add(fontsIn: folder, to: configuration) else { throw .noFonts(folder: folder) }
    pango_fc_font_map_set_config(map.opaque, configuration)
    return map
  }

  /// Adds each font file by itself, since fontconfig would want to write a cache for a folder.
  private static func add(fontsIn folder: String, to configuration: OpaquePointer?) -> Bool {
    var files = glob_t()
    defer { globfree(&files) }
    guard glob(folder + "/*.[ot]tf", 0, nil, &files) == 0 else { return false }
    for index in 0..<Int(files.gl_pathc) {
      guard let path = files.gl_pathv[index] else { continue }
      path.withMemoryRebound(to: UInt8.self, capacity: strlen(path)) {
        _ = FcConfigAppFontAddFile(configuration, $0)
      }
    }
    return files.gl_pathc > 0
  }
}
