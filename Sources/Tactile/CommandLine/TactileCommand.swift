import ArgumentParser
import Controls
import Scene
import Secrets
import Toolkit
import Windowing

/// The command line.
struct TactileCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tactile",
    abstract: "Shows a floating button, a password form and a token field in one window.",
    usage: """
      tactile [<options>]
      tactile <subcommand> [<options>]
      """,
    discussion: discussion,
    version: version,
    subcommands: [CheckCommand.self, VerifyCommand.self] + dialogCommands)

  /// The subcommands that show a window of their own.
  static let dialogCommands: [any ParsableCommand.Type] = [
    AskpassCommand.self, PinentryCommand.self, NewPasswordCommand.self, TokensCommand.self,
    ConfirmCommand.self, MessageCommand.self, AskPasswordAgentCommand.self, PolkitAgentCommand.self,
    ButtonCommand.self,
  ]

  @OptionGroup var button: ButtonArguments

  @Option(help: ArgumentHelp("Color scheme. 'system' follows the desktop setting.", valueName: "SCHEME"))
  var theme: ThemeOption = .system

  @OptionGroup var passwords: PolicyOptions

  @OptionGroup var storageOptions: StorageOptions

  // A value that begins with a minus sign is invalid, but not missing.
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Hide a revealed password after this many seconds of inactivity (1 to 86400), or "
        + "'never'.",
      valueName: "SECONDS"))
  var revealTimeout = TimeoutOption.reveal

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Clear a copied password from the clipboard after this many seconds (1 to 86400), or "
        + "'never'.",
      valueName: "SECONDS"))
  var clipboardTimeout = TimeoutOption.clipboard

  @Flag(help: "Grab the keyboard while a password field has the focus.")
  var grabKeyboard = false

  @Option(
    help: ArgumentHelp(
      """
      Kind of generated password that the form offers first: 'characters' or 'words', optionally with \
      a count: 'characters:8' to 'characters:128', 'words:3' to 'words:32'. Default: 'characters', with 20 \
      characters or 6 words.
      """,
      valueName: "KIND[:N]"),
    completion: .list(GenerateOption.kinds),
    transform: GenerateOption.parse)
  var generate: PasswordGenerator.Kind?

  @Option(
    parsing: .unconditional, help: ArgumentHelp("Initial tokens, one per line.", valueName: "FILE"),
    completion: .file())
  var tokens: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Completion entries for the token field, one per line, in addition to the entered tokens.",
      valueName: "FILE"),
    completion: .file())
  var completions: String?

  @Option(help: DuplicatePolicy.help)
  var duplicates: DuplicatePolicy = .allow

  @Option(
    help: ArgumentHelp(
      """
      Delimiters that turn text into a token: a comma-separated list of comma, semicolon, space, \
      enter, tab and focus-loss. Default: all but space.
      """,
      valueName: "LIST"),
    completion: .list(DelimiterOption.names),
    transform: DelimiterOption.parse)
  var delimiters: TokenDelimiters?

  @Option(
    help: ArgumentHelp(
      """
      Effect of Ctrl+Left and Ctrl+Right between tokens: move to the ends of the field, or past \
      one token.
      """,
      valueName: "DISTANCE"))
  var controlArrow: ControlArrowBehavior = .ends

  // A value may begin with a minus sign.
  @Option(parsing: .unconditional, help: ScaleOption.help, transform: ScaleOption.parse)
  var scale: Double?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      """
      Window size and position in logical pixels: WIDTHxHEIGHT, at least \(minimumSize), +X+Y, or both. A \
      negative offset is measured from the opposite screen edge.
      """,
      valueName: "WxH+X+Y"),
    transform: GeometryOption.parse)
  var geometry: WindowGeometry?

  @Flag(help: "Show changes without animation.")
  var reduceMotion = false

  /// The minimum window size as text: "480x420".
  private static let minimumSize =
    "\(Int(Theme.Window.minimumSize.width))x\(Int(Theme.Window.minimumSize.height))"

  /// Opens the window.
  func run() throws { throw ExitCode(try MainWindow.run(try options)) }

  /// The options of the window, including the policy that is read from its file.
  var options: WindowOptions {
    get throws {
      var tokenField = TokenFieldConfiguration()
      (tokenField.duplicates, tokenField.controlArrow) = (duplicates, controlArrow)
      tokenField.delimiters = delimiters ?? .standard
      return WindowOptions(
        button: button.options,
        preferences: AppearancePreferences(
          colorScheme: theme.colorScheme, reducesMotion: reduceMotion ? true : nil),
        policy: try passwords.passwordPolicy(), revealTimeout: revealTimeout.timeout,
        clipboardTimeout: clipboardTimeout.timeout, grabsKeyboard: grabKeyboard, generate: generate,
        storage: storageOptions.storage, tokensPath: tokens, completionsPath: completions,
        tokenField: tokenField, scale: scale, geometry: geometry)
    }
  }

  /// Parses the arguments of the program.
  ///
  /// A subcommand is parsed alone: creating the parser of all commands takes longer than showing a dialog, and
  /// that parser accepts the options of the window for each subcommand.
  static func command(_ arguments: [String]) throws -> any ParsableCommand {
    let names = configuration.subcommands.map { $0.configuration.commandName }
    guard let index = names.firstIndex(of: arguments.first) else {
      let command = try parseAsRoot(arguments)
      guard let index = configuration.subcommands.firstIndex(where: { $0 == type(of: command) }),
        let name = names[index]
      else { return command }
      throw ValidationError("Write the options of '\(name)' after it: 'tactile \(name) [<options>]'.")
    }
    do {
      return try configuration.subcommands[index].parse(Array(arguments.dropFirst()))
    } catch {
      // The complete parser returns a command that prints the help, and throws the version.
      switch Result(catching: { try parseAsRoot(arguments) }) {
      case .success(let help) where type(of: help) != configuration.subcommands[index]: return help
      case .failure(let version) where exitCode(for: version).isSuccess: throw version
      default: throw error
      }
    }
  }
}

