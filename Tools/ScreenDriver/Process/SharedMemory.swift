/// The System V shared memory segments (`shmget(2)`), as listed by `ipcs -m`.
public enum SharedMemory {
  /// Returns the number of existing segments that a process has created.
  ///
  /// - Throws: `file`.
  public static func segmentCount(createdBy pid: Int32) throws(ScreenDriverError) -> Int {
    segmentCount(createdBy: pid, in: try contents(ofFile: "/proc/sysvipc/shm"))
  }

  /// Counts the segments in a table whose fifth column is the creator's process ID (`proc(5)`).
  static func segmentCount(createdBy pid: Int32, in table: String) -> Int {
    table.split(separator: "\n").dropFirst().count { line in
      let columns = line.split(separator: " ")
      return columns.count > 4 && Int32(columns[4]) == pid
    }
  }
}
