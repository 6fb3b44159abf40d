import Glibc

/// A private file that is replaced as a whole or not at all.
public struct AtomicFile: Hashable, Sendable {
  /// The path of the folder that it is in.
  public let folder: String
  /// The name of the file in that folder.
  public let name: String

  /// Names a file, without touching it.
  public init(folder: String, name: String) {
    self.folder = folder
    self.name = name
  }

  /// Names a file by its path, which leads from the working folder where it does not begin with `/`.
  public init(path: String) {
    guard let slash = path.lastIndex(of: "/") else {
      self.init(folder: ".", name: path)
      return
    }
    let folder = path[..<slash]
    self.init(
      folder: folder.isEmpty ? "/" : String(folder), name: String(path[path.index(after: slash)...])
    )
  }

  public var path: String { "\(folder)/\(name)" }

  /// Makes `content` the whole file, with mode 0600. A folder that is missing is made with mode
  /// 0700, and so are those above it.
  ///
  /// The content goes into a new file beside the old one, which takes the old one's name once all
  /// of it is written: whoever reads, or writes at the same time, meets the one or the other.
  ///
  /// - Parameter isLasting: Whether to wait until all is on the disk. Otherwise the system brings it
  ///   there in its own time, and where the power fails before, the file may be found empty.
  /// - Throws: After an error the old file is as it was, and nothing is left of the new one; folders
  ///   that were made for it stay. Only where the last step fails, which flushes the folder, the new
  ///   file is in place but a power failure may yet undo that.
  public func replace(with content: Span<UInt8>, isLasting: Bool = true) throws(FileError) {
    try replace(with: content, isLasting: isLasting, flush: fsync, rename: Self.rename)
  }

  /// - Parameters:
  ///   - flush: Brings what is open to the disk, as `fsync(2)`.
  ///   - rename: Gives what is in a folder under the first name the second one, as `renameat(2)`.
  func replace(
    with content: Span<UInt8>, isLasting: Bool, flush: (CInt) -> CInt,
    rename: (_ folder: CInt, String, String) -> CInt
  ) throws(FileError) {
    try Folder.create(folder, isLasting: isLasting, flush: flush)
    let directory = try Folder.open(folder)
    let temporaryName = temporaryPrefix + String(UInt64.random(in: 0 ... .max), radix: 16)
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
    let file = FileDescriptor(
      owning: try completing(about: path) {
        openat(directory.number, temporaryName, flags, 0o600)
      })
    do throws(FileError) {
      try write(content, to: file)
      if isLasting { try completing(about: path) { flush(file.number) } }
      try completing(about: path) { rename(directory.number, temporaryName, name) }
    } catch {
      unlinkat(directory.number, temporaryName, 0)
      throw error
    }
    if isLasting { try Folder.bringToDisk(directory, at: folder, by: flush) }
  }

  /// What the names of new files begin with that are not in place yet.
  private var temporaryPrefix: String { ".\(name)." }

  /// Removes new files that never took the old one's place, because whoever wrote them was killed.
  ///
  /// One that is being written would be removed too: nothing is done where the file system knows no
  /// locks, so that another may be writing.
  ///
  /// - Parameter lock: Of the folder.
  /// - Throws: What the system says, but not where one cannot be removed: it keeps nobody from
  ///   writing another.
  public func removeLeftovers(having lock: borrowing FolderLock) throws(FileError) {
    guard lock.isExclusive else { return }
    let directory = try Folder.open(folder)
    for name in try Folder.names(in: directory, at: folder) where isTemporary(name) {
      unlinkat(directory.number, name, 0)
    }
  }

  /// Whether it is such a name as `replace` makes.
  private func isTemporary(_ name: String) -> Bool {
    guard name.hasPrefix(temporaryPrefix) else { return false }
    let digits = name.dropFirst(temporaryPrefix.count)
    return UInt64(digits, radix: 16).map { String($0, radix: 16) == digits } ?? false
  }

  private static func rename(_ folder: CInt, _ old: String, _ new: String) -> CInt {
    renameat(folder, old, folder, new)
  }

  private func write(_ content: Span<UInt8>, to file: borrowing FileDescriptor) throws(FileError) {
    let number = file.number
    try content.withUnsafeBytes { bytes throws(FileError) in
      var rest = bytes
      while !rest.isEmpty {
        let count = try completing(about: path) {
          Glibc.write(number, rest.baseAddress, rest.count)
        }
        rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(count))
      }
    }
  }
}
