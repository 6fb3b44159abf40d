import Glibc

/// Returns the path of a program in `PATH`. `nil` if there is none.
func programInPath(_ name: String) -> String? {
  let directories = getenv("PATH").map { String(cString: $0) } ?? ""
  return directories.split(separator: ":").map { "\($0)/\(name)" }.first(where: isExecutable)
}

/// Returns whether a path is an executable file.
func isExecutable(_ path: String) -> Bool { access(path, X_OK) == 0 }
