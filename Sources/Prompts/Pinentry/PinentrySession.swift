import Glibc
public import Secrets

/// A conversation with a client of pinentry, such as gpg-agent, without input, output and windows.
///
/// The owner passes each line of the client to `receive(_:)` and performs the returned steps in order. While
/// `acceptsInput` is false, a dialog is open, and the next line has to wait for its result.
///
/// The commands and their replies are those of [GnuPG's pinentry][1], which has no specification beside its
/// code; `Tests/PromptsTests` has transcripts of both.
///
/// [1]: https://git.gnupg.org/cgi-bin/gitweb.cgi?p=pinentry.git;a=blob;f=pinentry/pinentry.c
public final class PinentrySession {
  /// An action of the owner.
  public enum Step: Hashable, Sendable {
    /// Writes bytes.
    case write([UInt8])
    /// Writes the passphrase of the dialog as the data of the reply.
    case writePassphrase
    /// Writes an inquiry with the passphrase of the dialog as its argument.
    case writeInquiry(Inquiry)
    case showPassphraseDialog
    /// Shows a dialog with buttons only. With one button, all answers are equal.
    case showConfirmation(hasOneButton: Bool)
    /// Passes the answer of the client to the dialog.
    case deliver(Answer)
    /// Looks up a passphrase in the external cache; the owner then calls `finishLookUp(_:)`.
    case lookUp(keyInfo: String)
    /// Removes a passphrase from the external cache; the owner then calls `finishRemoval(_:)`.
    case removeCached(keyInfo: String)
    /// Closes the dialog, if one is open, and ends the process.
    case end
  }

  /// A question to the client while a dialog is open.
  public enum Inquiry: Hashable, Sendable {
    /// The quality of the passphrase.
    case quality
    /// Whether a new passphrase is allowed.
    case constraints
    /// A generated passphrase.
    case generation
  }

  /// The answer to an inquiry.
  public enum Answer: Hashable, Sendable {
    /// The quality, from −100 to 100. A passphrase of negative quality is not allowed. `nil` if the client does not know.
    case quality(Int?)
    /// The reason why the passphrase is not allowed, or `nil` if it is.
    case constraints(problem: String?)
    /// The end of a generation. `takeGeneratedPassphrase()` returns the passphrase, which is empty if the client generates none.
    case generated
  }

  /// The result of a dialog.
  public enum Outcome: Hashable, Sendable {
    case accepted(isEmpty: Bool, isRepeated: Bool)
    case confirmed
    /// The user pressed the third button.
    case refused
    case cancelled
    /// The user closed the window.
    case closed
    case timedOut
  }

  private enum State: Equatable {
    case idle
    case passphraseDialog
    case confirmation(hasOneButton: Bool)
    case inquiry(Inquiry)
    case cacheAccess
    case ended
  }

  public private(set) var settings: PinentrySettings
  public private(set) var options = PinentryOptions()
  private var state = State.idle
  /// Whether an external passphrase was looked up, which happens once.
  private var hasTriedCache = false
  /// The text of the data lines of an inquiry, which is no secret.
  private var answerBytes: [UInt8] = []
  private var generated: SecureText?
  /// Whether the next line may be a second `END`, which gpg-agent sends after an answer without data.
  private var toleratesEnd = false
  private let version: String

  /// Creates the session of this process.
  ///
  /// - Parameters:
  ///   - version: The version of the program.
  ///   - timeout: The seconds after which dialogs are closed, until the client sets others.
  ///   - grabsKeyboard: Whether dialogs grab the keyboard, until the client sets it.
  public init(version: String, timeout: Int, grabsKeyboard: Bool = true, parentWindow: UInt? = nil) {
    self.version = version
    settings = PinentrySettings(timeout: timeout)
    options.grabsKeyboard = grabsKeyboard
    options.parentWindow = parentWindow
  }

  /// The maximum number of bytes of a line of the client, without its line feed.
  public static let maximumLineLength = AssuanLine.maximumLength
  /// The maximum number of bytes of a passphrase, which is the size of gpg-agent's buffer.
  public static let maximumPassphraseLength = 255
  /// The maximum number of bytes of a passphrase in an inquiry, as in GnuPG's pinentry.
  public static let maximumInquiryLength = 300

  /// The first line to the client.
  public static let greeting = Step.write(Array("OK Pleased to meet you\n".utf8))

  /// Whether the session can handle another line now.
  public var acceptsInput: Bool { state == .idle || isInquiring }

