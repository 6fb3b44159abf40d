import CCairo

/// An error in creating, reading or writing an image, or in loading fonts.
public enum RenderingError: Error, Equatable {
  /// Drawing failed. Contains the reason, such as a missing file or invalid PNG data.
  case drawing(String)
  /// There was not enough memory. Drawing may succeed later.
  case outOfMemory
  /// The directory contains no fonts. If it is `nil`, no fonts are installed.
  case noFonts(directory: String?)
}

extension RenderingError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .drawing(let reason): reason
    case .outOfMemory: "out of memory"
    case .noFonts(let directory?): "no fonts in \(directory)"
    case .noFonts(nil): "no fonts are installed"
    }
  }
}

/// Throws an error unless a Cairo status reports success.
func check(_ status: cairo_status_t) throws(RenderingError) {
  switch status {
  case CAIRO_STATUS_SUCCESS: break
  case CAIRO_STATUS_NO_MEMORY: throw .outOfMemory
  default: throw .drawing(String(cString: cairo_status_to_string(status)))
  }
}
