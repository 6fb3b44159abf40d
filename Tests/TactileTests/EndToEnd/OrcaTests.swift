import Glibc
import ScreenDriver
import TestSupport
import Testing

extension `Tactile program` {
  @Suite struct `Screen reader Orca` {
    @Test(.onlyInAll("rare client"), .needs(.orca), .timeLimit(.minutes(5)))
    func `row 66: says the reviewed words in the window and in each dialog`() throws {
      var orca = try Orca()
      var script = try OrcaScript(version: orca.version)
      try orca.dialogs.writeSubjects()
      for section in script.sections.indices {
        let arguments = script.sections[section].arguments
        let program = try orca.start(script.sections[section])
        let dialog = try orca.dialog(of: script.sections[section])
        for step in script.sections[section].steps.indices {
          let (key, expected) = script.sections[section].steps[step]
          try script.press(key, in: dialog)
          // The words after the previous program are those of the step that opens the next one.
          let words = try orca.words(like: expected, isFirst: key == OrcaScript.opening)
          if OrcaScript.isRecording {
            script.sections[section].steps[step].words = words
          } else {
            // Announcements without a pause between them are one.
            let (said, awaited) = (words.joined(separator: ". "), expected.joined(separator: ". "))
            #expect(said == awaited, "\(key) in \(arguments)")
          }
        }
        withExtendedLifetime(program) {}
      }
      if OrcaScript.isRecording { try script.write() }
    }
  }
}

/// Keys, and the words that Orca says after each, in a file.
private struct OrcaScript {
  struct Section {
    var heading: Substring
    /// A path that begins with "./" is in the directory of the fixture. The agent of polkit has the cookie and the message of
    /// a question instead.
    var arguments: [String]
    /// The lines that the program reads.
    var lines: [String]
    var variables: [String: String]
    var steps: [(key: String, words: [String])]
  }

  /// Whether the test writes the words to the file instead of comparing them.
  static let isRecording = getenv("TACTILE_ORCA_RECORD") != nil
  /// The key of the step in which a window opens.
  static let opening = "opens"

  private let path: String
  private let introduction: Substring
  var sections: [Section]

  init(version: String) throws {
    path = "\(repositoryRoot)/Tests/TactileTests/Orca/Words-\(version).txt"
    let parts = try contents(ofFile: path).split(separator: "\n# tactile")
    introduction = try #require(parts.first)
    sections = parts.dropFirst().map { part in
      let lines = part.split(separator: "\n", omittingEmptySubsequences: false)
      let words = lines[0].split(separator: "|").map(String.init)
      let variables = words.filter { $0.hasPrefix("$") }.map { $0.dropFirst().split(separator: "=") }
      return Section(
        heading: lines[0], arguments: words.filter { !$0.hasPrefix("<") && !$0.hasPrefix("$") },
        lines: words.filter { $0.hasPrefix("<") }.map { String($0.dropFirst()) },
        variables: Dictionary(
          variables.map { (String($0[0]), String($0[1])) }, uniquingKeysWith: { $1 }),
        steps: lines.dropFirst().filter { !$0.isEmpty }.map { line in
          let parts = line.split(separator: " → ")
          return (String(parts[0]), parts.dropFirst().flatMap { $0.split(separator: " / ").map(String.init) })
        })
    }
  }

  func write() throws {
    let text = sections.map { section in
      "\n# tactile\(section.heading)\n"
        + section.steps.map { "\($0.key) → \($0.words.joined(separator: " / "))\n" }.joined()
    }
    try ScreenDriver.write("\(introduction)\(text.joined())", toFile: path)
  }

  func press(_ key: String, in dialog: OpenDialog) throws {
    guard key != Self.opening else { return }
    let parts = key.split(separator: "+").map(String.init)
    let modifiers: [String: InputSimulator.ModifierKey] = ["Shift": .shift, "Ctrl": .control, "Alt": .alt]
    let last = try #require(parts.last)
    if last.count == 1, parts.count == 1 {
      try dialog.input.type(last)
    } else {
      try dialog.input.tap(last, with: parts.dropLast().compactMap { modifiers[$0] })
    }
  }
}

/// A running screen reader that writes to a file instead of speaking, with the services that it needs.
///
/// With `TACTILE_ORCA_ROOT`, it and the services run in this root directory, which has another version.
private struct Orca: ~Copyable {
  /// The display, and a fake polkit.
  private let polkit: FakePolkit
  /// The variables of a program that the screen reader finds.
  private let variables: [String: String]
  let version: String
  private let spoken: String
  /// The number of lines that were read: the version, and that the screen reader is on.
  private var position = 2
  // Destroyed in this order.
  private let orca: ChildProcess
  private let launcher: ChildProcess
  private let bus: IsolatedSessionBus

