import Glibc

/// A stream socket, closed when this value is destroyed.
struct Socket: ~Copyable {
  let descriptor: Int32

  private init(_ domain: Int32) throws(ScreenDriverError) {
    let type = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    let descriptor = socket(domain, type, 0)
    guard descriptor >= 0 else { throw .systemCall("create a socket", reason: lastErrorMessage()) }
    self.descriptor = descriptor
  }

  /// Takes ownership of an open descriptor.
  private init(adopting descriptor: Int32) { self.descriptor = descriptor }

  deinit { close(descriptor) }

  /// Connects to a listening socket at a path (`unix(7)`).
  ///
  /// - Throws: `file`.
  static func connected(to path: String) throws(ScreenDriverError) -> Socket {
    let socket = try Socket(AF_UNIX)
    let status = withUnixAddress(path) { connect(socket.descriptor, $0, $1) }
    guard status == 0 else { throw .file(path: path, reason: lastErrorMessage()) }
    return socket
  }

  /// Listens at a path. Returns `nil` if the path already exists.
  ///
  /// - Throws: `file`.
  static func listening(at path: String) throws(ScreenDriverError) -> Socket? {
    let socket = try Socket(AF_UNIX)
    let status = withUnixAddress(path) { bind(socket.descriptor, $0, $1) }
    guard status == 0, listen(socket.descriptor, 8) == 0 else { return nil }
    return socket
  }

  /// Listens at a TCP port of the loopback interface. Returns `nil` if the port is in use.
  ///
  /// - Throws: `file`.
  static func listening(onLoopbackPort port: UInt16) throws(ScreenDriverError) -> Socket? {
    let socket = try Socket(AF_INET)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let status = withUnsafePointer(to: address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(socket.descriptor, $0, length) }
    }
    guard status == 0, listen(socket.descriptor, 8) == 0 else { return nil }
    return socket
  }

  /// Accepts the next connection.
  func accept() -> Socket? {
    let descriptor = Glibc.accept(descriptor, nil, nil)
    guard descriptor >= 0 else { return nil }
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    return Socket(adopting: descriptor)
  }

  /// Sends all bytes, and blocks if necessary.
  ///
  /// - Returns: Whether all bytes were sent.
  @discardableResult func send(_ bytes: [UInt8]) -> Bool {
    var sent = 0
    while sent < bytes.count {
      let count = bytes.withUnsafeBytes {
        Glibc.send(descriptor, $0.baseAddress.map { $0 + sent }, bytes.count - sent, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { return false }
      sent += count
    }
    return true
  }

  /// Receives bytes, and blocks until the first one arrives. Returns `nil` at the end of the
  /// stream.
  func receive(atMost capacity: Int = 65_536) -> [UInt8]? {
    let bytes = [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
      count = max(0, recv(descriptor, buffer.baseAddress, capacity, 0))
    }
    return bytes.isEmpty ? nil : bytes
  }
}

/// Passes the address of a Unix socket to `body`. A path that is too long is truncated.
private func withUnixAddress<Result>(_ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result)
  -> Result
{
  var address = sockaddr_un()
  address.sun_family = sa_family_t(AF_UNIX)
  withUnsafeMutableBytes(of: &address.sun_path) { buffer in
    buffer.copyBytes(from: path.utf8.prefix(buffer.count - 1))
  }
  return withUnsafePointer(to: address) {
    $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
      body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
    }
  }
}
