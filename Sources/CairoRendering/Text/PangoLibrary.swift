import CPango
import System

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
