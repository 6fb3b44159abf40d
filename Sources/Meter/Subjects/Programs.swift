import Glibc

/// The path of a program that is found by its name alone; `nil` where there is none.
func programInPath(_ name: String) -> String? {
  let folders = getenv("PATH").map { String(cString: $0) } ?? ""
  return folders.split(separator: ":").map { "\($0)/\(name)" }.first(where: isExecutable)
}

/// Whether there is a program that may be started.
func isExecutable(_ path: String) -> Bool { access(path, X_OK) == 0 }

/// The path of a program beside this one.
func programBesideThis(_ name: String) -> String {
  guard let path = realpath("/proc/self/exe", nil) else { return name }
  defer { free(path) }
  return String(cString: path).split(separator: "/", omittingEmptySubsequences: false)
    .dropLast().joined(separator: "/") + "/\(name)"
}
