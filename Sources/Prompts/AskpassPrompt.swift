/// The prompt of a program that runs an askpass program, such as OpenSSH, sudo or git.
///
/// The calling program passes its prompt as a text. Only this text shows which kind of answer the program
/// expects. The answer to an unknown prompt is a secret, so that no password becomes visible.
public struct AskpassPrompt: Hashable, Sendable {
  /// The reason a program runs an askpass program.
  public enum Mode: Hashable, Sendable {
    /// The program needs a text.
    case entry
    /// The program needs a yes or no, as the exit status.
    case confirmation
    /// The program shows a message until it ends the askpass program with a signal.
    case notice

    /// Creates the mode from the environment variable `SSH_ASKPASS_PROMPT` (ssh(1)). Without a known value,
    /// the mode is an entry.
    public init(environmentValue: String?) {
      switch environmentValue?.lowercased() {
      case "confirm": self = .confirmation
      case "none": self = .notice
      default: self = .entry
      }
    }
  }

  /// The kind of answer.
  public enum Kind: Hashable, Sendable {
    /// An existing password or passphrase.
    case secret
    /// A new passphrase, which may be empty.
    case newSecret
    /// A PIN, which is a secret as well.
    case pin
    /// A user name or a code that is valid once. The user sees the text.
    case visible
    /// The text "yes" or "no".
    case yesNo
    /// The text "yes", "no" or the fingerprint of the host key.
    case hostKey
    /// Yes or no, as the exit status.
    case confirmation
    /// No answer.
    case notice
  }

  /// The prompt for a call without an argument.
  public static let defaultPrompt = "Enter your password"

  /// The kind of the expected answer.
  public let kind: Kind
  /// The text above the field: the prompt without blanks and without a colon at its end. It may have several
  /// lines, and it may contain control characters.
  public let message: String
  /// The label of the field. It is empty if there is no field.
  public let label: String
  /// The error in the previous answer, or `nil` if the prompt reports none.
  public let error: String?

  private init(_ kind: Kind, _ message: String, label: String = "", error: String? = nil) {
    (self.kind, self.message, self.label, self.error) = (kind, message, label, error)
  }

  /// Classifies a prompt.
  ///
  /// - Parameters:
  ///   - prompt: The argument of the askpass program.
  ///   - mode: The reason for the call.
  /// - Complexity: O(*n*) in the length of the prompt.
  public init(_ prompt: String, mode: Mode = .entry) {
    switch mode {
    case .entry: self.init(entry: PromptText(prompt.withoutFinalBlanks.withoutFinalColon))
    case .confirmation: self.init(.confirmation, prompt.withoutFinalBlanks)
    case .notice: self.init(.notice, prompt.withoutFinalBlanks)
    }
  }

  private init(entry prompt: PromptText) {
    let (text, subject) = (prompt.text, prompt.subject)
    if prompt.isHostKeyQuestion {
      self.init(.hostKey, text, label: "Answer")
    } else if prompt.isYesNoQuestion {
      self.init(.yesNo, text, label: "Answer")
    } else if let object = prompt.retriedObject {
      self.init(
        .secret, "Enter passphrase\(object)", label: "Passphrase", error: "Bad passphrase, try again.")
    } else if prompt.isNewPassphrase {
      self.init(.newSecret, text, label: "New passphrase")
    } else if prompt.isPIN {
      self.init(.pin, text, label: "PIN")
    } else if subject.elementsEqual("username".utf8) || subject.starts(with: "username for ".utf8) {
      self.init(.visible, text, label: "User name")
    } else if prompt.isCode {
      self.init(.visible, text, label: "Verification code")
    } else {
      self.init(.secret, text, label: prompt.secretLabel)
    }
  }
}

/// A prompt, and the same text with lowercase ASCII letters for comparisons.
private struct PromptText {
  let text: String
  let lowercase: ArraySlice<UInt8>

