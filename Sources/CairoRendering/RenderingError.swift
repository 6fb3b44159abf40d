import CCairo

/// An error in creating, reading or writing an image, or in loading fonts.
public enum RenderingError: Error, Equatable {
  /// A Cairo error with Cairo's message: no memory, no such file, not a PNG image.
  case cairo(String)
  /// The directory contains no fonts. If it is `nil`, no fonts are installed.
  case noFonts(directory: String?)
}

extension RenderingError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .cairo(let reason): "Cairo: \(reason)"
    case .noFonts(let directory?): "no fonts in \(directory)"
    case .noFonts(nil): "no fonts are installed"
    }
  }
}

/// Throws an error unless a Cairo status reports success.
func check(_ status: cairo_status_t) throws(RenderingError) {
  guard status == CAIRO_STATUS_SUCCESS else { throw .cairo(String(cString: cairo_status_to_string(status))) }
}
