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

  /// Returns the path of the directory.
  ///
  /// - Parameters:
  ///   - variable: The value of the environment variable with that name. It is ignored unless it is
  ///     an absolute path, as the specification requires.
  ///   - home: The value of the environment variable `HOME`.
  /// - Returns: `nil` if neither is an absolute path.
  public func path(variable: String?, home: String?) -> String? {
    if let variable, variable.hasPrefix("/") { return variable }
    if let home, home.hasPrefix("/") { return "\(home)/\(pathInHome)" }
    return nil
  }

  private var pathInHome: String {
    switch self {
    case .data: ".local/share"
    case .state: ".local/state"
    case .cache: ".cache"
    }
  }
}
