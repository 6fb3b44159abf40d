import CX11

extension DisplayConnection {
  /// Returns the elements of a window's property as numbers, independent of their format. The
  /// result is `nil` if the window has no such property.
  func property(_ name: String, of window: CX11.Window) -> [UInt]? {
    var type = Atom(None)
    var format: Int32 = 0
    var (count, remaining): (UInt, UInt) = (0, 0)
    var data: UnsafeMutablePointer<UInt8>?
    let status = attempt {
      XGetWindowProperty(
        $0, window, atom(name), 0, 1 << 24, False, Atom(AnyPropertyType), &type, &format, &count, &remaining,
        &data)
    }
    defer { if let data { XFree(data) } }
    guard status == Success, type != Atom(None), let data else { return nil }
    let bytes = UnsafeRawPointer(data)
    return (0..<Int(count)).map { index in
      switch format {
      case 8: UInt(bytes.load(fromByteOffset: index, as: UInt8.self))
      case 16: UInt(bytes.load(fromByteOffset: 2 * index, as: UInt16.self))
      // Xlib widens 32 bits to a C long.
      default: bytes.load(fromByteOffset: MemoryLayout<UInt>.stride * index, as: UInt.self)
      }
    }
  }

  /// Returns a window's property as UTF-8 text.
  func text(_ name: String, of window: CX11.Window) -> String? {
    property(name, of: window).map {
      String(decoding: $0.map(UInt8.init(truncatingIfNeeded:)), as: UTF8.self)
    }
  }

  /// Returns the name of an atom.
  func name(of atom: Atom) -> String? {
    guard let name = attempt({ XGetAtomName($0, atom) }) ?? nil else { return nil }
    defer { XFree(name) }
    return String(cString: name)
  }
}
