import CX11

/// The value and the type of a property.
enum PropertyValue: Hashable {
  /// Elements of 8 bits.
  case bytes([UInt8], type: Atom)
  /// Elements of 32 bits, which Xlib expects as C's `long`.
  case words([UInt], type: Atom)

  /// The size in a request, in bytes.
  var byteCount: Int {
    switch self {
    case .bytes(let bytes, _): bytes.count
    case .words(let words, _): 4 * words.count
    }
  }

  /// Writes the value to a property of a window (`XChangeProperty`).
  func write(to property: Atom, of window: Window, on connection: Connection) {
    switch self {
    case .bytes(let bytes, let type):
      XChangeProperty(
        connection.display, window, property, type, 8, PropModeReplace, bytes, Int32(bytes.count))
    case .words(let words, let type):
      _ = words.withUnsafeBytes {
        XChangeProperty(
          connection.display, window, property, type, 32, PropModeReplace,
          $0.bindMemory(to: UInt8.self).baseAddress, Int32(words.count))
      }
    }
  }
}