  /// Whether the client is being asked about the passphrase.
  public var isInquiring: Bool { if case .inquiry = state { true } else { false } }

  /// The prompt of the passphrase dialog.
  public var prompt: String { settings.prompt ?? options.defaultLabels["prompt"] ?? "PIN:" }

  /// Handles a line of the client, without its line feed.
  public func receive(_ line: Span<UInt8>) -> [Step] {
    var line = line
    if line.count > 0, line[line.count - 1] == UInt8(ascii: "\r") { line = line.extracting(droppingLast: 1) }
    if case .inquiry(let inquiry) = state { return answer(inquiry, by: line) }
    let tolerated = toleratesEnd
    toleratesEnd = false
    guard line.count <= AssuanLine.maximumLength else { return [Self.line(AssuanError.lineTooLong.line)] }
    if line.count > 0, AssuanLine.isBlank(line[0]) {
      return [Self.line(AssuanError.syntax.line + " - leading white-space")]
    }
    guard let request = AssuanLine.request(line) else { return [] }
    if request.name == "END", tolerated { return [] }
    return perform(request.name, request.arguments)
  }

  /// Returns the generated passphrase once. It is in locked memory.
  public func takeGeneratedPassphrase() -> SecureText? {
    // After `take()`, Swift 6.3.1 uses a noncopyable value again in `generated?.removeAll()`.
    var passphrase: SecureText?
    swap(&passphrase, &generated)
    return passphrase
  }

  static func line(_ text: String) -> Step { .write(Array("\(text)\n".utf8)) }

  static let ok = line("OK")

  static func error(_ error: AssuanError) -> [Step] { [line(error.line)] }
}

// Dialogs and their results.
extension PinentrySession {
  /// Asks the client about the passphrase of the open dialog, or for a generated one.
  public func inquire(_ inquiry: Inquiry) -> [Step] {
    guard state == .passphraseDialog else { return [] }
    state = .inquiry(inquiry)
    answerBytes = []
    if inquiry != .generation { return [.writeInquiry(inquiry)] }
    generated = SecureText()
    return [Self.line("INQUIRE GENPIN")]
  }

  /// Ends a pending inquiry without an answer, because the client has closed the input.
  public func abandonInquiry() -> [Step] {
    guard case .inquiry(let inquiry) = state else { return [] }
    answerBytes = []
    return finish(inquiry)
  }

  /// Handles a line while an inquiry is pending.
  private func answer(_ inquiry: Inquiry, by line: Span<UInt8>) -> [Step] {
    if line.count >= 2, line[0] == UInt8(ascii: "D"), line[1] == UInt8(ascii: " ") {
      append(line.extracting(droppingFirst: 2), to: inquiry)
      return []
    }
    guard line.count > 0, let request = AssuanLine.request(line) else { return [] }
    switch request.name {
    case "END": break
    case "CAN", "CANCEL", "ERR":
      answerBytes = []
      generated?.removeAll()
    // A reply would be taken for that to the command of the dialog.
    default: return []
    }
    toleratesEnd = true
    return finish(inquiry)
  }

  /// Delivers the answer to an inquiry.
  private func finish(_ inquiry: Inquiry) -> [Step] {
    state = .passphraseDialog
    let text = String(decoding: answerBytes.prefix { $0 != 0 }, as: UTF8.self)
    switch inquiry {
    case .quality:
      return [.deliver(.quality(Int(text.filter { $0 != " " }).map { max(-100, min($0, 100)) }))]
    case .constraints: return [.deliver(.constraints(problem: text.isEmpty ? nil : text))]
    case .generation: return [.deliver(.generated)]
    }
  }

  private func append(_ data: Span<UInt8>, to inquiry: Inquiry) {
    guard inquiry == .generation else {
      // The texts of a client have at most a few lines.
      guard answerBytes.count <= AssuanLine.maximumLength else { return }
      AssuanLine.decode(data) { answerBytes.append($0) }
      return
    }
    AssuanLine.decode(data) { generated?.appendPrintableASCII($0) }
  }

