import Glibc

/// The files of Compose sequences for the user's locale and settings.
struct ComposeFiles {
  /// The locale, in the format of `LANG`.
  let locale: String
  /// The possible paths of the user's own file. The first existing one is used.
  let ownFiles: [String]

  /// Whether any key may begin a sequence, as in a user's own file. In the files of locales,
  /// sequences begin with keys that have no other function.
  var beginWithAnyKey: Bool { ownFiles.contains { access($0, R_OK) == 0 } }

  /// The names of the locales to try, best first.
  ///
  /// All text here is UTF-8, and libxkbcommon reads no other files, so `de_DE` is treated as
  /// `de_DE.UTF-8`. If a locale has no file, the one that most locales share is better than none.
  /// libxkbcommon also uses it for the locale C.
  var candidates: [String] {
    let language = locale.prefix { $0 != "." && $0 != "@" }
    let isNone = language == "C" || language == "POSIX"
    return (isNone ? [] : ["\(language).UTF-8"]) + ["en_US.UTF-8"]
  }

  /// Reads the table, which takes milliseconds. Returns `nil` if there is none.
  func read() -> ComposeState? {
    for locale in candidates { if let state = ComposeState(locale: locale) { return state } }
    return nil
  }
}

extension ComposeFiles {
  /// - Parameter variable: Returns an environment variable. `nil` if it is not set.
  init(environment variable: (String) -> String?) {
    func value(_ name: String) -> String? { variable(name).flatMap { $0.isEmpty ? nil : $0 } }
    // setlocale(3): the first of these that is set and not empty.
    locale = value("LC_ALL") ?? value("LC_CTYPE") ?? value("LANG") ?? "C"
    let home = value("HOME")
    let settings = value("XDG_CONFIG_HOME") ?? home.map { "\($0)/.config" }
    ownFiles = [value("XCOMPOSEFILE"), settings.map { "\($0)/XCompose" }, home.map { "\($0)/.XCompose" }]
      .compactMap(\.self)
  }

  /// The files for the environment of this process.
  static var standard: ComposeFiles { ComposeFiles { name in getenv(name).map { String(cString: $0) } } }
}
