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
  /// - Throws: `RenderingError.noFonts` where there are none.
  func makeFontMap() throws(RenderingError) -> GObjectReference {
    let map = GObjectReference(
      adopting: UnsafeMutableRawPointer(
        pango_cairo_font_map_new_for_font_type(CAIRO_FONT_TYPE_FT)))
    if let folder {
      let configuration = FcConfigCreate()
      defer { FcConfigDestroy(configuration) }
      Self.add(fontsIn: folder, to: configuration)
      pango_fc_font_map_set_config(map.opaque, configuration)
    }
    guard Self.hasFonts(pango_fc_font_map_get_config(map.opaque)) else {
      throw .noFonts(folder: folder)
    }
    return map
  }

  private var folder: String? {
    if case .folder(let folder) = self { folder } else { nil }
  }

  /// - Parameter configuration: `nil` for that of the system.
  private static func hasFonts(_ configuration: OpaquePointer?) -> Bool {
    [FcSetSystem, FcSetApplication].contains { set in
      FcConfigGetFonts(configuration, set).map { $0.pointee.nfont > 0 } ?? false
    }
  }

  /// Adds each font file by itself, since fontconfig would want to write a cache for a folder.
  private static func add(fontsIn folder: String, to configuration: OpaquePointer?) {
    var files = glob_t()
    defer { globfree(&files) }
    guard glob(folder + "/*.[ot]tf", 0, nil, &files) == 0 else { return }
    for index in 0..<Int(files.gl_pathc) {
      guard let path = files.gl_pathv[index] else { continue }
      path.withMemoryRebound(to: UInt8.self, capacity: strlen(path)) {
        _ = FcConfigAppFontAddFile(configuration, $0)
      }
    }
  }
}
