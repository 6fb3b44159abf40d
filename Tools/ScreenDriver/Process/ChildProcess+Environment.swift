import Glibc

extension ChildProcess {
  /// The part of this process's environment that a child needs. Nothing else is inherited, so that
  /// the user's settings do not influence the tests.
  public static var inheritedEnvironment: [String: String] {
    var environment: [String: String] = [:]
    for name in ["PATH", "HOME", "LD_LIBRARY_PATH", "TMPDIR"] {
      if let value = getenv(name) { environment[name] = String(cString: value) }
    }
    return environment
  }

  /// Returns the environment with each of the user's directories replaced by one below `path`
  /// ([XDG Base Directory Specification][1]).
  ///
  /// [1]: https://specifications.freedesktop.org/basedir-spec/latest/
  public static func privateEnvironment(in path: String) -> [String: String] {
    let directories = [
      "HOME": path, "XDG_DATA_HOME": "\(path)/data", "XDG_STATE_HOME": "\(path)/state",
      "XDG_CONFIG_HOME": "\(path)/config", "XDG_CACHE_HOME": "\(path)/cache",
    ]
    return inheritedEnvironment.merging(directories) { $1 }.merging(["LANG": "C.UTF-8", "LC_ALL": "C.UTF-8"])
    { $1 }
  }
}