/// The options of the floating button.
struct ButtonArguments: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Where the button snaps when it is released. Default: edges, or none for a ball.",
      valueName: "MODE"))
  var snap: SnapMode?

  @Option(
    help: ArgumentHelp(
      """
      Shape of the floating control. 'ball' implies '--drag immediate', '--snap none' and \
      '--dim idle'.
      """,
      valueName: "SHAPE"))
  var shape: FloatingButton.Shape = .button

  @Option(
    help: ArgumentHelp(
      "How a drag starts. Default: long-press, or immediate for a ball.", valueName: "MODE"))
  var drag: FloatingButton.DragMode?

  @Option(
    help: ArgumentHelp(
      "When the button dims. Default: never, or idle for a ball.",
      valueName: "WHEN"))
  var dim: DimOption?

  @Option(
    help: ArgumentHelp("Action on tap: toggle the color, or open the action panel.", valueName: "ACTION"))
  var tap: FloatingButton.TapMode = .toggle

  @Flag(help: "Ring the display's bell when a drag starts.")
  var bell = false

  var options: ButtonOptions {
    ButtonOptions(
      shape: shape, snap: snap, drag: drag, tap: tap, dims: dim.map { $0 == .idle }, ringsBell: bell)
  }
}

extension TactileCommand {
  /// The text below the abstract, in ASCII only.
  ///
  /// `./run.sh manual` makes a section of the manual page of each part with a title. Two spaces
  /// precede each term of these parts, and at least two follow it.
  static let discussion = """
    Without a subcommand, opens the window. Each subcommand has a manual page,
    for example tactile-check(1).

    Environment:
      DISPLAY, XAUTHORITY  The X display.
      TACTILE_SCALE        Device pixels per logical pixel without --scale.
      TACTILE_NO_PRESENT   If set, frame timing does not use the Present extension.
      TACTILE_FRAME_LOG    File to which the timing of each frame is written.
      NO_AT_BRIDGE         If 1, screen readers do not see the program.
      AT_SPI_BUS_ADDRESS   Address of the accessibility bus.

    Files:
      ~/.local/share/tactile/  The password hash (in XDG_DATA_HOME if set).
      ~/.local/state/tactile/  The button's position, and entered tokens for
                               completion (in XDG_STATE_HOME if set).
      ~/.cache/tactile/        The chosen fonts (in XDG_CACHE_HOME if set).
      /usr/share/doc/tactile/Manual.md  The complete manual, with the keys and the
                               format of policy files. That of ./run.sh install
                               is in ~/.local/share/doc/tactile.

    Exit status:
      0  The window was closed, or the help or version was printed.
      1  An error; a message on standard error describes it.
      2  A usage error: an invalid option, policy file or blocklist.
    \(ExitStatus.windowHelp)
    """
}

/// The version of the program.
///
/// Before 1.0, the second number increases with every change that breaks clients of the libraries,
/// and the third number with every other change. From 1.0 on, it follows Semantic Versioning.
let version = "0.2.0"
