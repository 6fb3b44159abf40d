import System

/// The texts and options that a client sets for the next dialog, by `SET…` commands. `RESET` clears them.
///
/// All texts are untrusted. In labels, an underscore precedes the access key, and two underscores stand for one.
public struct PinentrySettings: Hashable, Sendable {
  public var title: String?
  public var description: String?
  /// The label of the field.
  public var prompt: String?
  /// The reason why the last answer was refused. Until the next dialog.
  public var error: String?
  public var okLabel: String?
  public var cancelLabel: String?
  /// The label of a third button, which refuses. `nil` if there is none.
  public var notOKLabel: String?
  /// The label of the second field, until the next passphrase. `nil` if there is only one field.
  public var repeatLabel: String?
  /// The message for different texts in the two fields, and for equal ones.
  public var repeatError: String?
  public var repeatSuccess: String?
  /// The label of the bar that shows the quality, until the next passphrase. `nil` if the client does not
  /// estimate the quality.
  public var qualityLabel: String?
  public var qualityTooltip: String?
  /// The label of the button that generates a passphrase. `nil` if there is none.
  public var generatorLabel: String?
  public var generatorTooltip: String?
  /// The id of the passphrase for a cache outside of the client, such as a keyring.
  public var keyInfo: String?
  /// The seconds after which a dialog without input is closed. 0 means never.
  public var timeout: Int

  init(timeout: Int) { self.timeout = timeout }
}

/// The options that a client sets by `OPTION`, which `RESET` keeps.
public struct PinentryOptions: Hashable, Sendable {
  /// Whether the dialog grabs the keyboard.
  public var grabsKeyboard = true
  /// The id of the window that the dialog belongs to.
  public var parentWindow: UInt?
  public var allowsExternalCache = false
  /// Whether the dialog shows the passphrase in groups of characters, and the hint about it.
  public var formatsPassphrase = false
  public var formatHint: String?
  /// Whether the client checks a new passphrase (`INQUIRE CHECKPIN`), and its hint about that.
  public var enforcesConstraints = false
  public var shortConstraintsHint: String?
  /// The translated labels, by the name of the option without "default-".
  public var defaultLabels: [String: String] = [:]
  /// The process on this machine for which the client asks. `nil` if it is unknown.
  public var ownerID: Int32?
  var display: String?
  /// The options about the terminal of the client, by name.
  private(set) var terminal: [String: String] = [:]

  /// The options for another pinentry on the terminal of the client.
  public var terminalArguments: [String] { terminal.flatMap { ["--\($0.key)", $0.value] } }

  /// Sets an option. An option that takes no value is unknown with one.
  ///
  /// - Returns: Whether the option is known.
  mutating func set(_ name: String, _ value: String) -> Bool {
    switch (name, value) {
    case ("grab", ""): grabsKeyboard = true
    case ("no-grab", ""): grabsKeyboard = false
    case ("allow-external-password-cache", ""): allowsExternalCache = true
    case ("formatted-passphrase", ""): formatsPassphrase = true
    case ("constraints-enforce", ""): enforcesConstraints = true
    // Emacs is not asked: the dialog is a window.
    case ("allow-emacs-prompt", ""): break
    default: return setValue(value, of: name)
    }
    return true
  }

  private mutating func setValue(_ value: String, of name: String) -> Bool {
    switch name {
    case "display": display = value
    case "ttyname", "ttytype", "lc-ctype", "lc-messages": terminal[name] = value
    case "parent-wid": parentWindow = UInt(windowID: value)
    case "owner": ownerID = Self.ownerID(value)
    case "formatted-passphrase-hint": formatHint = Self.decoded(value)
    case "constraints-hint-short": shortConstraintsHint = Self.decoded(value)
    // Of no use to a window: the file that a terminal program touches, its replacement for a bullet, and the authority
    // of the display, which is open already. The other texts about constraints come with the answer to the inquiry.
    case "touch-file", "invisible-char", "ttyalert", "xauthority", "debug-wait", "constraints-hint-long",
      "constraints-error-title":
      break
    default:
      guard name.hasPrefix("default-") else { return false }
      let key = String(name.dropFirst("default-".count))
      guard Self.labelNames.contains(key) else { return false }
      defaultLabels[key] = value
    }
    return true
  }

  private static let labelNames: Set = [
    "ok", "cancel", "yes", "no", "prompt", "pwmngr", "cf-visi", "tt-visi", "tt-hide", "capshint",
  ]

  /// Returns the process in `PID[/UID] HOST`, if it runs on this machine.
  private static func ownerID(_ value: String) -> Int32? {
    let parts = value.split(separator: " ")
    guard parts.count == 2, parts[1].utf8.elementsEqual(hostName ?? []) else { return nil }
    return Int32(parts[0].prefix { $0 != "/" }).flatMap { $0 > 0 ? $0 : nil }
  }

  private static func decoded(_ value: String) -> String { AssuanLine.text(decoding: value.utf8Span.span) }
}

extension UInt {
  /// Creates the id of a window from a decimal or hexadecimal text. `nil` for other texts and for 0, which is no
  /// window.
  package init?(windowID text: String) {
    let isHexadecimal = text.hasPrefix("0x") || text.hasPrefix("0X")
    let id = isHexadecimal ? UInt32(text.dropFirst(2), radix: 16) : UInt32(text)
    guard let id, id != 0 else { return nil }
    self.init(id)
  }
}
