import Glibc

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
