import CX11
import Glibc

/// A part of a property of any client's window, as read by Xlib. Its bytes are wiped on
/// deallocation because they may contain a password.
struct PropertySlice: ~Copyable {
  /// The type of the property, or `None` if the property does not exist.
  let type: Atom
  /// The size of an element in bits: 8, 16 or 32.
  let format: Int32
  /// The number of bytes of the property after this slice.
  let remainingByteCount: Int
  private let data: UnsafeMutablePointer<UInt8>?
  private let count: Int

  /// Reads a part of a window's property (`XGetWindowProperty`); one round trip.
  ///
  /// - Parameters:
  ///   - offset: The offset of the slice in bytes, a multiple of four.
  ///   - limit: The maximum number of bytes, a multiple of four.
  ///   - isTaken: Whether the server deletes the property when its last part is read.
  init(
    of property: Atom, of window: Window, from offset: Int = 0, limit: Int, isTaken: Bool,
    on connection: Connection
  ) {
    var (type, format, count, rest): (Atom, Int32, UInt, UInt) = (0, 0, 0, 0)
    var data: UnsafeMutablePointer<UInt8>?
    // Another client may destroy the window, or shorten the property between two reads.
    let status = connection.ignoringErrors {
      XGetWindowProperty(
        connection.display, window, property, offset / 4, limit / 4, isTaken ? True : False,
        Atom(AnyPropertyType), &type, &format, &count, &rest, &data)
    }
    let isThere = status == Success
    self.init(
      type: isThere ? type : Atom(None), format: format, count: isThere ? Int(count) : 0, rest: Int(rest),
      data: data)
  }

  /// - Parameter data: The data from Xlib. It is freed with this value (`XFree`).
  init(type: Atom, format: Int32, count: Int, rest: Int, data: UnsafeMutablePointer<UInt8>?) {
    (self.type, self.format, self.count, self.remainingByteCount) = (type, format, count, rest)
    self.data = data
  }

  deinit {
    guard let data else { return }
    explicit_bzero(data, count * stride)
    XFree(data)
  }

  /// Whether the property exists.
  var exists: Bool { type != Atom(None) }

  /// The number of bytes in this slice.
  var byteCount: Int { count * Int(format) / 8 }

  /// Calls `body` with the bytes. Valid only for properties with 8-bit elements.
  func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    body(UnsafeRawBufferPointer(start: data, count: byteCount))
  }

  /// The 32-bit elements, or an empty array if the elements have another size.
  var words: [UInt] {
    guard let data, format == 32 else { return [] }
    return data.withMemoryRebound(to: UInt.self, capacity: count) { words in
      // Xlib sign-extends 32-bit values.
      (0..<count).map { words[$0] & 0xFFFF_FFFF }
    }
  }

  /// The size of an element in memory, in bytes. Xlib stores 32-bit elements as C's `long`.
  private var stride: Int { format == 32 ? MemoryLayout<Int>.size : Int(format) / 8 }
}
