import CX11

extension Connection {
  /// The elements of 8 bits of a property of any client's; one round trip.
  ///
  /// - Parameter limit: The most bytes that are taken, a multiple of four.
  /// - Returns: `nil` where there is no such property, or it is longer or of another format.
  func bytes(ofProperty property: Atom, of window: Window, limit: Int) -> [UInt8]? {
    let slice = PropertySlice(
      of: property, of: window, limit: limit, isTaken: false, on: self)
    guard slice.exists, slice.format == 8, slice.rest == 0 else { return nil }
    return slice.withBytes { Array($0) }
  }

  /// The first elements of 32 bits of a property of any client's; one round trip.
  ///
  /// - Parameters:
  ///   - type: What it must be of; `nil` for any.
  ///   - limit: The most elements that are taken.
  /// - Returns: `nil` where there is no such property, or it is of another type or format.
  func words(
    ofProperty property: Atom, of window: Window, type: Atom? = nil, limit: Int
  ) -> [UInt]? {
    let slice = PropertySlice(
      of: property, of: window, limit: 4 * limit, isTaken: false, on: self)
    guard slice.exists, slice.format == 32, type == nil || slice.type == type else { return nil }
    return slice.words
  }

  /// A window that is never on the screen, and hears of its properties.
  func makeHiddenWindow() -> Window {
    var attributes = XSetWindowAttributes()
    attributes.event_mask = PropertyChangeMask
    return XCreateWindow(
      display, root, -1, -1, 1, 1, 0, 0, UInt32(InputOnly), nil, UInt(CWEventMask), &attributes)
  }
}
