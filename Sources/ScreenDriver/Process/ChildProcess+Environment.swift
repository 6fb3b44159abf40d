import Glibc

extension ChildProcess {
  /// What a child needs of this process's environment, and no more, so that a person's settings do
  /// not change what is seen.
  public static var inheritedEnvironment: [String: String] {
    var environment: [String: String] = [:]
    for name in ["PATH", "HOME", "LD_LIBRARY_PATH", "TMPDIR"] {
      if let value = getenv(name) { environment[name] = String(cString: value) }
    }
    return environment
  }

  /// The environment with every folder of the person's replaced by one below `folder`
  /// ([XDG Base Directory Specification][1]).
  ///
  /// [1]: https://specifications.freedesktop.org/basedir-spec/latest/
  public static func privateEnvironment(in folder: String) -> [String: String] {
    let folders = [
      "HOME": folder, "XDG_DATA_HOME": "\(folder)/data", "XDG_STATE_HOME": "\(folder)/state",
      "XDG_CONFIG_HOME": "\(folder)/config", "XDG_CACHE_HOME": "\(folder)/cache",
    ]
    return inheritedEnvironment.merging(folders) { $1 }
      .merging(["LANG": "C.UTF-8", "LC_ALL": "C.UTF-8"]) { $1 }
  }
}
