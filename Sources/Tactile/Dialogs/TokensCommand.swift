import ArgumentParser
import Controls
import Glibc
import Motion
import Scene
import System
import Toolkit
import Windowing

/// `tactile tokens`: lets the user edit a list of tokens.
struct TokensCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tokens",
    abstract: "Asks for a list of tokens, such as email addresses, and prints it.",
    discussion: """
      Ctrl+Enter accepts the list, as the button OK does. Tokens that do not
      have the required form are marked, and the list is not accepted with
      them. Without --separator and --null, each token is printed on a line of
      its own.

      Exit status:
        0  The tokens were printed.
        1  The user cancelled, or the file of --tokens cannot be read. Nothing was
           printed.
      \(ExitStatus.dialogHelp)

      Examples:
        Ask for the recipients of a message:
          tactile tokens --kind email --min 1 --completions people.txt >to.txt
        Ask for numbers, and pass each of them to a program:
          tactile tokens --kind '[0-9]+' --null | xargs -0 -r -n 1 echo
      """)

  // A value may begin with a minus sign. A number that does causes an error that says so.
  @Option(
    parsing: .unconditional, help: ArgumentHelp("Initial tokens, one per line.", valueName: "FILE"),
    completion: .file())
  var tokens: String?

  @Option(
    parsing: .unconditional, help: ArgumentHelp("Completion entries, one per line.", valueName: "FILE"),
    completion: .file())
  var completions: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Tokens that are accepted: 'email', 'text' for any, or a POSIX extended regular expression.",
      valueName: "KIND"),
    transform: TokenKind.parse)
  var kind = TokenKind.text

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Text between the printed tokens instead of a line feed.", valueName: "TEXT"))
  var separator: String?

  @Flag(name: .customLong("null"), help: "Print a NUL after each token instead of a line feed.")
  var endsWithNull = false

  @Option(
    name: .customLong("min"), parsing: .unconditional,
    help: ArgumentHelp("Minimum number of tokens.", valueName: "N"))
  var minimum = 0

  @Option(
    name: .customLong("max"), parsing: .unconditional,
    help: ArgumentHelp("Maximum number of tokens.", valueName: "N"))
  var maximum: Int?

  @Option(help: DuplicatePolicy.help)
  var duplicates: DuplicatePolicy = .allow

  @OptionGroup var dialog: DialogOptions

  func validate() throws {
    if minimum < 0 || maximum.map({ $0 < max(1, minimum) }) == true {
      throw ValidationError("use '--min' of at least 0, and '--max' of at least 1 and '--min'.")
    }
    if separator != nil, endsWithNull {
      throw ValidationError("use either '--separator' or '--null'.")
    }
  }

  func run() throws {
    guard let texts = LineFile.tokens(at: tokens, orElse: []) else { throw ExitCode(ExitStatus.failure) }
    let session = try DialogSession(dialog.settings)
    try TokensDialog(self, texts, in: session).open()
    throw ExitCode(session.run())
  }

  /// Returns the output for some tokens.
  func output(of tokens: [String]) -> String {
    if endsWithNull { return tokens.map { "\($0)\0" }.joined() }
    return tokens.isEmpty ? "" : tokens.joined(separator: separator ?? "\n") + "\n"
  }
}

/// The values of `--kind`: the tokens that are accepted.
enum TokenKind: Sendable {
  case text, email
  case pattern(RegularExpression)

  static func parse(_ text: String) throws -> TokenKind {
    switch text {
    case "text": return .text
    case "email": return .email
    default:
      guard let expression = RegularExpression(text) else {
        throw ValidationError("use 'email', 'text', or a POSIX extended regular expression")
      }
      return .pattern(expression)
    }
  }

  /// Returns the problem of a token, or `nil` if it is accepted.
  func problem(of token: String, in strings: any ControlStrings) -> String? {
    // It would be several tokens for the program that reads the output.
    if token.unicodeScalars.contains(where: \.endsToken) { return strings.text(.lineBreak) }
    return switch self {
    case .text: nil
    case .email: EmailAddress.problem(of: token, in: strings)
    case .pattern(let expression): expression.matches(token) ? nil : strings.text(.wrongForm)
    }
  }
}

extension Unicode.Scalar {
  /// Whether the scalar is a mandatory line break (UAX #14, classes BK, CR, LF and NL) or NUL.
  fileprivate var endsToken: Bool {
    switch value {
    case 0, 0x0A...0x0D, 0x85, 0x2028, 0x2029: true
    default: false
    }
  }
}

/// A compiled regular expression that matches whole texts (`regex(3)`).
final class RegularExpression: Sendable {
  // Not changed after the initializer; `regexec` only reads it.
  nonisolated(unsafe) private var compiled = regex_t()
  /// Whether `compiled` has memory to free. After a failure it has an undefined value.
  nonisolated(unsafe) private var isCompiled = false

