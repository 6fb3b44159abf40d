package import CX11
import Glibc

/// The value and the type of a property.
package enum PropertyValue: Hashable {
  /// Elements of 8 bits.
  case bytes([UInt8], type: Atom)
  /// Elements of 32 bits, which Xlib expects as C's `long`.
  case words([UInt], type: Atom)

  /// Writes the value to a property of a window (`XChangeProperty`).
  package func write(to property: Atom, of window: Window, on connection: Connection) {
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

/// A part of a property of any client's window, as read by Xlib. Its bytes are wiped on
/// deallocation because they may contain a password.
package struct PropertySlice: ~Copyable {
  /// The type of the property, or `None` if the property does not exist.
  package let type: Atom
  /// The size of an element in bits: 8, 16 or 32.
  package let format: Int32
  /// The number of bytes of the property after this slice.
  package let remainingByteCount: Int
  private let data: UnsafeMutablePointer<UInt8>?
  private let count: Int

  /// Reads a part of a window's property (`XGetWindowProperty`); one round trip.
  ///
  /// - Parameters:
  ///   - offset: The offset of the slice in bytes, a multiple of four.
  ///   - limit: The maximum number of bytes, a multiple of four.
  ///   - isTaken: Whether the server deletes the property when its last part is read.
  package init(
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
  package init(type: Atom, format: Int32, count: Int, rest: Int, data: UnsafeMutablePointer<UInt8>?) {
    (self.type, self.format, self.count, self.remainingByteCount) = (type, format, count, rest)
    self.data = data
  }

  deinit {
    guard let data else { return }
    explicit_bzero(data, count * stride)
    XFree(data)
  }

  /// Whether the property exists.
  package var exists: Bool { type != Atom(None) }

  /// The number of bytes in this slice.
  package var byteCount: Int { count * Int(format) / 8 }

  /// Calls `body` with the bytes. Valid only for properties with 8-bit elements.
  package func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    body(UnsafeRawBufferPointer(start: data, count: byteCount))
  }

  /// The 32-bit elements, or an empty array if the elements have another size.
  package var words: [UInt] {
    guard let data, format == 32 else { return [] }
    return data.withMemoryRebound(to: UInt.self, capacity: count) { words in
      // Xlib sign-extends 32-bit values.
      (0..<count).map { words[$0] & 0xFFFF_FFFF }
    }
  }

  /// The size of an element in memory, in bytes. Xlib stores 32-bit elements as C's `long`.
  private var stride: Int { format == 32 ? MemoryLayout<Int>.size : Int(format) / 8 }
}

extension Connection {
  /// Returns the 8-bit elements of a property of any client's window; one round trip.
  ///
  /// - Parameter limit: The maximum number of bytes, a multiple of four.
  /// - Returns: `nil` if the property does not exist, is longer than `limit` or has another format.
  package func bytes(ofProperty property: Atom, of window: Window, limit: Int) -> [UInt8]? {
    let slice = PropertySlice(of: property, of: window, limit: limit, isTaken: false, on: self)
    guard slice.exists, slice.format == 8, slice.remainingByteCount == 0 else { return nil }
    return slice.withBytes { Array($0) }
  }

  /// Returns the first 32-bit elements of a property by its name; one round trip. Empty if it does not exist or has
  /// another type or format.
  package func words(_ name: Atoms.Name, of window: Window, type: Atom? = nil, limit: Int = 1) -> [UInt] {
    words(ofProperty: atoms[name], of: window, type: type, limit: limit) ?? []
  }

  /// Writes a property by its name.
  package func write(_ value: PropertyValue, to name: Atoms.Name, of window: Window) {
    value.write(to: atoms[name], of: window, on: self)
  }

  /// Returns the first 32-bit elements of a property of any client's window; one round trip.
  ///
  /// - Parameters:
  ///   - type: The required type, or `nil` for any type.
  ///   - limit: The maximum number of elements.
  /// - Returns: `nil` if the property does not exist or has another type or format.
  package func words(ofProperty property: Atom, of window: Window, type: Atom? = nil, limit: Int) -> [UInt]? {
    let slice = PropertySlice(of: property, of: window, limit: 4 * limit, isTaken: false, on: self)
    guard slice.exists, slice.format == 32, type == nil || slice.type == type else { return nil }
    return slice.words
  }

  /// The maximum length of an atom name, in bytes. Longer names are ignored.
  private static let maximumNameLength = 255

  /// Returns the names of the atoms in the same order. A name is `nil` if the server does not know
  /// the atom.
  ///
  /// - Complexity: One round trip, unless Xlib has cached all names.
  package func names(of atoms: [Atom]) -> [String?] {
    guard !atoms.isEmpty else { return [] }
    var atoms = atoms
    var names = [UnsafeMutablePointer<CChar>?](repeating: nil, count: atoms.count)
    ignoringErrors { _ = XGetAtomNames(display, &atoms, Int32(atoms.count), &names) }
    return names.map { name in
      guard let name else { return nil }
      defer { XFree(name) }
      return strlen(name) > Self.maximumNameLength ? nil : String(cString: name)
    }
  }
}
