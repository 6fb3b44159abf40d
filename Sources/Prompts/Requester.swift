import Synchronization
import System

/// The programs from which a question comes, as far as the system knows.
///
/// It proves nothing: a program of the user can have any name, and can start any other program. It helps the user to notice
/// a question of which they are not the cause.
public enum Requester: Hashable, Sendable {
  /// The names of the program that asks, of the one that has started it, and so on: at most four.
  case programs([String])
  /// The system hides the process.
  case process(Int32)
  case ended
  /// The question names no process.
  case unknown

  /// The maximum number of names.
  private static let maximumCount = 4
  /// The maximum time for which the reader waits for processes that hinder it.
  private static let timeout = Duration.milliseconds(50)
  /// The programs that start the first programs of a user, and say nothing about a request.
  private static let managers: Set = ["systemd", "init", "gdm-x-session", "gdm-wayland-ses"]

  /// The programs that ask for others, which have not started them.
  private static let agents: Set = ["ssh-agent", "gpg-agent"]

  /// Whether the program asks for another one, which is unknown.
  public var isAgent: Bool {
    if case .programs(let names) = self { names.first.map(Self.agents.contains) == true } else { false }
  }

  private static let lastJob = Mutex<Job<[String]>?>(nil)

  /// Reads the names of a process and of its parents. Waits at most 50 ms for the names of scripts.
  public static func read(_ id: Int32) -> Requester {
    guard id > 0 else { return .unknown }
    let chain = chain(from: id, lookUp: ProcessInformation.init(of:))
    guard !chain.isEmpty else { return ProcessEnd(of: id) == nil && id > 1 ? .ended : .process(id) }
    // A process that hinders the reader keeps its thread, and must not get another one.
    let job = lastJob.withLock { last in
      if let last, last.result == nil { return Job<[String]>?.none }
      last = Job { chain.map { $0.isInterpreter ? $0.displayName(with: $0.readArguments()) : $0.name } }
      return last
    }
    job?.wait(atMost: timeout)
    return .programs(job?.result ?? chain.map(\.name))
  }

  /// Returns a process and its parents.
  ///
  /// - Parameter lookUp: Returns what is known of a process. `nil` if it has ended or is hidden.
  static func chain(from id: Int32, lookUp: (Int32) -> ProcessInformation?) -> [ProcessInformation] {
    guard let first = lookUp(id) else { return [] }
    var chain = [first]
    while chain.count < maximumCount, let child = chain.last, child.parent > 1, !agents.contains(child.name),
      let process = lookUp(child.parent), process.realUser == first.realUser,
      // A process with a parent's number that has started later is not the parent.
      process.startTime <= child.startTime, !managers.contains(process.name)
    {
      chain.append(process)
    }
    return chain
  }
}

extension ProcessInformation {
  /// The programs that run another one, which their first argument names. The first group has versions in its names.
  private static let interpreters = (
    prefixes: ["python", "perl", "lua"],
    names: ["sh", "bash", "dash", "zsh", "fish", "ruby", "node", "java"] as Set
  )

  fileprivate var isInterpreter: Bool {
    Self.interpreters.names.contains(name) || Self.interpreters.prefixes.contains(where: name.hasPrefix)
  }

  /// Returns the name of an interpreter, with that of the script in parentheses, if there is one.
  func displayName(with arguments: [String]) -> String {
    for word in arguments.dropFirst() {
      guard word.hasPrefix("-") else {
        return word.split(separator: "/").last.map { "\(name) (\($0))" } ?? name
      }
      // The next word is a command or a module.
      let isCommand = word.contains { $0 == "c" || $0 == "m" || $0 == "e" && !name.hasSuffix("sh") }
      if isCommand && !word.hasPrefix("--") || word == "-" { return name }
    }
    return name
  }
}