  /// Ends the open dialog.
  public func finish(_ outcome: Outcome) -> [Step] {
    let ended = state
    // Without an open dialog, there is nothing to reply to.
    guard !acceptsInput, ended != .cacheAccess, ended != .ended else { return [] }
    state = .idle
    var steps: [Step] = []
    if outcome == .closed { steps.append(Self.line("S BUTTON_INFO close")) }
    switch (ended, outcome) {
    case (.passphraseDialog, .accepted(let isEmpty, let isRepeated)):
      if isRepeated, !isEmpty { steps.append(Self.line("S PIN_REPEATED")) }
      if !isEmpty { steps.append(.writePassphrase) }
      steps.append(Self.ok)
    case (_, .timedOut):
      let number = AssuanError.timedOut.number
      steps += [Self.line("S ERROR tactile.? \(number) ")] + Self.error(.timedOut)
    case (.confirmation(hasOneButton: true), _), (.confirmation, .confirmed): steps.append(Self.ok)
    case (.confirmation, .refused): steps += Self.error(.notConfirmed)
    default: steps += Self.error(.cancelled)
    }
    // These texts are valid for one dialog only.
    settings.error = nil
    if ended == .passphraseDialog { (settings.repeatLabel, settings.qualityLabel) = (nil, nil) }
    return steps
  }

  /// Continues after a look-up in the external cache.
  public func finishLookUp(isFound: Bool) -> [Step] {
    guard isFound else {
      state = .passphraseDialog
      return [.showPassphraseDialog]
    }
    state = .idle
    return [Self.line("S PASSWORD_FROM_CACHE"), .writePassphrase, Self.ok]
  }

  /// Replies to `CLEARPASSPHRASE`.
  ///
  /// - Parameter wasFound: `nil` if there is no external cache.
  public func finishRemoval(wasFound: Bool?) -> [Step] {
    state = .idle
    guard let wasFound else { return Self.error(.noCache) }
    return wasFound ? [Self.ok] : Self.error(.noSuchCacheEntry)
  }
}

// Commands.
extension PinentrySession {
  private func perform(_ command: String, _ arguments: [UInt8]) -> [Step] {
    if let property = Self.texts[command] {
      settings[keyPath: property] = AssuanLine.text(decoding: arguments.span)
      return [Self.ok]
    }
    let argument = String(decoding: arguments, as: UTF8.self)
    switch command {
    case "GETPIN": return getPassphrase()
    case "CONFIRM": return confirm(hasOneButton: argument.contains("--one-button"))
    case "MESSAGE": return confirm(hasOneButton: true)
    case "OPTION": return setOption(arguments)
    case "SETKEYINFO": settings.keyInfo = argument.isEmpty || argument == "--clear" ? nil : argument
    case "SETTIMEOUT": if !argument.isEmpty { settings.timeout = max(0, Int(argument) ?? 0) }
    case "GETINFO": return information(argument)
    case "CLEARPASSPHRASE":
      state = .cacheAccess
      return [.removeCached(keyInfo: argument)]
    case "RESET":
      settings = PinentrySettings(timeout: settings.timeout)
      hasTriedCache = false
    case "NOP": break
    case "HELP": return help(on: argument)
    case "BYE":
      state = .ended
      return [Self.line("OK closing connection"), .end]
    case "END", "CANCEL", "AUTH", "D": return Self.error(.notImplemented)
    default: return Self.error(.unknownCommand)
    }
    return [Self.ok]
  }

  /// The properties that commands with a text set.
  private static let texts: [String: any WritableKeyPath<PinentrySettings, String?> & Sendable] = [
    "SETDESC": \.description, "SETTITLE": \.title, "SETPROMPT": \.prompt, "SETERROR": \.error,
    "SETOK": \.okLabel, "SETCANCEL": \.cancelLabel, "SETNOTOK": \.notOKLabel, "SETREPEAT": \.repeatLabel,
    "SETREPEATERROR": \.repeatError, "SETREPEATOK": \.repeatSuccess, "SETQUALITYBAR": \.qualityLabel,
    "SETQUALITYBAR_TT": \.qualityTooltip, "SETGENPIN": \.generatorLabel, "SETGENPIN_TT": \.generatorTooltip,
  ]

  /// The commands without a text.
  private static let otherCommands = [
    "NOP", "CANCEL", "OPTION", "BYE", "AUTH", "RESET", "END", "HELP", "SETKEYINFO", "SETTIMEOUT", "GETPIN",
    "CONFIRM", "MESSAGE", "GETINFO", "CLEARPASSPHRASE",
  ]

  private func help(on command: String) -> [Step] {
    guard command.isEmpty else {
      // pinentry 1.2 has no help on single commands either.
      return Self.error(.notFound)
    }
    return (Self.otherCommands + Self.texts.keys.sorted()).map { Self.line("# \($0)") } + [Self.ok]
  }

