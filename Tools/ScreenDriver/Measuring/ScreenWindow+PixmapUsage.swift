import CX11Testing

extension ScreenWindow {
  /// The bytes of the pixmaps that the window's client holds in the server (X-Resource extension).
  /// `nil` if the server does not report them.
  public var serverPixmapBytes: Int? {
    var bytes: UInt = 0
    let status = connection.attempt { XResQueryClientPixmapBytes($0, xid, &bytes) }
    return (status ?? 0) != 0 ? Int(bytes) : nil
  }
}