  init?(_ pattern: String) {
    // Alone, because parentheses in it could end the group.
    guard Self.compile(pattern, into: &compiled) else { return nil }
    regfree(&compiled)
    isCompiled = Self.compile("^(\(pattern))$", into: &compiled)
    guard isCompiled else { return nil }
  }

  /// Returns whether the pattern is valid. Ends the process if it needs too much memory.
  private static func compile(_ pattern: String, into compiled: inout regex_t) -> Bool {
    let status = regcomp(&compiled, pattern, REG_EXTENDED | REG_NOSUB)
    if status == Int32(_REG_ESPACE.rawValue) {
      ProcessMemory.endProcess(withoutMemoryFor: "the pattern of --kind")
    }
    return status == 0
  }

  deinit { if isCompiled { regfree(&compiled) } }

  func matches(_ text: String) -> Bool { regexec(&compiled, text, 0, nil, 0) == 0 }
}

/// The token field in a dialog.
private final class TokensDialog {
  private let command: TokensCommand
  private let session: DialogSession
  /// The action is an edit or, if `true`, Enter after a paste.
  private let controls: ControlGroup<Bool>
  private let field: Child<TokenField<TextTokenAdapter>>
  /// The reason why the list was not accepted.
  private let problem: Child<Label>
  private let suggestions: RecipientSuggestions?
  private var registration: EventRegistration?

  init(_ command: TokensCommand, _ texts: [String], in session: DialogSession) {
    (self.command, self.session) = (command, session)
    var configuration = TokenFieldConfiguration()
    configuration.duplicates = command.duplicates
    configuration.status = if case .email = command.kind { .recipientCount } else { .tokenCount }
    var field = TokenField(
      texts, validation: command.kind.problem, configuration: configuration, in: session.environment)
    suggestions = command.completions.map { RecipientSuggestions(completionsPath: $0) }
    field.completionSource = suggestions
    (field.name, field.isNamedByMessage) = (session.settings.text ?? session.text(.tokens), true)
    // New tokens follow the initial ones.
    field.selection = TextSelection(caret: field.count)
    controls = ControlGroup(.column(), in: session.environment)
    self.field = controls.add(field) { action in
      if case .entered = action { [true] } else { [false] }
    }
    problem = controls.add(Label("", style: \.caption, in: session.environment))
  }

  func open() throws(WindowingError) {
    let (content, window) = try session.open(
      title: session.text(.tokens), message: session.settings.text ?? "", showing: controls,
      buttons: [session.cancel, session.ok]
    ) { [self] action, now in
      // The event loop keeps the content, and so this dialog.
      switch action {
      case .answer(let answer): return answered(answer, at: now)
      case .controls(true): return answered(.accept, at: now)
      case .controls(false):
        show(nil, at: now)
        return []
      }
    }
    session.watchCaller()
    guard let suggestions, let wakeSource = try? WakeSource() else { return }
    content.onAppear = { suggestions.load(waking: wakeSource) }
    registration = session.application.watch(wakeSource) { [weak window] in
      window?.change { _ in suggestions.adoptLoadedCompletions() }
    }
  }

  private func answered(_ answer: DialogAnswer, at now: Instant) -> [Effect] {
    guard answer == .accept else {
      session.finish(ExitStatus.failure)
      return []
    }
    guard !field.control.waitsForPaste() else { return [] }
    let hasFailed = field.read { $0.hasFailed }
    // Text becomes a token when the field loses the focus.
    controls.focus(nil, at: now)
    let texts = field.read { $0.tokens.map(\.text) }
    if let reason = reason(against: texts, afterFailure: hasFailed) {
      show(reason, at: now)
      return [.bell, .announce(reason, isUrgent: true), .focus(0)]
    }
    session.finish(writing: command.output(of: texts))
    return []
  }

  /// Shows the reason why the list was not accepted, or that there is none.
  private func show(_ reason: String?, at now: Instant) {
    (problem.control.icon, field.control.listProblem) = (reason == nil ? nil : .unmet, reason)
    problem.control.setText(reason ?? "", at: now)
  }

  /// Returns the reason why a list is not accepted.
  private func reason(against texts: [String], afterFailure hasFailed: Bool) -> String? {
    if field.read({ $0.elements.contains { $0.token == nil } }) {
      return session.text(.unfinishedText)
    }
    // The field shows the problem of a marked token.
    let strings = session.environment.strings
    if texts.contains(where: { command.kind.problem(of: $0, in: strings) != nil }) {
      return session.text(.markedTokens)
    }
    // An empty list after a refused paste is not what the user meant.
    let minimum = hasFailed ? max(1, command.minimum) : command.minimum
    if texts.count < minimum { return session.text(.atLeast(minimum)) }
    if let maximum = command.maximum, texts.count > maximum { return session.text(.atMost(maximum)) }
    return nil
  }
}
