import Glibc

/// Where the key sequences come from that a person is used to.
struct ComposeFiles {
  /// As in `LANG`.
  let locale: String
  /// Where a file of the person's own would be, the first that is there winning.
  let ownFiles: [String]

  /// Whether any key may begin a sequence, as in a person's own file; those of locales begin with
  /// keys that do nothing else.
  var beginWithAnyKey: Bool { ownFiles.contains { access($0, R_OK) == 0 } }

  /// The names of locales to try, the best first.
  ///
  /// All text here is UTF-8, and libxkbcommon reads no other files, so that `de_DE` is taken for
  /// `de_DE.UTF-8`. Where a locale has no file, the one that most share does better than none;
  /// it is what libxkbcommon gives to the locale C.
  var candidates: [String] {
    let language = locale.prefix { $0 != "." && $0 != "@" }
    let isNone = language == "C" || language == "POSIX"
    return (isNone ? [] : ["\(language).UTF-8"]) + ["en_US.UTF-8"]
  }

  /// Reads the table; takes milliseconds.
  func read() -> ComposeState? {
    for locale in candidates {
      if let state = ComposeState(locale: locale) { return state }
    }
    return nil
  }
}

extension ComposeFiles {
  /// - Parameter variable: Gives a variable of the environment; `nil` where it is not set.
  init(environment variable: (String) -> String?) {
    func value(_ name: String) -> String? { variable(name).flatMap { $0.isEmpty ? nil : $0 } }
    // setlocale(3): the first of these that says anything.
    locale = value("LC_ALL") ?? value("LC_CTYPE") ?? value("LANG") ?? "C"
    let home = value("HOME")
    let settings = value("XDG_CONFIG_HOME") ?? home.map { "\($0)/.config" }
    ownFiles = [
      value("XCOMPOSEFILE"), settings.map { "\($0)/XCompose" }, home.map { "\($0)/.XCompose" },
    ].compactMap(\.self)
  }

  /// As this process's environment has it.
  static var standard: ComposeFiles {
    ComposeFiles { name in getenv(name).map { String(cString: $0) } }
  }
}
