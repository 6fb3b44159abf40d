import CPango
import System

/// The functions of Pango that this module uses, loaded when the first text needs them.
///
/// Linking Pango and its dependencies would add half to the startup time and to the program's size
/// on disk. The window does not need it until the user types text that one font cannot display.
final class PangoLibrary: LibraryBindings {
  typealias Object = OpaquePointer
  typealias Text = UnsafePointer<CChar>
  typealias Line = UnsafeMutablePointer<CPangoLayoutLine>
  typealias Box = UnsafeMutablePointer<CPangoRectangle>

  // The initializer shows the C function behind each property.

  let release: @convention(c) (Object) -> Void
  let makeFontMap: @convention(c) (UInt32) -> Object?
  let setConfiguration: @convention(c) (Object, OpaquePointer) -> Void
  let makeContext: @convention(c) (Object) -> Object?
  let setFontOptions: @convention(c) (Object, OpaquePointer?) -> Void
  let setRoundsPositions: @convention(c) (Object, Int32) -> Void

  let makeDescription: @convention(c) () -> Object?
  let releaseDescription: @convention(c) (Object) -> Void
  let setFamily: @convention(c) (Object, Text) -> Void
  let setWeight: @convention(c) (Object, UInt32) -> Void
  let setSize: @convention(c) (Object, Double) -> Void

  let makeLayout: @convention(c) (Object) -> Object?
  let setIsOneParagraph: @convention(c) (Object, Int32) -> Void
  let setDescription: @convention(c) (Object, Object) -> Void
  let setText: @convention(c) (Object, Text?, Int32) -> Void
  let text: @convention(c) (Object) -> Text?
  let line: @convention(c) (Object, Int32) -> Line?
  let measure: @convention(c) (Line, Box, Box) -> Void
  let addPath: @convention(c) (OpaquePointer, Line) -> Void
  let getAttributes:
    @convention(c) (Text?, Int32, Int32, Object?, UnsafeMutablePointer<CPangoLogAttr>, Int32) -> Void

  static let name = "libpangocairo-1.0.so.0"

  init(of library: DynamicLibrary) throws(DynamicLibraryError) {
    release = try library["g_object_unref"]
    makeFontMap = try library["pango_cairo_font_map_new_for_font_type"]
    setConfiguration = try library["pango_fc_font_map_set_config"]
    makeContext = try library["pango_font_map_create_context"]
    setFontOptions = try library["pango_cairo_context_set_font_options"]
    setRoundsPositions = try library["pango_context_set_round_glyph_positions"]
    makeDescription = try library["pango_font_description_new"]
    releaseDescription = try library["pango_font_description_free"]
    setFamily = try library["pango_font_description_set_family"]
    setWeight = try library["pango_font_description_set_weight"]
    setSize = try library["pango_font_description_set_absolute_size"]
    makeLayout = try library["pango_layout_new"]
    setIsOneParagraph = try library["pango_layout_set_single_paragraph_mode"]
    setDescription = try library["pango_layout_set_font_description"]
    setText = try library["pango_layout_set_text"]
    text = try library["pango_layout_get_text"]
    line = try library["pango_layout_get_line_readonly"]
    measure = try library["pango_layout_line_get_extents"]
    addPath = try library["pango_cairo_layout_line_path"]
    getAttributes = try library["pango_get_log_attrs"]
  }

  /// Returns the positions at which a line may begin, except between two ASCII characters, in bytes of UTF-8.
  func lineBreaks(in text: String) -> [Int] {
    let scalars = text.unicodeScalars
    var attributes = [CPangoLogAttr](repeating: CPangoLogAttr(), count: scalars.count + 1)
    text.utf8Span.span.withUnsafeBytes { bytes in
      let characters = bytes.assumingMemoryBound(to: CChar.self).baseAddress
      // The level is unknown, and the language is that of each script.
      getAttributes(characters, Int32(clamping: bytes.count), -1, nil, &attributes, Int32(attributes.count))
    }
    var (breaks, offset, isAfterASCII): ([Int], Int, Bool) = ([], 0, true)
    for (scalar, attribute) in zip(scalars, attributes) {
      if attribute.is_line_break != 0, !(isAfterASCII && scalar.isASCII) { breaks.append(offset) }
      (offset, isAfterASCII) = (offset + UTF8.width(scalar), scalar.isASCII)
    }
    return breaks
  }
}
