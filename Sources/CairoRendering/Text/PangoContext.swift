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
