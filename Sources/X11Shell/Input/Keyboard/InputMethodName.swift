import Glibc

/// The name of an input method server, from XMODIFIERS.
struct InputMethodName: Hashable {
  /// The name, for example `ibus`.
  let value: String

  /// Parses XMODIFIERS, for example `@im=ibus`.
  ///
  /// - Returns: `nil` if it names no server. `none` and `local` stand for Xlib's own handling,
  ///   which is done here without Xlib.
  init?(modifiers: String) {
    let entries = modifiers.split(separator: "@", omittingEmptySubsequences: true)
    guard let entry = entries.first(where: { $0.hasPrefix("im=") }) else { return nil }
    let name = entry.dropFirst("im=".count)
    guard !["", "none", "local"].contains(name) else { return nil }
    value = String(name)
  }

  /// The name in the environment of this process.
  static var standard: InputMethodName? {
    getenv("XMODIFIERS").flatMap { InputMethodName(modifiers: String(cString: $0)) }
  }

  /// The locale modifiers for which Xlib looks for the server, regardless of XMODIFIERS.
  var modifiers: String { "@im=\(value)" }

  /// The selection that the server owns while it runs (X Input Method protocol, 2.2).
  var selection: String { "@server=\(value)" }
}
