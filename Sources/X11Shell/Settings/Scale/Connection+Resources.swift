import CX11

extension Connection {
  /// The most bytes of resources that are read when they change.
  private static let longestResources = 1 << 20

  /// The scale by the resource `Xft.dpi` as Xlib has read it when it connected; no round trip.
  ///
  /// Where a session has set no resources at all, Xlib takes them from the file `~/.Xdefaults`.
  var initialResourceScale: Double? {
    guard let text = XResourceManagerString(display) else {
      return XGetDefault(display, "Xft", "dpi")
        .flatMap { ResourceDatabase.scale(dpi: String(cString: $0)) }
    }
    return ResourceDatabase(String(cString: text))?.scale
  }

  /// The same as it is now; one round trip.
  var resourceScale: Double? {
    let bytes = bytes(ofProperty: XA_RESOURCE_MANAGER, of: root, limit: Self.longestResources)
    // A zero would end the text for Xlib.
    return bytes.flatMap { ResourceDatabase(String(decoding: $0, as: UTF8.self))?.scale }
  }
}
