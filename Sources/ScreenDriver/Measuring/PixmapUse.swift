import CXRes

extension ScreenWindow {
  /// The bytes of the pixmaps that the window's client holds in the server (the X-Resource
  /// extension); `nil` where the server does not tell.
  public var serverPixmapBytes: Int? {
    var bytes: UInt = 0
    let status = connection.attempt { XResQueryClientPixmapBytes($0, id, &bytes) }
    return (status ?? 0) != 0 ? Int(bytes) : nil
  }
}
