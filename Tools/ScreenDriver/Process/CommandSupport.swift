import Glibc

/// Returns the path of a program in the directory of this executable.
public func siblingProgram(_ name: String) -> String {
  guard let path = realpath("/proc/self/exe", nil) else { return name }
  defer { free(path) }
  return String(cString: path).split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(
    separator: "/") + "/\(name)"
}

/// Writes a line to standard error.
public func printToStandardError(_ line: String) {
  // `stderr` of C is a global mutable variable, which Swift rejects as not concurrency-safe.
  let bytes = Array("\(line)\n".utf8)
  _ = Glibc.write(STDERR_FILENO, bytes, bytes.count)
}
