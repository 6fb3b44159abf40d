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
      && stamps.allSatisfy(\.stillHolds)
  }

  /// The variables that fontconfig reads, the language among them.
  private static let names = [
    "FONTCONFIG_FILE", "FONTCONFIG_PATH", "FONTCONFIG_SYSROOT", "FC_LANG", "LC_ALL", "LC_CTYPE",
    "LANG", "HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_DATA_DIRS",
  ]

  static var presentVariables: [Variable] {
    names.compactMap { name in value(of: name).map { Variable(name: name, value: $0) } }
  }

  private static func value(of variable: String) -> String? {
    getenv(variable).map { String(cString: $0) }
  }

  /// Where a person's own configuration may turn up, though it is not there yet.
  private static var personalPaths: [String] {
    guard let home = value(of: "HOME") else { return [] }
    let folder = (value(of: "XDG_CONFIG_HOME") ?? home + "/.config") + "/fontconfig"
    return [folder, folder + "/fonts.conf", folder + "/conf.d", home + "/.fonts.conf"]
  }
}

extension FontConfiguration {
  /// The paths of all files of the configuration, of the folders that they are in, and of all
  /// folders of fonts, whether they are there or not.
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
