import CX11

/// What a person has written into the display's resources, parsed by Xlib (`XrmDatabase`).
struct ResourceDatabase: ~Copyable {
  private let database: XrmDatabase

  /// - Parameter text: As the property `RESOURCE_MANAGER` has it.
  /// - Returns: `nil` where there is no memory.
  init?(_ text: String) {
    XrmInitialize()
    guard let database = XrmGetStringDatabase(text) else { return nil }
    self.database = database
  }

  deinit { XrmDestroyDatabase(database) }

  /// The value of a resource; `nil` where it is not set, or is no text.
  ///
  /// - Parameters:
  ///   - name: As in `Xft.dpi`.
  ///   - class: By which `*Dpi` would be found too.
  func value(_ name: String, class: String) -> String? {
    var type: UnsafeMutablePointer<CChar>?
    var value = XrmValue()
    guard XrmGetResource(database, name, `class`, &type, &value) != 0, let address = value.addr
    else { return nil }
    return String(cString: address)
  }

  /// The scale by `Xft.dpi`, 96 dots per inch being 1; `nil` where that is not set or makes no
  /// sense.
  var scale: Double? { value("Xft.dpi", class: "Xft.Dpi").flatMap(Self.scale) }

  /// The scale that a resource's value stands for: `nil` unless between ½ and 8.
  static func scale(dpi: String) -> Double? {
    let number = dpi.drop(while: \.isWhitespace).prefix { !$0.isWhitespace }
    return Double(number).flatMap { ScaleSources.plausible($0 / ScaleSources.usualDPI) }
  }
}
