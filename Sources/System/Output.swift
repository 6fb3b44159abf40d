import Glibc

/// Output to a pipe, a file or a terminal.
public enum Output {
  /// Writes all bytes, by one call if the other end has space for them.
  ///
  /// - Parameters:
  ///   - path: The path for a thrown error.
  ///   - waits: Whether to wait until a descriptor that does not block is writable.
  /// - Throws: The error of the system call. The caller blocks SIGPIPE.
  public static func write(
    _ bytes: UnsafeRawBufferPointer, to descriptor: Int32, at path: String = "standard output",
    waiting waits: Bool = true
  ) throws(FileError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let chunk = UnsafeRawBufferPointer(rebasing: rest)
      let count = Glibc.write(descriptor, chunk.baseAddress, chunk.count)
      let code = errno
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else if code == EAGAIN, waits {
        var polled = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        poll(&polled, 1, -1)
      } else if code != EINTR {
        throw FileError(path: path, errno: code)
      }
    }
  }

  /// Writes a text.
  public static func write(_ text: String, to descriptor: Int32, waiting waits: Bool = true) throws(FileError)
  {
    try text.utf8Span.span.withUnsafeBytes { bytes throws(FileError) in
      try write(bytes, to: descriptor, waiting: waits)
    }
  }
}
