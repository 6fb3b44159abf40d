import CX11

extension Connection {
  /// The elements of 8 bits of a property of any client's; one round trip.
  ///
  /// - Parameter limit: The most bytes that are taken, a multiple of four.
  /// - Returns: `nil` where there is no such property, or it is longer or of another format.
  func bytes(ofProperty property: Atom, of window: Window, limit: Int) -> [UInt8]? {
    var (type, format, count, rest): (Atom, Int32, UInt, UInt) = (0, 0, 0, 0)
    var data: UnsafeMutablePointer<UInt8>?
    let status = aboutStrangers {
      XGetWindowProperty(
        display, window, property, 0, limit / 4, False, Atom(AnyPropertyType), &type, &format,
        &count, &rest, &data)
    }
    defer { if let data { XFree(data) } }
    guard status == Success, let data, format == 8, rest == 0 else { return nil }
    return Array(UnsafeBufferPointer(start: data, count: Int(count)))
  }
}