  init(_ text: String) {
    self.text = text
    lowercase = text.utf8.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }[...]
  }

  /// The text without the "(user@host) " that OpenSSH puts before prompts of a server, and without "enter ".
  ///
  /// Only the start of this text is compared for a visible answer. The other words may be parts of a user,
  /// host or file name.
  var subject: ArraySlice<UInt8> {
    let origin = lowercase.first == UInt8(ascii: "(") ? lowercase.firstIndex(of: ") ") : nil
    let subject = lowercase.dropFirst(origin.map { $0 + 2 } ?? 0)
    return subject.starts(with: "enter ".utf8) ? subject.dropFirst(6) : subject
  }

  /// Returns the words that name the answer, before the name of a user, host or file.
  ///
  /// - Parameter others: The words that may mean another answer. With one of them anywhere in the text, the result is
  ///   empty.
  private func answer(without others: Set<String>) -> ArraySlice<String> {
    // A name may be as long as an argument.
    guard subject.count <= 200 else { return [] }
    var words = subject.words
    for index in words.indices.dropFirst(2) where words[index - 2...index - 1] == ["one", "time"] {
      if ["password", "passcode", "code"].contains(words[index]) { words[index] = "otp" }
    }
    guard others.isDisjoint(with: words) else { return [] }
    // "otp@host" begins with a name.
    let name = subject.firstIndex { Array("@'\"`/\\\n".utf8).contains($0) }
    let end = name.map { subject[..<$0].lastIndex(of: 0x20) ?? subject.startIndex } ?? subject.endIndex
    return words.prefix(subject[..<end].words.count).prefix { $0 != "for" }
  }

  var isPIN: Bool { answer(without: ["password", "passphrase"]).contains("pin") }

  /// Whether the text asks for a code that is valid once. A longer text with the word "token" may ask for another secret.
  var isCode: Bool {
    let kinds: Set = [
      "verification", "authentication", "authenticator", "confirmation", "factor", "2fa", "mfa", "sms",
      "token",
    ]
    let answer = answer(without: [
      "password", "passwort", "passphrase", "passcode", "pin", "secret", "key", "seed", "recovery", "backup",
      "or",
    ])
    return answer == ["token"]
      || answer.contains { ["otp", "totp"].contains($0) }
      || answer.contains("code") && !kinds.isDisjoint(with: answer) || isDuo
  }

  /// Whether the last line is the prompt of Duo, which has a list of options before it.
  private var isDuo: Bool {
    let line = lowercase.lastIndex(of: UInt8(ascii: "\n")).map { lowercase[($0 + 1)...] } ?? subject
    return line.starts(with: "passcode or option (".utf8) && lowercase.firstIndex(of: "password") == nil
  }

  /// Whether OpenSSH asks for "yes", "no" or a fingerprint, for the first time or after another answer.
  var isHostKeyQuestion: Bool {
    ends(with: "(yes/no/[fingerprint])?")
      && ["the authenticity of host ", "are you sure you want to continue connecting "].contains {
        lowercase.starts(with: $0.utf8)
      }
      || lowercase.elementsEqual("please type 'yes', 'no' or the fingerprint".utf8)
  }

  var isYesNoQuestion: Bool {
    ends(with: "(yes/no)") || ends(with: "(yes/no)?")
      || lowercase.elementsEqual("please type 'yes' or 'no'".utf8)
  }

  /// Whether `ssh-keygen` asks for the passphrase of a new key, for a new passphrase, or for its repetition.
  var isNewPassphrase: Bool {
    lowercase.starts(with: "enter ".utf8) && ends(with: "(empty for no passphrase)")
      || lowercase.starts(with: "enter same passphrase again".utf8)
  }

  /// The text after the error in a prompt of `ssh-add`, such as " for a/b". `nil` if it has no error.
  var retriedObject: String? {
    let error = "bad passphrase, try again"
    guard lowercase.starts(with: error.utf8) else { return nil }
    return String(decoding: text.utf8.dropFirst(error.utf8.count), as: UTF8.self)
  }

  /// The label for a password or passphrase. A file or host name may contain the other word.
  var secretLabel: String {
    if ends(with: "new password") { return "New password" }
    if ends(with: "old password") || ends(with: "current password") { return "Current password" }
    let password = lowercase.firstIndex(of: "password") ?? .max
    let passphrase = lowercase.firstIndex(of: "passphrase") ?? .max
    return ends(with: "password") || password <= passphrase ? "Password" : "Passphrase"
  }

  private func ends(with end: String) -> Bool { lowercase.suffix(end.utf8.count).elementsEqual(end.utf8) }
}

extension ArraySlice<UInt8> {
  /// The words of ASCII letters and digits. Bytes of other letters belong to words as well.
  fileprivate var words: [String] {
    split { byte in byte < 0x80 && !(0x30...0x39).contains(byte) && !(0x61...0x7A).contains(byte) }
      .map { String(decoding: $0, as: UTF8.self) }
  }

  /// Returns the index of a text. `firstRange(of:)` of the standard library takes 20 times as long.
  fileprivate func firstIndex(of text: String) -> Int? {
    indices.first { self[$0] == text.utf8.first && self[$0...].starts(with: text.utf8) }
  }
}

extension String {
  /// The text without colons and blanks at its end, because a field shows its label above the text.
  package var droppingColon: String {
    var text = self[...]
    while let last = text.last, last == ":" || last.isWhitespace { text = text.dropLast() }
    return String(text)
  }

  /// The text without spaces, tabs and line ends at its end.
  fileprivate var withoutFinalBlanks: String {
    let isBlank: (UInt8) -> Bool = { $0 == 0x20 || (0x09...0x0D).contains($0) }
    guard let last = utf8.lastIndex(where: { !isBlank($0) }) else { return "" }
    return String(decoding: utf8[...last], as: UTF8.self)
  }

  /// The text without a colon at its end and without the blanks before it.
  fileprivate var withoutFinalColon: String {
    utf8.last == 0x3A ? String(decoding: utf8.dropLast(), as: UTF8.self).withoutFinalBlanks : self
  }
}
