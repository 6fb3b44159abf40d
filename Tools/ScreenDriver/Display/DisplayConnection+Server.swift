import CX11
public import Scene

extension DisplayConnection {
  /// The size of the screen in device pixels when this client connected.
  var screenSize: (width: Int, height: Int) {
    let screen = XDefaultScreen(pointer)
    return (Int(XDisplayWidth(pointer, screen)), Int(XDisplayHeight(pointer, screen)))
  }

  /// The names of the server's extensions that are visible to this client.
  public var extensions: [String] {
    var count: Int32 = 0
    guard let names = XListExtensions(pointer, &count) else { return [] }
    defer { XFreeExtensionList(names) }
    return (0..<Int(count)).compactMap { index in names[index].map { String(cString: $0) } }
  }

  /// Returns whether the server has an extension that is visible to this client.
  public func has(_ extensionName: String) -> Bool {
    var (opcode, event, error): (Int32, Int32, Int32) = (0, 0, 0)
    return attempt { XQueryExtension($0, extensionName, &opcode, &event, &error) } == True
  }

  /// Sends a KillClient request for a client that does not exist, which the server rejects with an
  /// error.
  public func sendInvalidKillClient() { _ = attempt { XKillClient($0, 1) } }

  /// The position of the pointer on the screen. `nil` if the server has exited.
  public var pointerPosition: PixelPoint? {
    var (root, child) = (CX11.Window(None), CX11.Window(None))
    var (x, y, innerX, innerY): (Int32, Int32, Int32, Int32) = (0, 0, 0, 0)
    var mask: UInt32 = 0
    let status = attempt { XQueryPointer($0, self.root, &root, &child, &x, &y, &innerX, &innerY, &mask) }
    return status == True ? PixelPoint(x: Int(x), y: Int(y)) : nil
  }
}
