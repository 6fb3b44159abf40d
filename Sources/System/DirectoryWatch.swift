import Glibc

/// An observer of the files in directories (`inotify(7)`).
public struct DirectoryWatch: ~Copyable {
  /// The descriptor that is readable after a change.
  public let descriptor: Int32

  /// Creates an observer of no directory.
  ///
  /// - Throws: `EMFILE` if the user or the process has too many, or the error of the system call.
  public init() throws(FileError) {
    descriptor = try retryingInterrupts(at: "inotify") { inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC)) }
  }

  /// Observes files that are written, replaced or removed in a directory. Call this again when the directory may have
  /// been replaced by another one; it has no further effect on the same one.
  public func add(_ path: String) throws(FileError) {
    let changes = IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_ATTRIB
    let events = UInt32(changes | IN_DELETE_SELF | IN_MOVE_SELF | IN_ONLYDIR)
    let number = descriptor
    try retryingInterrupts(at: path) { inotify_add_watch(number, path, events) }
  }

  deinit { close(descriptor) }

  /// Removes the reported changes, so that the descriptor is readable only after the next one.
  ///
  /// The changes themselves are not returned, because the kernel discards them if there are too many: the caller reads
  /// the directory again.
  ///
  /// - Returns: Whether all directories are still where they were. If `false`, one was removed or renamed.
  @discardableResult public func clear() -> Bool {
    var isWatched = true
    withUnsafeTemporaryAllocation(byteCount: 64 << 10, alignment: 8) { buffer in
      // A process that creates files faster than they are read must not keep the caller here.
      for _ in 0..<16 {
        let count = read(descriptor, buffer.baseAddress, buffer.count)
        guard count > 0 else { break }
        if Self.endsWatch(UnsafeRawBufferPointer(rebasing: buffer[..<count])) { isWatched = false }
      }
    }
    return isWatched
  }

  /// Returns whether one of the events ends the watch. The queue of events may overflow without ending it.
  private static func endsWatch(_ events: UnsafeRawBufferPointer) -> Bool {
    var offset = 0
    while offset + MemoryLayout<inotify_event>.size <= events.count {
      let event = events.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
      if event.mask & UInt32(IN_IGNORED | IN_UNMOUNT | IN_MOVE_SELF) != 0 { return true }
      offset += MemoryLayout<inotify_event>.size + Int(event.len)
    }
    return false
  }
}
