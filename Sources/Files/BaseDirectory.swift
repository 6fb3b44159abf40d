/// Where a kind of files is kept for a person, by the [XDG Base Directory Specification][1] 0.8.
///
/// [1]: https://specifications.freedesktop.org/basedir-spec/0.8/
public enum BaseDirectory {
  /// What is worth keeping: `$XDG_DATA_HOME`, else `$HOME/.local/share`.
  case data
  /// What a program goes on from, and can do without: `$XDG_STATE_HOME`, else
  /// `$HOME/.local/state`.
  case state
  /// What can be made again: `$XDG_CACHE_HOME`, else `$HOME/.cache`.
  case cache

  /// The path of the directory.
  ///
  /// - Parameters:
  ///   - variable: The environment's variable of that name; ignored unless it is an absolute path,
  ///     as the specification demands.
  ///   - home: The environment's `HOME`.
  /// - Returns: `nil` where neither is an absolute path.
  public func path(variable: String?, home: String?) -> String? {
    if let variable, variable.hasPrefix("/") { return variable }
    if let home, home.hasPrefix("/") { return "\(home)/\(placeInHome)" }
    return nil
  }

  private var placeInHome: String {
    switch self {
    case .data: ".local/share"
    case .state: ".local/state"
    case .cache: ".cache"
    }
  }
}
