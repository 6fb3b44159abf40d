import CX11
import Glibc

/// A part of any client's property as Xlib has read it, wiped when it is gone: it may be a password.
struct PropertySlice: ~Copyable {
  /// `None` where there is no such property.
  let type: Atom
  /// The bits of an element: 8, 16 or 32.
  let format: Int32
  /// How many bytes of the property lie behind it.
  let rest: Int
  private let data: UnsafeMutablePointer<UInt8>?
  private let count: Int

  /// Reads a part of a window's property (`XGetWindowProperty`); one round trip.
  ///
  /// - Parameters:
  ///   - offset: Where it begins, in bytes; a multiple of four.
  ///   - limit: The most bytes of it, a multiple of four.
  ///   - isTaken: Whether the property is deleted with its last part.
  init(
    of property: Atom, of window: Window, from offset: Int = 0, limit: Int, isTaken: Bool,
    on connection: Connection
  ) {
    var (type, format, count, rest): (Atom, Int32, UInt, UInt) = (0, 0, 0, 0)
    var data: UnsafeMutablePointer<UInt8>?
    // Other clients may destroy the window, and put something shorter into it between two parts.
    let status = connection.aboutStrangers {
      XGetWindowProperty(
        connection.display, window, property, offset / 4, limit / 4, isTaken ? True : False,
        Atom(AnyPropertyType), &type, &format, &count, &rest, &data)
    }
    let isThere = status == Success
    self.init(
      type: isThere ? type : Atom(None), format: format, count: isThere ? Int(count) : 0,
      rest: Int(rest), data: data)
  }

  /// - Parameter data: Freed with it (`XFree`).
  init(
    type: Atom, format: Int32, count: Int, rest: Int, data: UnsafeMutablePointer<UInt8>?
  ) {
    (self.type, self.format, self.count, self.rest) = (type, format, count, rest)
    self.data = data
  }

  deinit {
    guard let data else { return }
    explicit_bzero(data, count * stride)
    XFree(data)
  }

  /// Whether there is such a property.
  var exists: Bool { type != Atom(None) }

  /// How many bytes of the property it is.
  var byteCount: Int { count * Int(format) / 8 }

  /// Lends the bytes of a property of such.
  func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    body(UnsafeRawBufferPointer(start: data, count: byteCount))
  }

  /// The elements of 32 bits; none where it has others.
  var words: [UInt] {
    guard let data, format == 32 else { return [] }
    return data.withMemoryRebound(to: UInt.self, capacity: count) { words in
      // Xlib extends the sign of what travels as 32 bits.
      (0..<count).map { words[$0] & 0xFFFF_FFFF }
    }
  }

  /// Bytes of an element in memory: Xlib has those of 32 bits as C's `long`.
  private var stride: Int { format == 32 ? MemoryLayout<Int>.size : Int(format) / 8 }
}
