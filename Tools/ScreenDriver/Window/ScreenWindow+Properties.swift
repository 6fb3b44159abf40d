import CX11

extension ScreenWindow {
  /// The title: `_NET_WM_NAME`, or `WM_NAME` if that is not set.
  public var title: String? {
    connection.text("_NET_WM_NAME", of: xid) ?? connection.text("WM_NAME", of: xid)
  }

  /// Both parts of `WM_CLASS`: the instance and the class.
  public var classNames: [String] {
    (connection.text("WM_CLASS", of: xid) ?? "").split(separator: "\0").map(String.init)
  }

  /// The names in `WM_PROTOCOLS`.
  public var protocols: [String] {
    (connection.property("WM_PROTOCOLS", of: xid) ?? []).compactMap(connection.name)
  }

  /// The process that owns the window according to `_NET_WM_PID`.
  public var pid: Int32? { property("_NET_WM_PID")?.first.map { Int32(truncatingIfNeeded: $0) } }

  /// Returns the elements of a property as numbers. The result is `nil` if the window has no such
  /// property.
  public func property(_ name: String) -> [UInt]? { connection.property(name, of: xid) }

  /// Returns a property as UTF-8 text. The result is `nil` if the window has no such property.
  public func text(_ name: String) -> String? { connection.text(name, of: xid) }

  /// Returns the names of the atoms in a property.
  public func atoms(_ name: String) -> [String] { (property(name) ?? []).compactMap(connection.name) }

  /// Whether the window accepts the keyboard focus from the window manager according to `WM_HINTS`.
  public var acceptsFocus: Bool {
    guard let hints = property("WM_HINTS"), hints.count > 1 else { return false }
    return hints[0] & UInt(InputHint) != 0 && hints[1] == 1
  }

  /// Whether the server keeps the window's pixels at the upper left when its size changes.
  public var keepsUpperLeftPixels: Bool {
    var attributes = XWindowAttributes()
    let status = connection.attempt { XGetWindowAttributes($0, xid, &attributes) }
    return (status ?? 0) != 0 && attributes.bit_gravity == NorthWestGravity
  }

  /// The minimum size in `WM_NORMAL_HINTS`, in device pixels.
  public var minimumSize: (width: Int, height: Int)? {
    var hints = XSizeHints()
    var supplied = 0
    let status = connection.attempt { XGetWMNormalHints($0, xid, &hints, &supplied) }
    guard (status ?? 0) != 0, hints.flags & PMinSize != 0 else { return nil }
    return (Int(hints.min_width), Int(hints.min_height))
  }
}
