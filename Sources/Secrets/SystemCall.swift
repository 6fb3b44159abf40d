import Glibc

/// Makes a system call, again as long as a signal interrupts it.
///
/// - Parameters:
///   - error: What an error number means here.
///   - call: Returns −1 where it fails.
/// - Returns: What the call returned.
/// - Throws: What `error` makes of the error number.
@discardableResult
func completing<Result: FixedWidthInteger>(
  orThrow error: (CInt) -> VaultError, _ call: () -> Result
) throws(VaultError) -> Result {
  while true {
    let result = call()
    let code = errno
    if result != -1 { return result }
    if code != EINTR { throw error(code) }
  }
}
