import Glibc

/// Makes a system call, again as long as a signal interrupts it.
///
/// - Parameters:
///   - path: What the call is about.
///   - call: Returns −1 where it fails.
/// - Returns: What the call returned.
/// - Throws: The error number with the path.
@discardableResult
func completing<Result: FixedWidthInteger>(
  about path: String, _ call: () -> Result
) throws(FileError) -> Result {
  while true {
    let result = call()
    let code = errno
    if result != -1 { return result }
    if code != EINTR { throw FileError(path: path, errno: code) }
  }
}
