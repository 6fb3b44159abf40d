import ArgumentParser
import Controls
import Secrets
import X11Shell

/// The command line.
struct TactileCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tactile",
    abstract: "A floating button, a password form and a token field, in one window.",
    usage: """
      tactile [<options>]
      tactile check|verify|help
      """,
    discussion: "Without a command, it opens the window.",
    version: version,
    subcommands: [CheckCommand.self, VerifyCommand.self])

  @Option(help: "Where the button rests when it is let go.")
  var snap: SnapMode?

  @Option(help: "What floats: a button, or a ball that is dragged at once and dims.")
  var shape: FloatingButton.Shape = .button

  @Option(help: "How a drag begins.")
  var drag: FloatingButton.DragMode?

  @Option(help: "Whether the button fades while it is left alone.")
  var dim: DimChoice?

  @Option(help: "What a tap does: change the colour, or open a panel of actions.")
  var tap: FloatingButton.TapMode = .toggle

  @Flag(help: "Ring the display's bell when a drag begins.")
  var bell = false

  @Option(help: "Light or dark; system is the desktop's choice, and follows it.")
  var theme: ThemeChoice = .system

  @OptionGroup var passwords: PolicyOptions

  @OptionGroup var storage: StorageOptions

  @Option(
    help: ArgumentHelp(
      "After how many seconds in which nothing is done a revealed password is hidden, 1 to 86400, or "
        + "never.",
      valueName: "SECONDS"))
  var revealTime = TimeChoice.reveal

  @Option(
    help: ArgumentHelp(
      "After how many seconds a copied password is taken back from the clipboard, 1 to 86400, or "
        + "never.",
      valueName: "SECONDS"))
  var clipboardTime = TimeChoice.clipboard

  @Flag(help: "Take the keyboard from all other programs while a password is typed.")
  var grab = false

  @Option(
    help: ArgumentHelp(
      "What passwords are made of by chance: characters or words; how many after a colon, as in "
        + "words:7.",
      valueName: "KIND[:N]"),
    transform: GenerateChoice.parse)
  var generate: PasswordGenerator.Kind?

  @Option(
    help: ArgumentHelp("What is in the token field at first, one a line.", valueName: "FILE"))
  var tokens: String?

  @Option(
    help: ArgumentHelp("What the token field suggests, one a line.", valueName: "FILE"))
  var completions: String?

  @Option(help: "What becomes of a token that is there already.")
  var duplicates: DuplicatePolicy = .allow

  @Option(
    help: ArgumentHelp(
      "What makes a token of text, of comma, semicolon, space, enter, tab and leaving.",
      valueName: "LIST"),
    transform: DelimiterChoice.parse)
  var delimiters: TokenDelimiters?

  @Option(help: "Where Control with an arrow key leads between tokens: to an end, or past one.")
  var keys: KeyChoice = .seed

  // A value that begins with a minus sign is none of the options.
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Device pixels to one logical pixel, 0.5 to 8; otherwise TACTILE_SCALE, or the desktop's.",
      valueName: "N"),
    transform: ScaleChoice.parse)
  var scale: Double?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Size and place of the window: WIDTHxHEIGHT, +X+Y, or both. Offsets that begin with - count "
        + "from the screen's far edge.",
      valueName: "WxH+X+Y"),
    transform: GeometryChoice.parse)
  var geometry: WindowGeometry?

  @Flag(help: "Put things where they go at once instead of moving them.")
  var reduceMotion = false

  // For session managers, which have the command from the program itself.
  @Option(
    name: .customLong("sm-client-id"), parsing: .unconditional,
    help: ArgumentHelp("The program's id in the session.", valueName: "ID", visibility: .hidden))
  var sessionID: String?
}

extension TactileCommand {
  /// Opens the window.
  func run() throws { throw ExitCode(Program.run(try options)) }

  /// What is asked for.
  var options: WindowOptions {
    get throws {
      var options = options(judging: try passwords.passwordPolicy())
      options.storage = storage.choice
      return options
    }
  }

  /// Complains where something is asked of the window by whoever asks for something else.
  ///
  /// A command's options are looked for before the command itself is.
  func refuseOptions(of command: String) throws {
    guard options(judging: .default) != WindowOptions() else { return }
    throw ValidationError("'\(command)' opens no window, and takes none of its options.")
  }

  private func options(judging policy: PasswordPolicy) -> WindowOptions {
    WindowOptions(
      button: ButtonOptions(
        shape: shape, snap: snap, drag: drag, tap: tap, dims: dim.map { $0 == .idle },
        ringsBell: bell),
      wishes: Wishes(colorScheme: theme.colorScheme, reducesMotion: reduceMotion ? true : nil),
      policy: policy, revealTime: revealTime.time, clipboardTime: clipboardTime.time,
      grabsKeyboard: grab, generate: generate,
      tokens: tokenOptions, scale: scale, geometry: geometry, sessionID: sessionID)
  }

  private var tokenOptions: TokenOptions {
    var configuration = TokenFieldConfiguration()
    configuration.duplicates = duplicates
    configuration.delimiters = delimiters ?? .standard
    configuration.controlArrow = keys.controlArrow
    return TokenOptions(
      path: tokens, completionsPath: completions, configuration: configuration)
  }
}
