import CCairo

/// Why a picture could not be made, read or written.
public enum RenderingError: Error, Equatable {
  /// What Cairo says of it: no memory, no such file, not a PNG picture.
  case cairo(String)
  /// There are no fonts in a folder that should hold some, or none at all where that is `nil`.
  case noFonts(folder: String?)
}

extension RenderingError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .cairo(let reason): "Cairo: \(reason)"
    case .noFonts(let folder?): "no fonts in \(folder)"
    case .noFonts(nil): "no fonts are installed"
    }
  }
}

/// Turns a status of Cairo's into an error.
func check(_ status: cairo_status_t) throws(RenderingError) {
  guard status == CAIRO_STATUS_SUCCESS else {
    throw .cairo(String(cString: cairo_status_to_string(status)))
  }
}
