import Glibc

/// The name of an input method's server, as XMODIFIERS has it.
struct InputMethodName: Hashable {
  /// As in `ibus`.
  let value: String

  /// Reads XMODIFIERS, as in `@im=ibus`.
  ///
  /// - Returns: `nil` where it names no server: `none` and `local` stand for what Xlib does by
  ///   itself, which is done here without it.
  init?(modifiers: String) {
    let entries = modifiers.split(separator: "@", omittingEmptySubsequences: true)
    guard let entry = entries.first(where: { $0.hasPrefix("im=") }) else { return nil }
    let name = entry.dropFirst("im=".count)
    guard !["", "none", "local"].contains(name) else { return nil }
    value = String(name)
  }

  /// The one in this process's environment.
  static var standard: InputMethodName? {
    getenv("XMODIFIERS").flatMap { InputMethodName(modifiers: String(cString: $0)) }
  }

  /// What has Xlib look for the server, whatever XMODIFIERS is.
  var modifiers: String { "@im=\(value)" }

  /// The selection that the server owns as long as it lives (X Input Method protocol, 2.2).
  var selection: String { "@server=\(value)" }
}
