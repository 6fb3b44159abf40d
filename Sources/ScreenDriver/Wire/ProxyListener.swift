import Glibc

/// Where programs connect to a proxy: a display number that no server has.
struct ProxyListener: ~Copyable {
  let socket: Socket
  /// What to set `DISPLAY` to.
  let name: String
  /// The socket's file, removed at the end.
  private let path: String?

  /// Far above those that servers choose for themselves.
  private static let numbers = 2000..<3000

  /// - Throws: `cannotConnect` where no number is free, `file`.
  init(overTCP isOverTCP: Bool) throws(ScreenDriverError) {
    for number in Self.numbers {
      let path = Self.path(ofDisplay: number)
      if isOverTCP {
        // X clients look for display N at port 6000 + N.
        guard let socket = try Socket.listening(onLoopbackPort: UInt16(6000 + number)) else {
          continue
        }
        self.init(socket, name: "127.0.0.1:\(number)", path: nil)
        return
      }
      guard let socket = try Socket.listening(at: path) else { continue }
      self.init(socket, name: ":\(number)", path: path)
      return
    }
    throw .cannotConnect(display: "a proxy's, since no number is free")
  }

  private init(_ socket: consuming Socket, name: String, path: String?) {
    self.socket = socket
    self.name = name
    self.path = path
  }

  deinit { if let path { unlink(path) } }

  /// Where the server of a local display listens.
  static func path(ofDisplay number: some CustomStringConvertible) -> String {
    "/tmp/.X11-unix/X\(number)"
  }
}
