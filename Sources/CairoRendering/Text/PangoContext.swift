import CCairo
import CFontconfig
import CPango
import System

/// The fonts and measuring options of Pango layouts.
///
/// Layout is the same at every scale: font metrics are neither hinted nor rounded to pixels.
final class PangoContext {
  let library: PangoLibrary
  private let context: OpaquePointer

  /// Loads Pango and creates a context.
  ///
  /// - Parameters:
  ///   - fonts: The font configuration, the same as for `HarfBuzzLine`.
  ///   - library: The name of the shared library.
  /// - Returns: `nil` if Pango is not installed or if there is not enough memory.
  init?(_ fonts: FontConfiguration, by library: String) {
    guard let library = try? PangoLibrary(library), let map = library.makeFontMap(CAIRO_FONT_TYPE_FT.rawValue)
    else { return nil }
    defer { library.release(map) }
    fonts.withPointer { library.setConfiguration(map, $0) }
    guard let context = library.makeContext(map) else { return nil }
    self.library = library
    self.context = context
    let options = cairo_font_options_create()
    defer { cairo_font_options_destroy(options) }
    cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF)
    cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE)
    cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY)
    library.setFontOptions(context, options)
    library.setRoundsPositions(context, 0)
  }

  deinit { library.release(context) }

  /// Returns an empty layout of one line, which the caller must release. Returns `nil` if there is
  /// not enough memory.
  func makeLayout() -> OpaquePointer? {
    guard let layout = library.makeLayout(context) else { return nil }
    library.setIsOneParagraph(layout, 1)
    return layout
  }
}

/// Pango, which is loaded when the first text needs it.
///
/// Linking Pango and its dependencies would add half to the startup time and to the program's size
/// on disk. The window does not need it until the user types text that one font cannot display.
typealias PangoLibrary = LoadedLibrary<CPangoFunctions>

extension LoadedLibrary<CPangoFunctions> {
  static var name: String { "libpangocairo-1.0.so.0" }

  /// - Parameter name: The name of the library, which may differ on other systems.
  convenience init(_ name: String = name) throws(DynamicLibraryError) {
    try self.init(name, tactile_pango_names())
  }

  /// Returns the positions at which a line may begin, except between two ASCII characters, in bytes of UTF-8.
  func lineBreaks(in text: String) -> [Int] {
    let scalars = text.unicodeScalars
    var attributes = [CPangoLogAttr](repeating: CPangoLogAttr(), count: scalars.count + 1)
    text.utf8Span.span.withUnsafeBytes { bytes in
      let characters = bytes.assumingMemoryBound(to: CChar.self).baseAddress
      // The level is unknown, and the language is that of each script.
      self.getAttributes(
        characters, Int32(clamping: bytes.count), -1, nil, &attributes, Int32(attributes.count))
    }
    var (breaks, offset, isAfterASCII): ([Int], Int, Bool) = ([], 0, true)
    for (scalar, attribute) in zip(scalars, attributes) {
      if attribute.is_line_break != 0, !(isAfterASCII && scalar.isASCII) { breaks.append(offset) }
      (offset, isAfterASCII) = (offset + UTF8.width(scalar), scalar.isASCII)
    }
    return breaks
  }
}
