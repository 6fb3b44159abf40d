import Glibc

/// Output to a pipe, a file or a terminal.
public enum Output {
  /// Writes all bytes, by one call if the other end has space for them. Waits until a descriptor that does not
  /// block is writable.
  ///
  /// - Returns: Whether all bytes were written. The caller blocks SIGPIPE.
  @discardableResult
  public static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let chunk = UnsafeRawBufferPointer(rebasing: rest)
      let count = Glibc.write(descriptor, chunk.baseAddress, chunk.count)
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else if errno == EAGAIN {
        var polled = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        poll(&polled, 1, -1)
      } else if errno != EINTR {
        return false
      }
    }
    return true
  }

  /// Writes a text.
  ///
  /// - Returns: Whether all of it was written.
  @discardableResult
  public static func write(_ text: String, to descriptor: Int32) -> Bool {
    Array(text.utf8).withUnsafeBytes { write($0, to: descriptor) }
  }
}
