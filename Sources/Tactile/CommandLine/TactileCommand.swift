import ArgumentParser
import Controls
import Secrets
import X11Shell

/// The command line.
struct TactileCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tactile",
    abstract: "Shows a floating button, a password form and a token field in one window.",
    usage: """
      tactile [<options>]
      tactile check|verify|help
      """,
    discussion: discussion,
    version: version,
    subcommands: [CheckCommand.self, VerifyCommand.self])

  @Option(help: "Where the button snaps when it is released.")
  var snap: SnapMode?

  @Option(
    help: """
      Shape of the floating control. 'ball' implies '--drag immediate', '--snap none' and \
      '--dim idle'.
      """)
  var shape: FloatingButton.Shape = .button

  @Option(help: "How a drag starts: after a long press, or immediately.")
  var drag: FloatingButton.DragMode?

  @Option(help: "Whether the button dims when it is not used.")
  var dim: DimOption?

  @Option(help: "Action on tap: toggle the color, or open the action panel.")
  var tap: FloatingButton.TapMode = .toggle

  @Flag(help: "Ring the display's bell when a drag starts.")
  var bell = false

  @Option(help: "Color scheme. 'system' follows the desktop setting.")
  var theme: ThemeOption = .system

  @OptionGroup var passwords: PolicyOptions

  @OptionGroup var storage: StorageOptions

  @Option(
    help: ArgumentHelp(
      "Hide a revealed password after this many seconds of inactivity (1 to 86400), or "
        + "'never'.",
      valueName: "SECONDS"))
  var revealTimeout = TimeoutOption.reveal

  @Option(
    help: ArgumentHelp(
      "Clear a copied password from the clipboard after this many seconds (1 to 86400), or "
        + "'never'.",
      valueName: "SECONDS"))
  var clipboardTimeout = TimeoutOption.clipboard

  @Flag(help: "Grab the keyboard while a password field has the focus.")
  var grabKeyboard = false

  @Option(
    help: ArgumentHelp(
      "Default for generated passwords: 'characters' or 'words', optionally with a count, for "
        + "example 'words:7'.",
      valueName: "KIND[:N]"),
    transform: GenerateOption.parse)
  var generate: PasswordGenerator.Kind?

  @Option(
    help: ArgumentHelp("Initial tokens, one per line.", valueName: "FILE"), completion: .file())
  var tokens: String?

  @Option(
    help: ArgumentHelp(
      "Completion entries for the token field, one per line.", valueName: "FILE"),
    completion: .file())
  var completions: String?

  @Option(
    help: "How to handle a duplicate token: allow it, refuse it, or move the existing one.")
  var duplicates: DuplicatePolicy = .allow

  @Option(
    help: ArgumentHelp(
      """
      Delimiters that turn text into a token: a comma-separated list of comma, semicolon, space, \
      enter, tab and focus-loss.
      """,
      valueName: "LIST"),
    transform: DelimiterOption.parse)
  var delimiters: TokenDelimiters?

  @Option(
    help: """
      Effect of Ctrl+Left and Ctrl+Right between tokens: move to the ends of the field, or past \
      one token.
      """)
  var controlArrow: ControlArrowOption = .ends

  // A value may begin with a minus sign.
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Device pixels per logical pixel (0.5 to 8). Default: TACTILE_SCALE, then the desktop scale.",
      valueName: "N"),
    transform: ScaleOption.parse)
  var scale: Double?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Window size and position: WIDTHxHEIGHT, +X+Y, or both. A negative offset is measured from "
        + "the opposite screen edge.",
      valueName: "WxH+X+Y"),
    transform: GeometryOption.parse)
  var geometry: WindowGeometry?

  @Flag(help: "Show changes without animation.")
  var reduceMotion = false

  // For session managers, which restart the program with the command that it has registered.
  @Option(
    name: .customLong("sm-client-id"), parsing: .unconditional,
    help: ArgumentHelp("Session manager client ID.", valueName: "ID", visibility: .hidden))
  var sessionID: String?

  @OptionGroup(visibility: .hidden) var deprecated: DeprecatedOptions
}

extension TactileCommand {
  /// Opens the window.
  func run() throws { throw ExitCode(Application.run(try options)) }

  /// The options of the window, including the policy that is read from its file.
  var options: WindowOptions {
    get throws {
      var options = options(policy: try passwords.passwordPolicy())
      options.storage = storage.choice
      return options
    }
  }

  /// Throws a `ValidationError` if window options are given to a subcommand.
  ///
  /// The parser accepts these options because it parses them before it finds the subcommand.
  func rejectWindowOptions(of command: String) throws {
    guard options(policy: .default) != WindowOptions() else { return }
    throw ValidationError(
      """
      '\(command)' does not accept window options. Remove them or run 'tactile' without a \
      subcommand.
      """)
  }

  private func options(policy: PasswordPolicy) -> WindowOptions {
    WindowOptions(
      button: ButtonOptions(
        shape: shape, snap: snap, drag: drag, tap: tap, dims: dim.map { $0 == .idle },
        ringsBell: bell),
      preferences: AppearancePreferences(
        colorScheme: theme.colorScheme, reducesMotion: reduceMotion ? true : nil),
      policy: policy,
      revealTimeout: (deprecated.revealTime ?? revealTimeout).timeout,
      clipboardTimeout: (deprecated.clipboardTime ?? clipboardTimeout).timeout,
      grabsKeyboard: grabKeyboard || deprecated.grab, generate: generate,
      tokens: tokenFieldOptions, scale: scale, geometry: geometry, sessionID: sessionID)
  }

  private var tokenFieldOptions: TokenOptions {
    var configuration = TokenFieldConfiguration()
    configuration.duplicates = duplicates
    configuration.delimiters = delimiters ?? .standard
    configuration.controlArrow = (deprecated.keys ?? controlArrow).controlArrow
    return TokenOptions(
      path: tokens, completionsPath: completions, configuration: configuration)
  }
}
