import CFontconfig

/// The owner of one reference to a configuration of fontconfig's: which fonts there are, and
/// which to prefer.
final class FontConfiguration {
  private let pointer: OpaquePointer

  /// - Throws: `RenderingError.noFonts` where there are none.
  init(_ fonts: FontSet) throws(RenderingError) {
    let loaded =
      switch fonts {
      case .system: FcInit() == FcFalse ? nil : FcConfigReference(nil)
      case .folder(let folder): Self.load(folder)
      }
    guard let loaded else { throw .noFonts(folder: fonts.folder) }
    guard Self.hasFonts(loaded) else {
      FcConfigDestroy(loaded)
      throw .noFonts(folder: fonts.folder)
    }
    pointer = loaded
  }

  deinit { FcConfigDestroy(pointer) }

  /// Lends the handle for the length of a call.
  func withPointer<Result>(_ body: (OpaquePointer) -> Result) -> Result { body(pointer) }

  private static func hasFonts(_ configuration: OpaquePointer) -> Bool {
    [FcSetSystem, FcSetApplication].contains { set in
      FcConfigGetFonts(configuration, set).map { $0.pointee.nfont > 0 } ?? false
    }
  }

  /// Adds each font file by itself, since fontconfig would want to write a cache for a folder.
  private static func load(_ folder: String) -> OpaquePointer? {
    guard let configuration = FcConfigCreate() else { return nil }
    for path in FontSet.files(in: folder) {
      path.withCString {
        $0.withMemoryRebound(to: FcChar8.self, capacity: path.utf8.count + 1) {
          _ = FcConfigAppFontAddFile(configuration, $0)
        }
      }
    }
    return configuration
  }
}
