package import Glibc

/// A user-specific base directory of the [XDG Base Directory Specification][1] 0.8.
///
/// [1]: https://specifications.freedesktop.org/basedir-spec/0.8/
public enum BaseDirectory {
  /// User data: `$XDG_DATA_HOME`, or `$HOME/.local/share`.
  case data
  /// State that persists between runs and is not essential: `$XDG_STATE_HOME`, or
  /// `$HOME/.local/state`.
  case state
  /// Data that can be regenerated: `$XDG_CACHE_HOME`, or `$HOME/.cache`.
  case cache
  /// The settings of the user: `$XDG_CONFIG_HOME`, or `$HOME/.config`.
  case configuration

  /// Returns the path of the directory.
  ///
  /// - Parameters:
  ///   - variable: The value of the environment variable with that name. It is ignored unless it is
  ///     an absolute path, as the specification requires.
  ///   - home: The value of the environment variable `HOME`.
  /// - Returns: `nil` if neither is an absolute path.
  func path(variable: String?, home: String?) -> String? {
    if let variable, variable.hasPrefix("/") { return variable }
    if let home, home.hasPrefix("/") { return "\(home)/\(names.pathInHome)" }
    return nil
  }

  /// The path by the environment of the process.
  public var path: String? {
    path(variable: environmentVariable(names.variable), home: environmentVariable("HOME"))
  }

  private var names: (variable: String, pathInHome: String) {
    switch self {
    case .data: ("XDG_DATA_HOME", ".local/share")
    case .state: ("XDG_STATE_HOME", ".local/state")
    case .cache: ("XDG_CACHE_HOME", ".cache")
    case .configuration: ("XDG_CONFIG_HOME", ".config")
    }
  }
}

/// Operations on directories.
package enum Directory {
  /// Creates a directory, and its missing parent directories before it.
  ///
  /// - Parameters:
  ///   - isDurable: Whether to wait until the names of the created directories are on the disk.
  ///   - flush: Writes an open directory to the disk, like `fsync(2)`.
  package static func create(
    _ path: String, mode: mode_t = 0o700, isDurable: Bool = true, flush: (CInt) -> CInt = fsync
  ) throws(FileError) {
    let parent = parent(of: path)
    func make() -> CInt { mkdir(path, mode) == 0 ? 0 : errno }
    var code = make()
    if code == ENOENT, parent != path {
      try create(parent, mode: mode, isDurable: isDurable, flush: flush)
      code = make()
    }
    guard code == 0 || code == EEXIST else { throw FileError(path: path, errno: code) }
    if code == 0, isDurable { try synchronize(open(parent), at: parent, by: flush) }
  }

  /// Returns the path of the directory that contains the last component of a path, or the path
  /// itself if it has no component.
  private static func parent(of path: String) -> String {
    let isSlash = { (character: Character) in character == "/" }
    guard let name = path.lastIndex(where: { !isSlash($0) }) else { return path }
    guard let slash = path[..<name].lastIndex(where: isSlash) else { return "." }
    let end = path[..<slash].lastIndex { !isSlash($0) }
    return end.map { String(path[...$0]) } ?? "/"
  }

  /// Writes the entries of an open directory to the disk, if its file system supports that.
  ///
  /// - Parameters:
  ///   - path: The path for a thrown error.
  ///   - flush: Writes the directory to the disk, like `fsync(2)`.
  static func synchronize(_ directory: borrowing FileDescriptor, at path: String, by flush: (CInt) -> CInt)
    throws(FileError)
  {
    let number = directory.number
    try retryingInterrupts(at: path) {
      let status = flush(number)
      return status == -1 && errno == EINVAL ? 0 : status
    }
  }

  static func open(_ path: String) throws(FileError) -> FileDescriptor {
    let flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC
    return FileDescriptor(owning: try retryingInterrupts(at: path) { Glibc.open(path, flags) })
  }

  /// Returns the names in a directory, in no particular order.
  package static func names(at path: String) throws(FileError) -> [String] {
    try names(in: open(path), at: path)
  }

  /// Returns the names in an open directory, in no particular order.
  ///
  /// - Parameter path: The path for a thrown error.
  static func names(in directory: borrowing FileDescriptor, at path: String) throws(FileError) -> [String] {
    let number = directory.number
    // The stream takes ownership of its descriptor and closes it.
    let copy = try retryingInterrupts(at: path) { openat(number, ".", O_RDONLY | O_CLOEXEC) }
    guard let stream = fdopendir(copy) else {
      let code = errno
      close(copy)
      throw FileError(path: path, errno: code)
    }
    defer { closedir(stream) }
    var names: [String] = []
    while true {
      errno = 0
      guard let entry = readdir(stream) else { break }
      let size = MemoryLayout.size(ofValue: entry.pointee.d_name)
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: size) { String(cString: $0) }
      }
      names.append(name)
    }
    guard errno == 0 else { throw FileError(path: path, errno: errno) }
    return names
  }
}

/// An open file or directory, which is closed on deallocation.
struct FileDescriptor: ~Copyable {
  /// The number of the file descriptor.
  let number: CInt

  /// Takes ownership of a descriptor that a call such as `open` returned.
  init(owning number: CInt) { self.number = number }

  deinit { close(number) }
}
