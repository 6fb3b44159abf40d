import Glibc

/// Output to a pipe, a file or a terminal.
public enum Output {
  /// Writes all bytes, by one call if the other end has space for them. Waits until a descriptor that does not
  /// block is writable.
  ///
  /// - Parameter path: The path for a thrown error.
  /// - Throws: The error of the system call. The caller blocks SIGPIPE.
  public static func write(
    _ bytes: UnsafeRawBufferPointer, to descriptor: Int32, at path: String = "standard output"
  ) throws(FileError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let chunk = UnsafeRawBufferPointer(rebasing: rest)
      let count = Glibc.write(descriptor, chunk.baseAddress, chunk.count)
      let code = errno
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else if code == EAGAIN {
        var polled = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        poll(&polled, 1, -1)
      } else if code != EINTR {
        throw FileError(path: path, errno: code)
      }
    }
  }

  /// Writes a text.
  public static func write(_ text: String, to descriptor: Int32) throws(FileError) {
    try text.utf8Span.span.withUnsafeBytes { bytes throws(FileError) in try write(bytes, to: descriptor) }
  }
}
