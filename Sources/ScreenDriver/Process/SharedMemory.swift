/// The segments of System V shared memory (`shmget(2)`), as `ipcs -m` lists them.
public enum SharedMemory {
  /// How many a process has made that still exist.
  ///
  /// - Throws: `file`.
  public static func segments(madeBy pid: Int32) throws(ScreenDriverError) -> Int {
    segments(madeBy: pid, in: try contents(ofFile: "/proc/sysvipc/shm"))
  }

  /// Counts in a table whose fifth column is the maker's process (`proc(5)`).
  static func segments(madeBy pid: Int32, in table: String) -> Int {
    table.split(separator: "\n").dropFirst().count { line in
      let columns = line.split(separator: " ")
      return columns.count > 4 && Int32(columns[4]) == pid
    }
  }
}