  init() throws {
    let polkit = try FakePolkit()
    let bus = try IsolatedSessionBus()
    let (directory, runtime) = (polkit.dialogs.path, "\(polkit.dialogs.path)/run")
    let words = "\(directory)/spoken"
    mkdir(runtime, 0o700)
    let variables = ["DBUS_SESSION_BUS_ADDRESS": bus.address, "XDG_RUNTIME_DIR": runtime]
    let environment = polkit.dialogs.environment.merging(variables) { $1 }.merging([
      "GSETTINGS_BACKEND": "memory"
    ]) { $1 }
    let root = getenv("TACTILE_ORCA_ROOT").map { ["chroot", String(cString: $0)] } ?? []
    func start(_ command: [String], log: String) throws -> ChildProcess {
      let command = root + command
      return try ChildProcess(
        command[0], Array(command.dropFirst()), environment: environment,
        redirections: [.discard(0), .discard(1), .file("\(directory)/\(log)", as: 2)])
    }
    let launcher = try start(
      ["/usr/libexec/at-spi-bus-launcher", "--launch-immediately"], log: "launcher")
    // The repository is not in the root directory.
    let program = try contents(ofFile: "\(repositoryRoot)/Tests/TactileTests/Orca/spoken.py")
    try write(program, toFile: "\(directory)/spoken.py")
    let orca = try start(["/usr/bin/python3", "\(directory)/spoken.py", words], log: "orca")
    let version = try Deadline(after: .defaultTimeout).poll(for: "the start of Orca") {
      let lines = Self.lines(of: words)
      return lines.count > 1 ? lines[0] : nil
    }
    // At the end, because an initializer that throws destroys no part of a noncopyable value.
    (self.variables, self.version, spoken) = (variables, version, words)
    self.polkit = polkit
    self.bus = bus
    self.launcher = launcher
    self.orca = orca
  }

  var dialogs: DialogFixture { _read { yield polkit.dialogs } }

  /// Starts the program of a section.
  func start(_ section: OrcaScript.Section) throws -> DialogClient {
    let (variables, arguments) = (variables.merging(section.variables) { $1 }, section.arguments)
    if arguments.first == "polkit-agent" {
      let agent = try polkit.startAgent(with: variables)
      // The words contain the name of the user.
      try polkit.begin(arguments[1], message: arguments[2], users: [0])
      return agent
    }
    let path = dialogs.path
    let program = try dialogs.startProgram(
      arguments.map { $0.hasPrefix("./") ? path + $0.dropFirst() : $0 }, with: variables)
    for line in section.lines { program.send(line + "\n") }
    return program
  }

  /// Waits for the dialog of a section, and for the question of polkit's helper in it.
  func dialog(of section: OrcaScript.Section) throws -> OpenDialog {
    let isPolkit = section.arguments.first == "polkit-agent"
    return try isPolkit ? polkit.dialog(asking: section.arguments[1]) : dialogs.dialog()
  }

  private static func lines(of path: String) -> [String] {
    let text = (try? contents(ofFile: path)) ?? ""
    // The last part is empty, or a line that is being written.
    return text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map { line in
      // The programs that ask are those that have started the tests.
      let origin = "Not verified: asked by"
      let parts = line.split(separator: origin, maxSplits: 1, omittingEmptySubsequences: false)
      return parts.count > 1 ? "\(parts[0])\(origin)" : String(line)
    }
  }

  /// Returns the words since the last call, after they have become those that are expected, or cannot any more.
  ///
  /// - Parameter isFirst: Whether words before those that are expected are ignored.
  mutating func words(like expected: [String], isFirst: Bool) throws -> [String] {
    let (path, position) = (spoken, position)
    var (words, quiet): ([String], Deadline) = ([], Deadline(after: .milliseconds(2000)))
    let deadline = Deadline(after: .defaultTimeout)
    while !deadline.hasPassed {
      let all = Array(Self.lines(of: path).dropFirst(position))
      if OrcaScript.isRecording {
        if all.count > words.count { quiet = Deadline(after: .milliseconds(2000)) }
        if quiet.hasPassed { break }
      }
      words = all
      let (said, awaited) = (words.joined(separator: ". ").count, expected.joined(separator: ". ").count)
      let isHeard = isFirst ? words.suffix(expected.count) == expected[...] : said >= awaited
      if isHeard, !OrcaScript.isRecording { break }
      Deadline(after: .milliseconds(10)).wait()
    }
    self.position += words.count
    return isFirst && !OrcaScript.isRecording ? words.suffix(expected.count) : words
  }
}
