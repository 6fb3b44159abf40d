import CFontconfig
import Glibc
import System

/// The data that fontconfig's matches depend on: environment variables and the state of the files
/// and directories of its configuration and of all fonts.
struct FontCacheKey: Hashable, Sendable {
  /// The values of the variables that are set.
  let variables: [String: String]
  let stamps: [FileStamp]
}

extension FontCacheKey {
  /// Records the current environment and file states.
  init(of configuration: FontConfiguration) {
    variables = Self.currentVariables
    stamps = Set(configuration.paths + Self.userPaths).sorted().map { FileStamp(of: $0) }
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
  /// list includes paths that do not exist.
  fileprivate var paths: [String] {
    let files = withPointer { Self.readStrings(FcConfigGetConfigFiles($0)) }
    let parents = files.compactMap { path in path.lastIndex(of: "/").map { String(path[..<$0]) } }
    return files + parents + withPointer { Self.readStrings(FcConfigGetFontDirs($0)) }
  }

  /// Returns the strings of a list and releases the list.
  private static func readStrings(_ list: OpaquePointer?) -> [String] {
    defer { FcStrListDone(list) }
    var strings: [String] = []
    while let string = FcStrListNext(list) { strings.append(String(cString: string)) }
    return strings
  }
}
