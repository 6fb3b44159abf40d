public import Glibc

/// The maximum length of the path of a socket in bytes, without the NUL after it (unix(7)).
public let maximumSocketPathLength = MemoryLayout.size(ofValue: sockaddr_un().sun_path) - 1

/// Calls a function of the system with the address of a socket in the file system. Returns −1 and sets `errno` if the path is
/// too long.
public func withSocketAddress(_ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int) -> Int {
  var address = sockaddr_un()
  address.sun_family = sa_family_t(AF_UNIX)
  guard path.utf8.count <= maximumSocketPathLength else {
    errno = ENAMETOOLONG
    return -1
  }
  withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
  return withUnsafePointer(to: address) {
    $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
      body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
    }
  }
}
