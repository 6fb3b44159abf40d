import Prompts
import TestSupport
import Testing

@Suite struct `Askpass prompt` {
  /// The prompts of passwords and passphrases, with the labels of their fields.
  static let secrets = [
    ("root@example.org's password: ", "Password"), ("(root@example.org) Password: ", "Password"),
    ("Enter root@example.org's old password: ", "Current password"),
    ("Enter root@example.org's new password: ", "New password"),
    ("Retype root@example.org's new password: ", "New password"),
    ("(root@example.org) Current password: ", "Current password"),
    ("Enter passphrase for key '/srv/keys/id_ed25519': ", "Passphrase"),
    ("Enter passphrase for RSA key '/srv/keys/id_rsa': ", "Passphrase"),
    ("Enter passphrase for /srv/keys/id_ed25519: ", "Passphrase"),
    ("Enter passphrase for /srv/keys/id_ed25519 (will confirm each use): ", "Passphrase"),
    ("root@passphrase.example.org's password: ", "Password"),
    ("Password for 'https://passphrase.example.org': ", "Password"),
    ("Enter passphrase for key '/srv/password store': ", "Passphrase"),
    ("Enter old passphrase: ", "Passphrase"), ("[sudo] password for root: ", "Password"),
    ("Password: ", "Password"), ("Password for 'https://root@example.org': ", "Password"),
    ("Password for \"https://example.org\"", "Password"), (AskpassPrompt.defaultPrompt, "Password"),
    ("API token for example.org: ", "Password"), ("Response: ", "Password"), ("", "Password"),
  ]

  static let newSecrets = [
    "Enter passphrase (empty for no passphrase): ",
    "Enter passphrase for \"/srv/keys/id_rsa\" (empty for no passphrase): ",
    "Enter new passphrase (empty for no passphrase): ", "Enter same passphrase again: ",
  ]

  static let pins = [
    "Enter PIN for 'OpenPGP': ", "Enter PIN for ED25519-SK key SHA256:abc: ",
    "Enter PIN and confirm user presence for ECDSA-SK key SHA256:abc: ", "Enter PIN for authenticator: ",
    "(root@example.org) PIN: ", "Please enter user PIN for slot 'x':", "Enter your smart card PIN: ",
    "User PIN:",
    "Enter PIN code: ", "Enter user PIN (label): ",
  ]

  /// The prompts with visible answers, with the labels of their fields.
  static let visible =
    [
      ("Username: ", "User name"), ("Username for 'https://example.org': ", "User name"),
      ("Username for \"https://example.org\"", "User name"), ("Verification code: ", "Verification code"),
      ("(root@example.org) Verification code: ", "Verification code"), ("OTP: ", "Verification code"),
      ("OTP for root: ", "Verification code"), ("(root@example.org) Token: ", "Verification code"),
      ("(root@example.org) One-time password (OATH) for `root': ", "Verification code"),
      ("Enter verification code: ", "Verification code"),
    ] + codes.map { ($0, "Verification code") }

  /// The prompts of services and PAM modules for codes that are valid once.
  static let codes = [
    "2FA code:", "Enter TOTP code:", "Authenticator code:", "Enter Your Microsoft verification code:",
    "Duo two-factor login for ada\n\nEnter a passcode or select one of the following options:\n\n 1. Duo Push\n\n"
      + "Passcode or option (1-3): ",
    "(ada@example.org) Passcode or option (1-3): ", "Two-factor authentication code: ", "TOTP: ",
    "SMS code: ",
    "Enter MFA code for arn:aws:iam::123456789012:mfa/ada: ", "Please enter your one-time password:",
    "Token code:",
    "Enter the 6-digit code from your authenticator app: ", "2-Step Verification code: ",
    "One-time passcode: ",
    "OTP code: ", "Google Authenticator code: ", "Authentication code:",
    "(ada@b) Two-step verification code (6 digits): ",
  ]

  static let questions = [
    "Accept updated hostkeys? (yes/no): ", "Please type 'yes' or 'no': ",
    "The authenticity of host 'a (b)' can't be established.\nAre you sure (yes/no)? ",
  ]

  static let hostKeyQuestion = """
    The authenticity of host 'example.org (192.0.2.1)' can't be established.
    ED25519 key fingerprint is SHA256:a1B2+/c.
    This key is not known by any other names.
    Are you sure you want to continue connecting (yes/no/[fingerprint])?\u{20}
    """

  static let all =
    secrets.map(\.0) + newSecrets + pins + visible.map(\.0) + questions + [
      hostKeyQuestion, "Bad passphrase, try again for /srv/keys/id_rsa: ",
    ]

  private func prompt(_ text: String) -> AskpassPrompt { AskpassPrompt(text) }

