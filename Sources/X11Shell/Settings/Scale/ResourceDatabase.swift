import CX11

/// The display's resources, which the user can set, parsed by Xlib (`XrmDatabase`).
struct ResourceDatabase: ~Copyable {
  private let database: XrmDatabase

  /// - Parameter text: The content of the property `RESOURCE_MANAGER`.
  /// - Returns: `nil` if there is no memory.
  init?(_ text: String) {
    XrmInitialize()
    guard let database = XrmGetStringDatabase(text) else { return nil }
    self.database = database
  }

  deinit { XrmDestroyDatabase(database) }

  /// Returns the value of a resource. `nil` if it is not set or is not text.
  ///
  /// - Parameters:
  ///   - name: The name, such as `Xft.dpi`.
  ///   - class: The class, which entries such as `*Dpi` match.
  func value(_ name: String, class: String) -> String? {
    var type: UnsafeMutablePointer<CChar>?
    var value = XrmValue()
    guard XrmGetResource(database, name, `class`, &type, &value) != 0, let address = value.addr else {
      return nil
    }
    return String(cString: address)
  }

  /// The scale from `Xft.dpi`, where 96 dots per inch are 1. `nil` if it is not set or not
  /// plausible.
  var scale: Double? { value("Xft.dpi", class: "Xft.Dpi").flatMap(Self.scale) }

  /// Returns the scale for a value of `Xft.dpi`. `nil` if it is not between ½ and 8.
  static func scale(dpi: String) -> Double? {
    let number = dpi.drop(while: \.isWhitespace).prefix { !$0.isWhitespace }
    return Double(number).flatMap { ScaleResolver.validated($0 / ScaleResolver.defaultDPI) }
  }
}
