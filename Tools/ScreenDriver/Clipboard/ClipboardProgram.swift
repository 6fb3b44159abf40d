import Glibc

/// A command-line program that reads and sets selections, from the Debian package of its name.
public enum ClipboardProgram: String, CaseIterable, Sendable {
  case xclip, xsel

  /// Starts the program with a text to offer, and waits until it owns the selection.
  ///
  /// - Parameters:
  ///   - path: The path of the file that contains the text.
  ///   - selection: `CLIPBOARD` or `PRIMARY`.
  /// - Returns: The process. The offer ends with it.
  /// - Throws: `cannotStart` if it is not installed, `timedOut`, `file`.
  public func offer(fileAt path: String, as selection: String, on display: borrowing VirtualDisplay)
    throws(ScreenDriverError) -> ChildProcess
  {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .file(path: path, reason: String(cString: strerror(errno))) }
    defer { close(descriptor) }
    let process = try ChildProcess(
      rawValue, offerArguments(selection), environment: environment(display.name),
      redirections: [.descriptor(descriptor, as: 0), .discard(1), .discard(2)])
    let connection = display.connection
    let pid = process.pid
    try Deadline(after: .defaultTimeout).poll(for: "\(rawValue) to own \(selection)") {
      connection.owner(ofSelection: selection) == pid ? () : nil
    }
    return process
  }

  /// Starts the program, which writes the content of a selection into a file as UTF-8 and exits.
  ///
  /// - Throws: `cannotStart` if it is not installed.
  public func read(_ selection: String, intoFileAt path: String, on display: String) throws(ScreenDriverError)
    -> ChildProcess
  {
    try ChildProcess(
      rawValue, readArguments(selection), environment: environment(display),
      redirections: [.file(path, as: 1), .discard(2)])
  }

  private func environment(_ display: String) -> [String: String] {
    var environment = ChildProcess.inheritedEnvironment
    environment["DISPLAY"] = display
    return environment
  }

  private func offerArguments(_ selection: String) -> [String] {
    switch self {
    case .xclip: ["-quiet", "-in", "-selection", selection.lowercased()]
    case .xsel: ["--nodetach", "--input", "--\(selection.lowercased())"]
    }
  }

  private func readArguments(_ selection: String) -> [String] {
    switch self {
    case .xclip: ["-out", "-target", "UTF8_STRING", "-selection", selection.lowercased()]
    case .xsel: ["--output", "--\(selection.lowercased())"]
    }
  }
}
