import ArgumentParser
import Prompts
import System
import Toolkit

/// The settings that all dialogs have.
struct DialogSettings: Sendable {
  var title: String?
  var text: String?
  var theme = ThemeOption.system
  var scale: Double?
  /// The time without an answer after which the dialog is closed. `nil` means never.
  var timeout: Duration?
  /// Whether the dialog grabs the keyboard. `nil` for the default of the command.
  var grabsKeyboard: Bool?
  /// The id of the window for which the dialog is modal.
  var parent: UInt?
  /// The name of the display. `nil` for the environment variable `DISPLAY`.
  var display: String?

  /// The default settings, with the parent that a terminal emulator sets in the environment.
  init() { parent = environmentVariable("WINDOWID").flatMap(UInt.init(windowID:)) }

  var preferences: AppearancePreferences { AppearancePreferences(colorScheme: theme.colorScheme) }
}

/// A text that is not the value of an option.
struct TextArguments: ParsableArguments {
  @Argument(
    parsing: .allUnrecognized,
    help: ArgumentHelp("The text. Several words are joined by blanks.", valueName: "TEXT"))
  var words: [String] = []

  /// A text may begin with a hyphen, but a misspelled option must not become one.
  func validate() throws {
    let option = words.prefix { $0 != "--" }.first { word in
      word.hasPrefix("--") && word.prefix { $0 != "=" }.allSatisfy { !$0.isWhitespace }
    }
    guard let option else { return }
    throw ValidationError("Unknown option '\(option)'; write a text that begins with two hyphens after '--'.")
  }

  /// The words after each other. `nil` if there are none.
  var text: String? {
    var words = words
    if let terminator = words.firstIndex(of: "--") { words.remove(at: terminator) }
    return words.isEmpty ? nil : words.joined(separator: " ")
  }
}

/// Whether a dialog grabs the keyboard.
enum KeyboardGrabFlag: EnumerableFlag {
  case grab, noGrab

  static func help(for flag: KeyboardGrabFlag) -> ArgumentHelp? {
    flag == .grab
      ? "Grab the keyboard. Default of askpass, ask-password-agent and polkit-agent, unless a screen reader runs."
      : "Do not grab the keyboard. Default of confirm, message, new-password and tokens."
  }
}

/// The options that all dialogs have.
struct PromptOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Color scheme. 'system' follows the desktop setting.", valueName: "SCHEME"))
  var theme: ThemeOption = .system

  @Option(parsing: .unconditional, help: ScaleOption.help, transform: ScaleOption.parse)
  var scale: Double?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      """
      Close the dialog if it is not answered within this many seconds (1 to 86400). Agents continue; other commands \
      have exit status 5.
      """,
      valueName: "SECONDS"))
  var timeout: TimeoutOption?

  @Flag(exclusivity: .chooseLast)
  var grab: KeyboardGrabFlag?

  var settings: DialogSettings {
    var settings = DialogSettings()
    (settings.theme, settings.scale) = (theme, scale)
    (settings.timeout, settings.grabsKeyboard) = (timeout?.timeout, grab.map { $0 == .grab })
    return settings
  }
}

/// The options of dialogs with a text and a parent that the caller chooses.
struct DialogOptions: ParsableArguments {
  // A value may begin with a minus sign.
  @Option(parsing: .unconditional, help: ArgumentHelp("Title of the window.", valueName: "TEXT"))
  var title: String?

  @Option(parsing: .unconditional, help: ArgumentHelp("Text above the controls.", valueName: "TEXT"))
  var text: String?

  @OptionGroup var prompt: PromptOptions

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Window for which the dialog is modal, as a decimal or hexadecimal id. Default: WINDOWID.",
      valueName: "WINDOWID"),
    transform: Self.parseWindow)
  var parent: UInt?

  var settings: DialogSettings {
    var settings = prompt.settings
    (settings.title, settings.text) = (title, text)
    if let parent { settings.parent = parent }
    return settings
  }

  /// Parses the id of a window.
  static func parseWindow(_ text: String) throws -> UInt {
    if let id = UInt(windowID: text) { return id }
    throw ValidationError("use the id of a window, for example 33554435 or 0x2000003")
  }
}
