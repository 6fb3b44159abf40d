import CX11

extension ScreenWindow {
  /// Its number on the server.
  public var number: UInt { id }

  /// The title, `_NET_WM_NAME` or else `WM_NAME`.
  public var title: String? {
    connection.text("_NET_WM_NAME", of: id) ?? connection.text("WM_NAME", of: id)
  }

  /// Both parts of `WM_CLASS`: the instance and the class.
  public var classNames: [String] {
    (connection.text("WM_CLASS", of: id) ?? "").split(separator: "\0").map(String.init)
  }

  /// The names in `WM_PROTOCOLS`.
  public var protocols: [String] {
    (connection.property("WM_PROTOCOLS", of: id) ?? []).compactMap(connection.name)
  }

  /// The process that says the window is its own, `_NET_WM_PID`.
  public var pid: Int32? { property("_NET_WM_PID")?.first.map { Int32(truncatingIfNeeded: $0) } }

  /// The elements of any property as numbers; `nil` where the window has no such property.
  public func property(_ name: String) -> [UInt]? { connection.property(name, of: id) }

  /// Any property as UTF-8 text; `nil` where the window has no such property.
  public func text(_ name: String) -> String? { connection.text(name, of: id) }

  /// The names that any property lists.
  public func atoms(_ name: String) -> [String] {
    (property(name) ?? []).compactMap(connection.name)
  }

  /// Whether `WM_HINTS` says that the window takes the keyboard focus when it is given it.
  public var acceptsFocus: Bool {
    guard let hints = property("WM_HINTS"), hints.count > 1 else { return false }
    return hints[0] & UInt(InputHint) != 0 && hints[1] == 1
  }

  /// Whether the server keeps the window's pixels, from the upper left, when its size changes.
  public var keepsUpperLeftPixels: Bool {
    var attributes = XWindowAttributes()
    let status = connection.attempt { XGetWindowAttributes($0, id, &attributes) }
    return (status ?? 0) != 0 && attributes.bit_gravity == NorthWestGravity
  }

  /// The smallest size that the window asks for in `WM_NORMAL_HINTS`, in device pixels.
  public var minimumSize: (width: Int, height: Int)? {
    var hints = XSizeHints()
    var supplied = 0
    let status = connection.attempt { XGetWMNormalHints($0, id, &hints, &supplied) }
    guard (status ?? 0) != 0, hints.flags & PMinSize != 0 else { return nil }
    return (Int(hints.min_width), Int(hints.min_height))
  }
}