  @Test(arguments: secrets) func `masks a password`(text: String, label: String) {
    #expect(prompt(text).kind == .secret)
    #expect(prompt(text).label == label)
  }

  @Test(arguments: newSecrets) func `masks a new passphrase`(text: String) {
    #expect(prompt(text).kind == .newSecret)
    #expect(prompt(text).label == "New passphrase")
  }

  @Test(arguments: pins) func `masks a PIN`(text: String) {
    #expect(prompt(text).kind == .pin)
    #expect(prompt(text).label == "PIN")
  }

  @Test(arguments: visible) func `shows a user name and a code`(text: String, label: String) {
    #expect(prompt(text).kind == .visible)
    #expect(prompt(text).label == label)
  }

  @Test(arguments: [
    "otp@example.org's password: ", "token@example.org's password: ", "username@example.org's password: ",
    "pin@example.org's password: ", "(otp@example.org) Password: ", "(verification code) Password: ",
    "Password for 'https://token@example.org/OTP': ", "otp: password: ", "Token password: ",
    "Enter passphrase for key '/username for/verification code': ", "Verification codename: ",
    "Username's password: ", "Pinterest password: ", "( Username: ", "Password or code: ", "Passcode: ",
    "Enter PASSCODE:",
    "Verification code or password: ", "Code: ", "Two-factor recovery code: ", "Backup code for 2FA: ",
    "Secret code: ",
    "Enter password and one-time password: ", "Password & verification code: ", "API token code key: ",
    "Keycode for otp: ",
    "totp@example.org's passphrase: ", "authenticator@host's code: ", "PIN or password: ",
    "Code for 'https://otp@b': ",
    "Password\nPasscode or option (1-3): ", "Passwort oder 2FA code: ", "Unlock code: ",
    "Enter verification secret code: ",
  ])
  func `masks a password if a name has a word of another kind`(text: String) {
    #expect(prompt(text).kind == .secret)
  }

  @Test(arguments: questions) func `asks for yes or no`(text: String) {
    #expect(prompt(text).kind == .yesNo)
    #expect(prompt(text).label == "Answer")
  }

  @Test(arguments: [
    "ED25519 key fingerprint is SHA256:a1B2+/c.",
    "RSA key fingerprint is MD5:01:ab:cd.\n+--[RSA]--+\n|  .o. |",
    "ED25519 key fingerprint is", "No key is shown.",
  ])
  func `asks for a host key with any text about it`(line: String) {
    let text = """
      The authenticity of host 'example.org (192.0.2.1)' can't be established.
      \(line)
      Are you sure you want to continue connecting (yes/no/[fingerprint])?\u{20}
      """
    #expect(prompt(text).kind == .hostKey)
    #expect(prompt(text).message == String(text.dropLast()))
    #expect(prompt(text).label == "Answer")
  }

  @Test(arguments: [
    "Please type 'yes', 'no' or the fingerprint: ",
    "Are you sure you want to continue connecting (yes/no/[fingerprint])? ",
  ])
  func `asks for a host key without its fingerprint`(text: String) {
    #expect(prompt(text).kind == .hostKey)
  }

  @Test func `does not accept a host key question from a server`() {
    #expect(prompt("(root@example.org) \(Self.hostKeyQuestion)").kind == .secret)
  }

  @Test(arguments: [
    ("Bad passphrase, try again for /srv/keys/id_rsa: ", "Enter passphrase for /srv/keys/id_rsa"),
    (
      "Bad passphrase, try again for /srv/keys/id_rsa (will confirm each use): ",
      "Enter passphrase for /srv/keys/id_rsa (will confirm each use)"
    ),
    ("Bad passphrase, try again: ", "Enter passphrase"),
  ])
  func `separates the error from the message after a wrong passphrase`(text: String, message: String) {
    #expect(prompt(text).kind == .secret)
    #expect(prompt(text).error == "Bad passphrase, try again.")
    #expect(prompt(text).message == message)
    #expect(prompt(text).label == "Passphrase")
  }

  @Test(arguments: [
    ("Password: ", "Password"), ("Password :", "Password"), ("Password::", "Password:"),
    (" a: b\n\nc: \t\r\n", " a: b\n\nc"), ("Accept? (yes/no): ", "Accept? (yes/no)"), (": ", ""), ("", ""),
    ("\n \n", ""), ("\u{600} : ", "\u{600}"), ("e:\u{301}", "e:\u{301}"),
  ])
  func `removes blanks and one colon at the end of a message`(text: String, message: String) {
    #expect(Array(prompt(text).message.utf8) == Array(message.utf8))
    #expect(prompt(text).error == nil)
  }

