import Glibc

/// Appends the X errors that a program wrote to its standard error to the file
/// `TACTILE_PROTOCOL_ERRORS`, when the program has exited. The test runner can so report the errors
/// of all tests together.
struct ProtocolErrorReport: ~Copyable {
  /// The file that contains the program's standard error.
  let logPath: String

  deinit {
    guard let path = getenv("TACTILE_PROTOCOL_ERRORS") else { return }
    let lines = (try? contents(ofFile: logPath))?.split(separator: "\n") ?? []
    let errors = lines.filter { $0.hasPrefix("tactile: X protocol error") }
    guard !errors.isEmpty, let file = fopen(path, "ae") else { return }
    for error in errors { fputs("\(error)\n", file) }
    fclose(file)
  }
}
