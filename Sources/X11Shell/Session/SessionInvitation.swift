import Glibc

/// The parameters for joining a session: the manager's addresses and the previous client id.
struct SessionInvitation: Hashable, Sendable {
  /// The addresses of the session manager, in libICE's format.
  let addresses: String
  /// The client id of the previous run. `nil` at the first start.
  let previousID: String?

  /// The command-line option that precedes the client id when the program is restarted.
  static let option = "--sm-client-id"

  /// - Parameter addresses: The value of the environment variable `SESSION_MANAGER`.
  /// - Returns: `nil` if the variable is not set.
  init?(addresses: String?, previousID: String?) {
    guard let addresses, !addresses.isEmpty else { return nil }
    self.addresses = addresses
    self.previousID = previousID.flatMap { Self.isID($0) ? $0 : nil }
  }

  /// Returns whether a text can be a client id. Managers create about forty printable characters.
  /// libSM writes an id that does not fit into a message of 1024 bytes to address 0.
  static func isID(_ text: String) -> Bool {
    (1...256).contains(text.utf8.count) && text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
  }
}

/// The command line of this process.
struct ProcessCommand: Hashable, Sendable {
  /// The path of the program.
  let program: String
  /// The arguments, without the session's client id.
  let arguments: [String]

  init(program: String, arguments: [String]) {
    self.program = program
    var remainder = arguments[...]
    var filtered: [String] = []
    while let argument = remainder.popFirst() {
      if argument == SessionInvitation.option {
        remainder = remainder.dropFirst()
      } else if !argument.hasPrefix("\(SessionInvitation.option)=") {
        filtered.append(argument)
      }
    }
    self.arguments = filtered
  }

  /// The command line of the current process. The path is valid in any directory.
  static var own: ProcessCommand {
    ProcessCommand(
      program: ownPath ?? CommandLine.arguments.first ?? "",
      arguments: Array(CommandLine.arguments.dropFirst()))
  }

  private static var ownPath: String? {
    guard let path = realpath("/proc/self/exe", nil) else { return nil }
    defer { free(path) }
    return String(cString: path)
  }
}
