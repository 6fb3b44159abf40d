/// A dialog whose launch is measured.
struct DialogTarget {
  /// The name in the table.
  let name: String
  /// The path, or a name to look up in `PATH`.
  let program: String
  var arguments: [String] = []
  /// The standard input. It stays open until the dialog is closed.
  var input = ""

  /// The request for a passphrase to a pinentry program.
  private static let passphraseRequest = "GETPIN\n"
}

extension DialogTarget {
  /// Returns the dialogs of Tactile, those of other programs, and `baseline` as the practical limit.
  static func all(tactile: String, baseline: String) -> [DialogTarget] {
    let request = passphraseRequest
    return [
      DialogTarget(name: "tactile askpass", program: tactile, arguments: ["askpass", "Password:"]),
      DialogTarget(name: "tactile pinentry", program: tactile, arguments: ["pinentry"], input: request),
      DialogTarget(name: "tactile confirm", program: tactile, arguments: ["confirm", "Continue?"]),
      DialogTarget(name: "tactile new-password", program: tactile, arguments: ["new-password"]),
      DialogTarget(name: "tactile tokens", program: tactile, arguments: ["tokens"]),
      DialogTarget(name: "baseline", program: baseline),
      DialogTarget(name: "zenity --password", program: "zenity", arguments: ["--password"]),
      DialogTarget(
        name: "zenity --question", program: "zenity", arguments: ["--question", "--text", "Continue?"]),
      DialogTarget(
        name: "yad --entry --hide-text", program: "yad", arguments: ["--entry", "--hide-text"]),
      DialogTarget(name: "kdialog --password", program: "kdialog", arguments: ["--password", "Password:"]),
      DialogTarget(name: "pinentry-gtk-2", program: "pinentry-gtk-2", input: request),
      DialogTarget(name: "pinentry-qt", program: "pinentry-qt", input: request),
    ]
  }

  /// Whether the program is installed.
  var isInstalled: Bool { program.contains("/") ? isExecutable(program) : programInPath(program) != nil }
}
