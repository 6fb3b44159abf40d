import Glibc

/// The socket on which a proxy accepts programs, with a display number that no server uses.
struct ProxyListener: ~Copyable {
  let socket: Socket
  /// The value for `DISPLAY`.
  let name: String
  /// The path of the socket, which is removed at the end.
  private let path: String?

  /// The display numbers of proxies, far above those that servers choose.
  private static let numbers = 2000..<3000

  /// - Throws: `noFreeDisplayNumber`, `systemCall`, `file`.
  init(overTCP isOverTCP: Bool) throws(ScreenDriverError) {
    for number in Self.numbers {
      let path = Self.path(ofDisplay: number)
      if isOverTCP {
        // X clients look for display N at port 6000 + N.
        guard let socket = try Socket.listening(onLoopbackPort: UInt16(6000 + number)) else { continue }
        self.init(socket, name: "127.0.0.1:\(number)", path: nil)
        return
      }
      guard let socket = try Socket.listening(at: path) else { continue }
      self.init(socket, name: ":\(number)", path: path)
      return
    }
    throw .noFreeDisplayNumber(in: Self.numbers)
  }

  private init(_ socket: consuming Socket, name: String, path: String?) {
    self.socket = socket
    self.name = name
    self.path = path
  }

  deinit { if let path { unlink(path) } }

  /// Returns the path of the socket on which the server of a local display listens.
  static func path(ofDisplay number: some CustomStringConvertible) -> String { "/tmp/.X11-unix/X\(number)" }
}
