import Glibc

/// An error while a file or directory is created, read or written.
public struct FileError: Error, Hashable, Sendable {
  /// The path of the file or directory.
  public let path: String
  /// The error number of the system call, such as `EACCES`.
  public let errno: CInt

  public init(path: String, errno: CInt) {
    self.path = path
    self.errno = errno
  }

  /// The system's description of the error (`strerror(3)`).
  ///
  /// The exception is `ENOTSUP`, the error of `AtomicFile` about a pipe or a device: the system's
  /// description, "Operation not supported", does not tell the user what to do.
  public var reason: String {
    if errno == ENOTSUP { return "A regular file is required, not a pipe or device" }
    return strerror(errno).map { String(cString: $0) } ?? "error \(errno)"
  }
}

extension FileError {
  /// Whether the file does not exist. Its directory may be missing as well.
  public var isNotFound: Bool { errno == ENOENT || errno == ENOTDIR }

  /// Whether another attempt may succeed: there was a shortage, or the device has failed.
  public var isTemporary: Bool { [ENOMEM, EMFILE, ENFILE, EAGAIN, EIO].contains(errno) }
}

/// Makes a system call and repeats it while a signal interrupts it.
///
/// - Parameters:
///   - path: The path for a thrown error.
///   - call: The system call. It returns −1 if it fails.
/// - Returns: The result of the call.
/// - Throws: The error number with the path.
@discardableResult func retryingInterrupts<Result: FixedWidthInteger>(at path: String, _ call: () -> Result)
  throws(FileError) -> Result
{
  while true {
    let result = call()
    let code = errno
    if result != -1 { return result }
    if code != EINTR { throw FileError(path: path, errno: code) }
  }
}
