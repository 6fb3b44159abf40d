import Glibc

/// Where a session manager waits for programs, and what it needs to know to start one again.
struct SessionInvitation: Hashable, Sendable {
  /// Where it listens, as libICE reads it.
  let addresses: String
  /// By which it knew the program before; `nil` at the first start.
  let previousID: String?

  /// The option by which the program takes its id when it is started again, followed by that.
  static let option = "--sm-client-id"

  /// - Parameter addresses: The environment's `SESSION_MANAGER`.
  /// - Returns: `nil` where that is not set.
  init?(addresses: String?, previousID: String?) {
    guard let addresses, !addresses.isEmpty else { return nil }
    self.addresses = addresses
    self.previousID = previousID.flatMap { Self.isID($0) ? $0 : nil }
  }

  /// Whether a text may be a program's id in a session. Managers make up some forty printable
  /// characters; libSM writes what does not fit into a message of 1024 bytes to address 0.
  static func isID(_ text: String) -> Bool {
    (1...256).contains(text.utf8.count) && text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
  }
}

/// The command by which this process was started.
struct ProcessCommand: Hashable, Sendable {
  /// The program's path.
  let program: String
  /// What followed it, but for a session's id.
  let arguments: [String]

  init(program: String, arguments: [String]) {
    self.program = program
    var rest = arguments[...]
    var kept: [String] = []
    while let argument = rest.popFirst() {
      if argument == SessionInvitation.option {
        rest = rest.dropFirst()
      } else if !argument.hasPrefix("\(SessionInvitation.option)=") {
        kept.append(argument)
      }
    }
    self.arguments = kept
  }

  /// The present one. Its path holds wherever it was started from, and with another `PATH`.
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
