import CX11
public import Scene

extension DisplayConnection {
  /// In device pixels, as it was when this client connected.
  var screenSize: (width: Int, height: Int) {
    let screen = XDefaultScreen(pointer)
    return (Int(XDisplayWidth(pointer, screen)), Int(XDisplayHeight(pointer, screen)))
  }

  /// The names of the server's extensions, as this client is told them.
  public var extensions: [String] {
    var count: Int32 = 0
    guard let names = XListExtensions(pointer, &count) else { return [] }
    defer { XFreeExtensionList(names) }
    return (0..<Int(count)).compactMap { index in names[index].map { String(cString: $0) } }
  }

  /// Whether the server has an extension, as this client is told.
  public func has(_ extensionName: String) -> Bool {
    var (opcode, event, error): (Int32, Int32, Int32) = (0, 0, 0)
    return attempt { XQueryExtension($0, extensionName, &opcode, &event, &error) } == True
  }

  /// Asks for the end of a client that does not exist, which the server refuses.
  public func killNobody() { _ = attempt { XKillClient($0, 1) } }

  /// Where the pointer is on the screen; `nil` where the server is gone.
  public var pointerPlace: PixelPoint? {
    var (root, child) = (CX11.Window(None), CX11.Window(None))
    var (x, y, innerX, innerY): (Int32, Int32, Int32, Int32) = (0, 0, 0, 0)
    var mask: UInt32 = 0
    let status = attempt {
      XQueryPointer($0, self.root, &root, &child, &x, &y, &innerX, &innerY, &mask)
    }
    return status == True ? PixelPoint(x: Int(x), y: Int(y)) : nil
  }
}
