import CFontconfig
import Glibc
import System

/// The data that fontconfig's matches depend on: environment variables and the state of the files
/// and directories of its configuration and of all fonts.
struct FontCacheKey: Hashable, Sendable {
  /// The values of the variables that are set.
  let variables: [String: String]
  /// The states of the files. Empty if they are not known, so that the key is never up to date.
  let stamps: [FileStamp]
}

extension FontCacheKey {
  /// Records the current environment and file states.
  init(of configuration: FontConfiguration) {
    variables = Self.currentVariables
    stamps = configuration.paths.map { Set($0 + Self.userPaths).sorted().map { FileStamp(of: $0) } } ?? []
  }

  /// Whether the environment and all files are unchanged.
  var isUpToDate: Bool {
    !stamps.isEmpty && variables == Self.currentVariables && stamps.allSatisfy(\.isUpToDate)
  }

  /// The environment variables that fontconfig reads, including the language.
  private static let variableNames = [
    "FONTCONFIG_FILE", "FONTCONFIG_PATH", "FONTCONFIG_SYSROOT", "FC_LANG", "LC_ALL", "LC_CTYPE", "LANG",
    "HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_DATA_DIRS",
  ]

  static var currentVariables: [String: String] {
    variableNames.reduce(into: [:]) { $0[$1] = environmentVariable($1) }
  }

  /// The paths at which the user's own configuration may be created later.
  private static var userPaths: [String] {
    guard let home = environmentVariable("HOME") else { return [] }
    let directory = (environmentVariable("XDG_CONFIG_HOME") ?? home + "/.config") + "/fontconfig"
    return [directory, directory + "/fonts.conf", directory + "/conf.d", home + "/.fonts.conf"]
  }
}

extension FontConfiguration {
  /// The paths of all configuration files, of their directories, and of all font directories. The
  /// list includes paths that do not exist. It is `nil` if fontconfig has no memory for it.
  fileprivate var paths: [String]? {
    guard let files = withPointer({ Self.readStrings(FcConfigGetConfigFiles($0)) }),
      let directories = withPointer({ Self.readStrings(FcConfigGetFontDirs($0)) })
    else { return nil }
    let parents = files.compactMap { path in path.lastIndex(of: "/").map { String(path[..<$0]) } }
    return files + parents + directories
  }

  /// Returns the strings of a list and releases the list.
  private static func readStrings(_ list: OpaquePointer?) -> [String]? {
    guard let list else { return nil }
    defer { FcStrListDone(list) }
    var strings: [String] = []
    while let string = FcStrListNext(list) { strings.append(String(cString: string)) }
    return strings
  }
}

/// The recorded state of a file or directory. The state of a directory changes with its entries.
struct FileStamp: Hashable, Sendable {
  let path: String
  /// A hash of the file's identity, change times and size, or `nil` if there is no such file.
  let digest: UInt64?
}

extension FileStamp {
  /// Records the current state of a file. Symbolic links are followed.
  init(of path: String) {
    var status = stat()
    let digest = stat(path, &status) == 0 ? Self.digest(of: status) : nil
    self.init(path: path, digest: digest)
  }

  /// Whether the file still has the recorded state.
  var isUpToDate: Bool { self == FileStamp(of: path) }

  /// Returns a hash of a file status.
  ///
  /// The modification time alone is not sufficient. System images give the same time to all files,
  /// and a replaced file may get the time and the size of the old one.
  ///
  /// The hash is FNV-1a on numbers instead of bytes: if exactly one number differs, so does the
  /// hash.
  private static func digest(of status: stat) -> UInt64 {
    let (modified, changed) = (status.st_mtim, status.st_ctim)
    let numbers = [
      UInt64(status.st_dev), UInt64(status.st_ino), UInt64(bitPattern: Int64(status.st_size)),
      UInt64(bitPattern: Int64(modified.tv_sec)), UInt64(modified.tv_nsec),
      UInt64(bitPattern: Int64(changed.tv_sec)), UInt64(changed.tv_nsec),
    ]
    return numbers.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ $1) &* 0x100_0000_01B3 }
  }
}
