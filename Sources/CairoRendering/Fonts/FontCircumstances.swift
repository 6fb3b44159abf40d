import CFontconfig
import Glibc

/// What fontconfig's choices depend on: variables of the environment, and the state of the files
/// and folders of its configuration and of all fonts.
struct FontCircumstances: Hashable, Sendable {
  struct Variable: Hashable, Sendable {
    let name: String
    let value: String
  }

  /// Those that are set, in the order of `names`.
  let variables: [Variable]
  let stamps: [FileStamp]

  init(variables: [Variable], stamps: [FileStamp]) {
    self.variables = variables
    self.stamps = stamps
  }

  /// The present ones.
  init(of configuration: FontConfiguration) {
    variables = Self.presentVariables
    stamps = Set(configuration.paths + Self.personalPaths).sorted().map { FileStamp(of: $0) }
  }

  var stillHold: Bool {
    !stamps.isEmpty && variables == Self.presentVariables
      && stamps.allSatisfy { $0 == FileStamp(of: $0.path) }
  }

  /// The variables that fontconfig reads, the language among them.
  private static let names = [
    "FONTCONFIG_FILE", "FONTCONFIG_PATH", "FONTCONFIG_SYSROOT", "FC_LANG", "LC_ALL", "LC_CTYPE",
    "LANG", "HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME",
  ]

  private static var presentVariables: [Variable] {
    names.compactMap { name in value(of: name).map { Variable(name: name, value: $0) } }
  }

  private static func value(of variable: String) -> String? {
    getenv(variable).map { String(cString: $0) }
  }

  /// Where a person's own fonts and configuration may turn up, though they are not there yet.
  private static var personalPaths: [String] {
    guard let home = value(of: "HOME") else { return [] }
    let configuration = value(of: "XDG_CONFIG_HOME") ?? home + "/.config"
    return [
      configuration + "/fontconfig", configuration + "/fontconfig/fonts.conf",
      configuration + "/fontconfig/conf.d", home + "/.fonts.conf", home + "/.fonts",
      (value(of: "XDG_DATA_HOME") ?? home + "/.local/share") + "/fonts",
    ]
  }
}

/// The state of a file or folder: when it was changed last. That of a folder changes with the names
/// in it.
struct FileStamp: Hashable, Sendable {
  let path: String
  /// In seconds and nanoseconds since 1970, and in bytes; `nil` where there is no such file.
  let state: State?

  struct State: Hashable, Sendable {
    let seconds: Int
    let nanoseconds: Int
    let size: Int
  }

  init(path: String, state: State?) {
    self.path = path
    self.state = state
  }

  /// The present one.
  init(of path: String) {
    var status = stat()
    self.path = path
    state =
      stat(path, &status) == 0
      ? State(
        seconds: status.st_mtim.tv_sec, nanoseconds: status.st_mtim.tv_nsec,
        size: Int(status.st_size))
      : nil
  }
}

extension FontFile {
  /// Whether it is there, a file and nothing else, and may be read.
  var exists: Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG && access(path, R_OK) == 0
  }
}

extension FontConfiguration {
  /// The paths of all files of the configuration, of the folders that they are in, and of all
  /// folders of fonts.
  fileprivate var paths: [String] {
    let files = withPointer { Self.take(FcConfigGetConfigFiles($0)) }
    let folders = files.compactMap { path in path.lastIndex(of: "/").map { String(path[..<$0]) } }
    return files + folders + withPointer { Self.take(FcConfigGetFontDirs($0)) }
  }

  /// The strings of a list, which is released.
  private static func take(_ list: OpaquePointer?) -> [String] {
    defer { FcStrListDone(list) }
    var strings: [String] = []
    while let string = FcStrListNext(list) { strings.append(String(cString: string)) }
    return strings
  }
}
