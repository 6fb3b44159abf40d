import Glibc

/// Who runs this process.
public enum ProcessOwner {
  /// Their name; `nil` where the system knows none.
  public static var name: String? {
    // `getpwuid` would answer in memory that all threads share.
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 1 << 14) { room in
      var entry = passwd()
      var found: UnsafeMutablePointer<passwd>?
      guard let first = room.baseAddress,
        getpwuid_r(geteuid(), &entry, first, room.count, &found) == 0,
        let name = found?.pointee.pw_name
      else { return nil }
      return String(cString: name)
    }
  }
}