  /// Shows the passphrase dialog, unless the external cache has the passphrase.
  private func getPassphrase() -> [Step] {
    let mayUseCache = options.allowsExternalCache && settings.repeatLabel == nil && settings.error == nil
    if mayUseCache, !hasTriedCache, let keyInfo = settings.keyInfo {
      hasTriedCache = true
      state = .cacheAccess
      return [.lookUp(keyInfo: keyInfo)]
    }
    state = .passphraseDialog
    return [.showPassphraseDialog]
  }

  private func confirm(hasOneButton: Bool) -> [Step] {
    settings.qualityLabel = nil
    state = .confirmation(hasOneButton: hasOneButton)
    return [.showConfirmation(hasOneButton: hasOneButton)]
  }

  /// Sets an option from `NAME`, `NAME=VALUE`, `NAME VALUE` or `--NAME`.
  private func setOption(_ arguments: [UInt8]) -> [Step] {
    var rest = arguments[...]
    if rest.starts(with: "--".utf8) { rest = rest.dropFirst(2) }
    let equals = UInt8(ascii: "=")
    let name = rest.prefix { $0 != equals && !AssuanLine.isBlank($0) }
    guard !name.isEmpty else { return [Self.line(AssuanError.syntax.line + " - argument required")] }
    rest = rest.dropFirst(name.count).drop(while: AssuanLine.isBlank)
    if rest.first == equals {
      rest = rest.dropFirst().drop(while: AssuanLine.isBlank)
      guard !rest.isEmpty else {
        return [Self.line(AssuanError.syntax.line + " - option argument expected")]
      }
    }
    let isKnown = options.set(String(decoding: name, as: UTF8.self), String(decoding: rest, as: UTF8.self))
    return isKnown ? [Self.ok] : Self.error(.unknownOption)
  }

  private func information(_ topic: String) -> [Step] {
    let value: String
    switch topic {
    case "version": value = version
    case "pid": value = "\(getpid())"
    case "flavor": value = "tactile"
    case "ttyinfo": value = terminalInformation
    default: return Self.error(.invalidParameter)
    }
    return Self.dataLines(value) + [Self.ok]
  }

  /// The terminal and its file, the display, the effective user, and a dash instead of the state of Emacs.
  private var terminalInformation: String {
    let (name, type) = (options.terminal["ttyname"], options.terminal["ttytype"])
    let file = name.map { $0.isEmpty ? "-" : Self.description(ofFileAt: $0) } ?? "-"
    return "\(name ?? "-") \(type ?? "-") \(options.display ?? "-") \(file) \(geteuid())/\(getegid()) -"
  }

  /// Returns the mode in octal, the user and the group of a file.
  private static func description(ofFileAt path: String) -> String {
    var status = stat()
    guard stat(path, &status) == 0 else { return "?" }
    return "\(String(status.st_mode, radix: 8))/\(status.st_uid)/\(status.st_gid)"
  }

  /// Returns data lines with a text. The options of a client may be together longer than a line.
  private static func dataLines(_ text: String) -> [Step] {
    let start = Array("D ".utf8)
    var (lines, line) = ([Step](), start)
    for byte in text.utf8 {
      let data = escape(of: byte).map { $0.withUTF8Buffer(Array.init) } ?? [byte]
      if line.count + data.count > AssuanLine.maximumLength {
        lines.append(.write(line + [UInt8(ascii: "\n")]))
        line = start
      }
      line += data
    }
    return lines + [.write(line + [UInt8(ascii: "\n")])]
  }

  /// Returns the escape of a byte in a data line, or `nil` for other bytes.
  public static func escape(of byte: UInt8) -> StaticString? {
    switch byte {
    case UInt8(ascii: "%"): "%25"
    case UInt8(ascii: "\r"): "%0D"
    case UInt8(ascii: "\n"): "%0A"
    default: nil
    }
  }

  /// Returns the escape of a byte in the argument of an inquiry, or `nil` for other bytes. pinentry does not
  /// escape the percent sign, so gpg-agent would judge `%41` as `A`.
  public static func inquiryEscape(of byte: UInt8) -> StaticString? {
    switch byte {
    case UInt8(ascii: " "): "+"
    case UInt8(ascii: "+"): "%2B"
    default: escape(of: byte)
    }
  }
}
