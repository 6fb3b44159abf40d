import CX11

extension Connection {
  /// The maximum number of bytes of resources that are read after a change.
  private static let maximumResourceSize = 1 << 20

  /// The scale from the resource `Xft.dpi` that Xlib read at the connection. Needs no round trip.
  ///
  /// If the session has set no resources, Xlib reads them from the file `~/.Xdefaults`.
  var initialResourceScale: Double? {
    guard let text = XResourceManagerString(display) else {
      return XGetDefault(display, "Xft", "dpi").flatMap { ResourceDatabase.scale(dpi: String(cString: $0)) }
    }
    return ResourceDatabase(String(cString: text))?.scale
  }

  /// The scale from the current resources. Needs one round trip.
  var resourceScale: Double? {
    let bytes = bytes(ofProperty: XA_RESOURCE_MANAGER, of: root, limit: Self.maximumResourceSize)
    // Xlib would treat a zero byte as the end of the text.
    return bytes.flatMap { ResourceDatabase(String(decoding: $0, as: UTF8.self))?.scale }
  }
}
