import Glibc

/// Hands on what a program has said of errors that its X server reported, once it has ended: into
/// the file that `TACTILE_PROTOCOL_ERRORS` names, so that whoever runs all tests sees them together.
struct ProtocolErrorReport: ~Copyable {
  /// The file that has the program's standard error.
  let complaints: String

  deinit {
    guard let path = getenv("TACTILE_PROTOCOL_ERRORS") else { return }
    let lines = (try? contents(ofFile: complaints))?.split(separator: "\n") ?? []
    let errors = lines.filter { $0.hasPrefix("X11: error") }
    guard !errors.isEmpty, let file = fopen(path, "ae") else { return }
    for error in errors { fputs("\(error)\n", file) }
    fclose(file)
  }
}
