import Glibc

/// The user that runs this process.
public enum ProcessOwner {
  /// The name of the user. `nil` if the system has no name for the user id.
  public static var name: String? {
    // `getpwuid` returns memory that all threads share.
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 1 << 14) { buffer in
      var entry = passwd()
      var found: UnsafeMutablePointer<passwd>?
      guard let start = buffer.baseAddress, getpwuid_r(geteuid(), &entry, start, buffer.count, &found) == 0,
        let name = found?.pointee.pw_name
      else { return nil }
      return String(cString: name)
    }
  }
}
