public import System

/// The programs from which a question comes, as far as the system knows.
///
/// It proves nothing: a program of the user can have any name, and can start any other program. It helps the user to notice
/// a question of which they are not the cause.
public struct Requester: Hashable, Sendable {
  /// The knowledge of the system about the program that asks.
  public enum Identity: Hashable, Sendable {
    case known
    /// The system hides the process.
    case process(Int32)
    case ended
    /// The question names no process.
    case unknown
  }

  /// The maximum number of programs that ask.
  private static let maximumCount = 4
  /// The maximum number of further programs that are counted.
  public static let maximumOmittedCount = 28
  /// The programs that ask for others, which they have not started, and systemd, which adopts the programs whose parents
  /// have ended, as process 1 does. Any program can have such a name, so a name removes no program.
  private static let agents: Set = ["ssh-agent", "gpg-agent", "systemd"]

  public let identity: Identity
  /// The program that acts for the one that asks, if the system knows it. Then the one that asks, the one that has started
  /// it, and so on: at most four.
  public private(set) var programs: [Program]
  /// The number of further programs that have led to the last one.
  public let omittedCount: Int

  public init(_ identity: Identity, _ programs: [Program] = [], omittedCount: Int = 0) {
    (self.identity, self.programs, self.omittedCount) = (identity, programs, omittedCount)
  }

  /// Reads the names of a process and of its parents.
  ///
  /// - Parameter performer: The process that acts for the other one, such as pkexec, or claims to ask for it.
  public init(of id: Int32, performer: Int32? = nil) {
    let chain = Self.chain(from: id, lookUp: ProcessInformation.init(of:))
    let performer = performer.flatMap { $0 == id ? nil : ProcessInformation(of: $0) }
    self.init(
      chain.isEmpty ? id < 1 ? .unknown : ProcessEnd.hasOccurred(of: id) ? .ended : .process(id) : .known,
      [performer].compactMap(\.self).map { Program($0, asks: false) }
        + chain.prefix(Self.maximumCount).map { Program($0) },
      omittedCount: max(0, chain.count - Self.maximumCount))
  }

  /// Whether the program seems to ask for another one, which is unknown.
  public var isAgent: Bool {
    programs.first(where: \.asks).map { $0.process.id == 1 || Self.agents.contains($0.name) } == true
  }

  /// Returns a process and its parents, which it counts up to a limit.
  ///
  /// - Parameter lookUp: Returns what is known of a process. `nil` if it has ended or is hidden.
  static func chain(from id: Int32, lookUp: (Int32) -> ProcessInformation?) -> [ProcessInformation] {
    guard id > 0, let first = lookUp(id) else { return [] }
    var chain = [first]
    while chain.count < maximumCount + maximumOmittedCount, let child = chain.last, child.parent > 1,
      let process = lookUp(child.parent), process.realUser == first.realUser,
      // A process with a parent's number that has started later is not the parent.
      process.startTime <= child.startTime
    {
      chain.append(process)
    }
    return chain
  }

  /// The processes whose commands are not known.
  public var unread: [ProcessInformation] { programs.filter(\.user.isEmpty).map(\.process) }

  /// Adds the name of the user of a process, and its name and command when they were read: it may have executed another
  /// program since.
  public mutating func describe(_ process: ProcessInformation, as current: ProcessInformation, user: String) {
    for index in programs.indices where programs[index].process == process {
      (programs[index].process, programs[index].user) = (current, user)
    }
  }

  /// A program that asks, or acts for one that asks.
  public struct Program: Hashable, Sendable {
    /// The process, with the words of its command when they are read.
    public fileprivate(set) var process: ProcessInformation
    public let asks: Bool
    /// The name of its user. Empty until the command is read.
    public fileprivate(set) var user = ""

    public init(_ process: ProcessInformation, asks: Bool = true) {
      (self.process, self.asks) = (process, asks)
    }

    /// The interpreters, which run another program that their first argument names. The first group has versions in its
    /// names.
    private static let interpreters = (
      prefixes: ["python", "perl", "lua"],
      names: ["sh", "bash", "dash", "zsh", "fish", "ruby", "node", "java"] as Set
    )

    /// The name: for an interpreter with that of its script in parentheses on the same line, if there is one.
    public var name: String {
      let name = process.name
      guard
        Self.interpreters.names.contains(name) || Self.interpreters.prefixes.contains(where: name.hasPrefix)
      else { return name }
      for word in process.words.dropFirst() {
        guard word.hasPrefix("-") else {
          return word.split(separator: "/").last.map { "\(name)\u{A0}(\($0))" } ?? name
        }
        // The next word is a command or a module.
        let isCommand = word.contains { $0 == "c" || $0 == "m" || $0 == "e" && !name.hasSuffix("sh") }
        if isCommand && !word.hasPrefix("--") || word == "-" { return name }
      }
      return name
    }
  }
}
