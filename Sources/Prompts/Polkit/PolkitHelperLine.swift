/// A line of polkit's helper, which talks to PAM as root.
package enum PolkitHelperLine: Hashable, Sendable {
  /// A question that the agent answers with one line.
  case prompt(PolkitPrompt)
  /// A text for the user.
  case message(PolkitMessage)
  /// The user is authenticated, and the helper has notified polkit.
  case success
  /// The attempt has failed.
  case failure

  /// The maximum number of bytes of a line. A text of PAM has at most 512, each of which may be escaped by four. Lines are read
  /// into locked memory, of which a process may have little.
  package static let maximumLength = 4095

  /// Reads a line without its line feed. An unknown line is a failure, and so is one that is too long.
  package init(_ line: some Collection<UInt8>) {
    let text = line.count > Self.maximumLength ? [] : Self.unescaped(line)
    let kind = text.prefix { $0 != UInt8(ascii: " ") }
    let rest = String(decoding: text.dropFirst(kind.count + 1), as: UTF8.self)
    self =
      switch (String(decoding: kind, as: UTF8.self), text.count > kind.count) {
      case ("PAM_PROMPT_ECHO_OFF", true): .prompt(PolkitPrompt(text: rest, isSecret: true))
      case ("PAM_PROMPT_ECHO_ON", true): .prompt(PolkitPrompt(text: rest, isSecret: false))
      case ("PAM_ERROR_MSG", true): .message(PolkitMessage(text: rest, isError: true))
      case ("PAM_TEXT_INFO", true): .message(PolkitMessage(text: rest, isError: false))
      case ("SUCCESS", false): .success
      default: .failure
      }
  }

  /// Replaces the escape sequences of `g_strescape` (GLib): `\b \f \n \r \t \v \\ \"` and three octal digits.
  private static func unescaped(_ line: some Collection<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    var rest = line[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "\\") else {
        result.append(byte)
        continue
      }
      let digits = rest.prefix(3).prefix { (0x30...0x37).contains($0) }
      if !digits.isEmpty {
        result.append(UInt8(truncatingIfNeeded: digits.reduce(0) { $0 * 8 + Int($1 - 0x30) }))
        rest = rest.dropFirst(digits.count)
      } else if let letter = rest.popFirst() {
        result.append(controls[letter] ?? letter)
      }
    }
    return result
  }

  private static let controls: [UInt8: UInt8] = [
    UInt8(ascii: "b"): 0x08, UInt8(ascii: "f"): 0x0C, UInt8(ascii: "n"): 0x0A, UInt8(ascii: "r"): 0x0D,
    UInt8(ascii: "t"): 0x09, UInt8(ascii: "v"): 0x0B,
  ]
}

/// A question of PAM.
package struct PolkitPrompt: Hashable, Sendable {
  /// The text of PAM, which may be empty and in any language.
  package let text: String
  /// Whether the answer is masked.
  package let isSecret: Bool

  /// Whether PAM asks for a secret text, and not only for Enter. Its questions for texts end with a colon in all languages.
  package var asksForPassword: Bool {
    isSecret && text.last { !$0.isWhitespace }.map { $0 == ":" || $0 == "：" } == true
  }

  /// The text without the colon at its end.
  package var label: String { text.droppingColon }

  /// Whether the label fits above a field. The user must see the whole text of others.
  package var hasShortLabel: Bool {
    !label.isEmpty && label.count <= 40 && !label.contains(where: \.isNewline)
  }

  /// Whether the text is the usual one, which the name of the user can make clearer.
  package var isStandard: Bool { text == "Password: " }
}

/// A text of PAM for the user, such as "Place your finger on the reader".
package struct PolkitMessage: Hashable, Sendable {
  package let text: String
  package let isError: Bool

  package init(text: String, isError: Bool) { (self.text, self.isError) = (text, isError) }
}
