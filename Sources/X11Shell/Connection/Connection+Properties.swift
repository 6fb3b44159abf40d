import CX11

extension Connection {
  /// Returns the 8-bit elements of a property of any client's window; one round trip.
  ///
  /// - Parameter limit: The maximum number of bytes, a multiple of four.
  /// - Returns: `nil` if the property does not exist, is longer than `limit` or has another format.
  func bytes(ofProperty property: Atom, of window: Window, limit: Int) -> [UInt8]? {
    let slice = PropertySlice(of: property, of: window, limit: limit, isTaken: false, on: self)
    guard slice.exists, slice.format == 8, slice.remainingByteCount == 0 else { return nil }
    return slice.withBytes { Array($0) }
  }

  /// Returns the first 32-bit elements of a property of any client's window; one round trip.
  ///
  /// - Parameters:
  ///   - type: The required type, or `nil` for any type.
  ///   - limit: The maximum number of elements.
  /// - Returns: `nil` if the property does not exist or has another type or format.
  func words(ofProperty property: Atom, of window: Window, type: Atom? = nil, limit: Int) -> [UInt]? {
    let slice = PropertySlice(of: property, of: window, limit: 4 * limit, isTaken: false, on: self)
    guard slice.exists, slice.format == 32, type == nil || slice.type == type else { return nil }
    return slice.words
  }

  /// Creates a window that is never mapped and that receives property change events.
  func makeHiddenWindow() -> Window {
    var attributes = XSetWindowAttributes()
    attributes.event_mask = PropertyChangeMask
    return XCreateWindow(
      display, root, -1, -1, 1, 1, 0, 0, UInt32(InputOnly), nil, UInt(CWEventMask), &attributes)
  }
}