  @Test(
    arguments: [
      (nil, .entry), ("", .entry), ("confirm", .confirmation), ("CONFIRM", .confirmation), ("none", .notice),
      ("None", .notice), ("confirm ", .entry), ("yes", .entry), ("c\u{F6}nfirm", .entry),
    ] as [(String?, AskpassPrompt.Mode)])
  func `reads the mode from the environment`(value: String?, mode: AskpassPrompt.Mode) {
    #expect(AskpassPrompt.Mode(environmentValue: value) == mode)
  }

  @Test(arguments: all) func `has no field in a confirmation and in a notice`(text: String) {
    let kinds: [(AskpassPrompt.Mode, AskpassPrompt.Kind)] = [
      (.confirmation, .confirmation), (.notice, .notice),
    ]
    for (mode, kind) in kinds {
      let prompt = AskpassPrompt(text, mode: mode)
      #expect(prompt.kind == kind)
      #expect(prompt.label.isEmpty)
      #expect(prompt.error == nil)
      #expect(text.hasPrefix(prompt.message))
    }
  }

  @Test func `keeps the lines of a confirmation`() {
    let text = "Allow use of key root@example.org?\nKey fingerprint SHA256:a1B2:\n"
    #expect(AskpassPrompt(text, mode: .confirmation).message == String(text.dropLast()))
  }
}

@Suite struct `Random askpass prompts` {
  private static let parts =
    `Askpass prompt`.all + [
      "otp", "PIN", "enter ", "username", "token", "(a@b) ", "passphrase", "password", ":", " ", "\n", "\r\n",
      "\t", "\u{1B}[31m", "\u{202E}", "\u{301}", "\u{1F469}\u{200D}", "(yes/no)", "?", "key fingerprint is ",
    ]

  /// Returns a prompt of known parts and random bytes.
  private static func text(by generator: inout SeededGenerator) -> String {
    var bytes: [UInt8] = []
    for _ in 0..<Int.random(in: 0...5, using: &generator) {
      if Bool.random(using: &generator), let part = parts.randomElement(using: &generator) {
        bytes += part.utf8
      } else {
        let count = Int.random(in: 0...9, using: &generator)
        bytes += (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func texts(seed: Int) -> [String] {
    var generator = SeededGenerator(seed: seed)
    return (0..<(TestScope.isComplete ? 10_000 : 2_000)).map { _ in text(by: &generator) }
  }

  private static let blanks = [" ", "\t", "\n", "\r", "\r\n", "\u{B}", "\u{C}"]

  private static let labels = [
    "Answer", "Current password", "New passphrase", "New password", "PIN", "Passphrase", "Password",
    "User name", "Verification code",
  ]

  @Test func `have a message from the prompt and a fixed label`() {
    for text in Self.texts(seed: 1) {
      let prompt = AskpassPrompt(text)
      #expect(Self.labels.contains(prompt.label))
      if prompt.error == nil {
        #expect(text.utf8.starts(with: prompt.message.utf8))
      } else {
        let opening = "Enter passphrase"
        #expect(prompt.message.utf8.starts(with: opening.utf8))
        #expect(text.utf8.dropFirst(25).starts(with: prompt.message.utf8.dropFirst(opening.utf8.count)))
      }
    }
  }

  @Test func `do not depend on blanks at the end`() {
    var generator = SeededGenerator(seed: 2)
    for text in Self.texts(seed: 3) {
      let count = Int.random(in: 1...3, using: &generator)
      let blanks = (0..<count).map { _ in Self.blanks.randomElement(using: &generator) ?? " " }
      for mode in [AskpassPrompt.Mode.entry, .confirmation, .notice] {
        #expect(AskpassPrompt(text + blanks.joined(), mode: mode) == AskpassPrompt(text, mode: mode))
      }
    }
  }

  @Test func `do not depend on the case of letters`() {
    for text in Self.texts(seed: 4) where text.utf8.allSatisfy({ $0 < 0x80 }) {
      if case .hostKey = AskpassPrompt(text).kind { continue }
      #expect(AskpassPrompt(text.uppercased()).kind == AskpassPrompt(text).kind)
      #expect(AskpassPrompt(text.uppercased()).label == AskpassPrompt(text).label)
    }
  }

  /// Uses the maximum length of an argument (execve(2)) in a complete run. With quadratic time, the test would not end.
  @Test(
    .timeLimit(.minutes(5)),
    arguments: [" ", "\n", ":", " :", "(", "passphras", "key fingerprint is ", "\u{301}", "\u{600}", "a"])
  func `take linear time`(part: String) {
    let text = String(repeating: part, count: (TestScope.isComplete ? 128 << 10 : 16 << 10) / part.utf8.count)
    for text in [text, "(\(text)", "The authenticity of host \(text)(yes/no/[fingerprint])?", "a\(text)b"] {
      #expect(AskpassPrompt(text).message.utf8.count <= text.utf8.count)
    }
  }
}
