import ArgumentParser
import Controls
import Motion
import Scene
import Secrets
import TestSupport
import Testing
import Toolkit
import Windowing

@testable import Tactile

@Suite struct `Command line options` {
  @Test func `default to a button with long-press drag that snaps to edges`() throws {
    let options = try TactileCommand.parse([]).options
    // Without arguments, the program skips the parser.
    #expect(options == WindowOptions())
    let button = options.button.configuration
    #expect(button == FloatingButton.Configuration())
    #expect(button.snap == .edges)
    #expect(button.drag == .longPress)
    #expect(button.dims == false)
    #expect(button.ringsBell == false)
    #expect(options.preferences == AppearancePreferences())
    #expect(options.policy == .default)
    #expect(options.scale == nil)
    #expect(options.geometry == nil)
  }

  @Test func `B8 select a ball with immediate drag, no snapping and idle dimming`() throws {
    let button = try TactileCommand.parse(["--shape", "ball"]).options.button.configuration
    #expect(button.shape == .ball)
    #expect(button.drag == .immediate)
    #expect(button.snap == .free)
    #expect(button.dims == true)
  }

  @Test func `B8 override the defaults of the ball`() throws {
    let arguments = [
      "--shape", "ball", "--drag", "long-press", "--snap", "corners", "--dim", "never",
    ]
    let button = try TactileCommand.parse(arguments).options.button.configuration
    #expect(button.drag == .longPress)
    #expect(button.snap == .corners)
    #expect(button.dims == false)
  }

  @Test(arguments: [
    ("edges", SnapMode.edges), ("trailing", .trailing), ("corners", .corners), ("none", .free),
    ("original", .original),
  ])
  func `B6 select the snap mode`(word: String, mode: SnapMode) throws {
    #expect(try TactileCommand.parse(["--snap", word]).options.button.snap == mode)
  }

  @Test(arguments: [
    ("default", PasswordPolicy.default), ("original-6", .original6), ("original-8", .original8),
    ("nist", .nist),
  ])
  func `P2 select the password policy`(word: String, policy: PasswordPolicy) throws {
    #expect(try TactileCommand.parse(["--policy", word]).options.policy == policy)
    let check = try #require(
      try TactileCommand.command(["check", "--policy", word]) as? CheckCommand)
    #expect(try check.passwords.passwordPolicy() == policy)
  }

  @Test func `P8 store the hash in a file by default, or in the keyring`() throws {
    #expect(try TactileCommand.parse([]).options.storage == .file)
    #expect(try TactileCommand.parse(["--secret-service"]).options.storage == .keyring)
    for (arguments, choice) in [
      (["verify"], .file), (["verify", "--secret-service"], .keyring),
    ] as [([String], PasswordHashStorage)] {
      let verify = try #require(try TactileCommand.command(arguments) as? VerifyCommand)
      #expect(verify.storageOptions.storage == choice)
    }
  }

  @Test(arguments: [("system", nil), ("light", DesktopSettings.ColorScheme.light), ("dark", .dark)])
  func `W3 select the theme`(word: String, scheme: DesktopSettings.ColorScheme?) throws {
    #expect(try TactileCommand.parse(["--theme", word]).options.preferences.colorScheme == scheme)
  }

  @Test func `grab the keyboard only if requested`() throws {
    #expect(try TactileCommand.parse(["--grab-keyboard"]).options.grabsKeyboard)
    #expect(try !TactileCommand.parse([]).options.grabsKeyboard)
  }

  @Test(arguments: [("1", Duration.seconds(1)), ("86400", .seconds(86_400)), ("never", nil)])
  func `set the reveal and clipboard timeouts`(word: String, time: Duration?) throws {
    #expect(try TactileCommand.parse(["--reveal-timeout", word]).options.revealTimeout == time)
    #expect(try TactileCommand.parse([]).options.revealTimeout == .seconds(30))
    #expect(try TactileCommand.parse(["--clipboard-timeout", word]).options.clipboardTimeout == time)
    #expect(try TactileCommand.parse([]).options.clipboardTimeout == .seconds(60))
  }

  @Test(arguments: cases(["0", "86401", "-1", "1.5", "Never", ""]))
  func `reject invalid timeouts`(word: String) {
    for option in ["--reveal-timeout", "--clipboard-timeout"] {
      let error = #expect(throws: (any Error).self) { try TactileCommand.parse(["\(option)=\(word)"]) }
      let line = error.map(UsageError.line) ?? ""
      #expect(line.contains("'\(option)") && line.contains("(1 to 86400), or 'never'"), "\(line)")
    }
  }

  @Test(arguments: [
    ("characters", PasswordGenerator.Kind.characters(20)), ("characters:8", .characters(8)),
    ("characters:128", .characters(128)), ("words", .words(6)), ("words:3", .words(3)),
    ("words:32", .words(32)),
  ])
  func `set the kind of generated passwords`(
    word: String, kind: PasswordGenerator.Kind
  ) throws {
    #expect(try TactileCommand.parse(["--generate", word]).options.generate == kind)
    #expect(try TactileCommand.parse([]).options.generate == nil)
  }

  @Test(arguments: [
    "", ":", "letters", "words:", "words:2", "words:33", "words:x", "words:3:4", "characters:7",
    "characters:129", "characters:-8", "Words",
  ])
  func `reject invalid kinds of generated passwords`(word: String) {
    #expect(throws: (any Error).self) { try TactileCommand.parse(["--generate=\(word)"]) }
  }

  @Test func `B9 enable dimming of the button`() throws {
    #expect(try TactileCommand.parse(["--dim", "idle"]).options.button.dims == true)
  }

  @Test func `configure the token field`() throws {
    let options = try TactileCommand.parse([
      "--tokens", "a", "--completions", "b", "--duplicates", "move", "--delimiters",
      "space,focus-loss", "--control-arrow", "token",
    ]).options
    #expect(options.tokensPath == "a" && options.completionsPath == "b")
    #expect(options.tokenField.duplicates == .move)
    #expect(options.tokenField.delimiters == [.space, .focusLoss])
    #expect(options.tokenField.controlArrow == .token)
    #expect(try TactileCommand.parse([]).options.tokenField == TokenFieldConfiguration())
  }

  @Test(arguments: ["comma,dot", "", "comma,,tab", "tab,", "comma, tab"])
  func `reject invalid delimiters`(list: String) {
    #expect(throws: (any Error).self) { try TactileCommand.parse(["--delimiters", list]) }
  }

  @Test func `set scale, geometry, bell, tap action and reduced motion`() throws {
    let command = try TactileCommand.parse([
      "--scale", "1.5", "--geometry", "800x600+10+20", "--bell", "--reduce-motion", "--tap",
      "toggle",
    ])
    #expect(command.scale == 1.5)
    #expect(command.geometry == WindowGeometry("800x600+10+20"))
    #expect(try command.options.button.ringsBell == true)
    #expect(try command.options.preferences.reducesMotion == true)
    #expect(command.button.tap == .toggle)
  }

  @Test func `B10 set the tap action, which is toggle by default`() throws {
    #expect(try TactileCommand.parse([]).button.tap == .toggle)
    #expect(try TactileCommand.parse(["--tap", "expand"]).button.tap == .expand)
  }

  @Test(arguments: ["-0-0", "-10+20", "640x480-5-5"])
  func `accept negative geometry offsets`(geometry: String) throws {
    let command = try TactileCommand.parse(["--geometry", geometry])
    #expect(command.geometry != nil && command.geometry == WindowGeometry(geometry))
  }

  @Test(arguments: ["0.5", "8", "1", "2.25"])
  func `accept a scale from 0.5 to 8`(scale: String) throws {
    #expect(try TactileCommand.parse(["--scale", scale]).scale == Double(scale))
  }
}

@Suite struct `Invalid command line` {
  /// Arguments, and the texts that the line must contain.
  static let mistakes: [(arguments: [String], words: [String])] = [
    (["polkit-agent", "--process"], ["Missing value for '--process <PID[,START]>'. Serve the requests"]),
    (["--snap", "sideways"], ["--snap", "edges", "trailing", "corners", "none", "original"]),
    (["--shape", "cube"], ["--shape", "button", "ball"]),
    (["--drag", "never"], ["--drag", "long-press", "immediate"]),
    (["--dim", "always"], ["--dim", "idle", "never"]),
    (["--tap", "twice"], ["--tap", "toggle", "expand"]),
    (["--theme", "pink"], ["--theme", "system", "light", "dark"]),
    (["--policy", "weak"], ["--policy", "default", "original-6", "original-8", "nist"]),
    (["--scale", "big"], ["--scale", "0.5 to 8"]), (["--scale", "-1"], ["--scale", "0.5 to 8"]),
    (["--scale", "0"], ["--scale", "0.5 to 8"]), (["--scale", "8.1"], ["--scale", "0.5 to 8"]),
    (["--scale", "nan"], ["--scale", "0.5 to 8"]), (["--scale", "inf"], ["--scale", "0.5 to 8"]),
    (["--reveal-timeout", "0"], ["--reveal-timeout", "(1 to 86400), or 'never'"]),
    (["--clipboard-timeout", "soon"], ["--clipboard-timeout", "(1 to 86400), or 'never'"]),
    (["--clipboard-timeout", "-1"], ["'-1'", "Clear a copied password", "(1 to 86400), or 'never'"]),
    (["--clipboard-timeout", "--bell"], ["'--bell'", "Clear a copied password"]),
    (["--reveal-timeout", "-1"], ["'-1'", "--reveal-timeout", "(1 to 86400), or 'never'"]),
    (["--control-arrow", "gtk"], ["'--control-arrow <DISTANCE>'", "ends", "token"]),
    (["--delimiters", ""], ["--delimiters", "comma, semicolon, space, enter, tab, focus-loss"]),
    (["--geometry", "large"], ["--geometry", "WIDTHxHEIGHT", "+X+Y"]),
    (["--geometry", "0x0"], ["--geometry", "WIDTHxHEIGHT", "+X+Y"]),
    (["--snap"], ["Missing", "edges", "trailing", "corners", "none", "original"]),
    (["--theme", "--bell"], ["Missing", "system", "light", "dark"]),
    (["--scale"], ["Missing", "0.5 to 8"]),
    (["--geometry"], ["Missing", "WIDTHxHEIGHT", "+X+Y"]),
    (["--generate", "dice"], ["--generate", "dice", "characters:8", "words:32"]),
    (["--blocklist"], ["Missing", "one blocked password per line"]),
    (
      ["--policy", "none.toml"],
      [
        "cannot read --policy file 'none.toml': No such file",
        "; use one of default, original-6, original-8, nist, or the path of a policy file.",
      ]
    ),
    (
      ["--policy", "/dev/null"],
      ["cannot read --policy file '/dev/null': A regular file is required, not a pipe or device."]
    ),
    (
      ["--blocklist", "none.txt"],
      ["cannot read --blocklist file 'none.txt': No such file", "; use the path of a file with one"]
    ),
    (
      ["check", "--blocklist", "/dev/null"],
      ["cannot read --blocklist file '/dev/null': A regular file is required, not a pipe or device."]
    ),
    (["check", "stray"], ["'stray'", "Valid options: --policy, --blocklist, --version, --help."]),
    (["check", "--policy", "weak"], ["--policy", "default", "original-6", "original-8", "nist"]),
    (["--bell", "check", "--snap", "edges"], ["Write the options of 'check' after it: 'tactile check ["]),
    (["check", "--no-such-option"], ["--no-such-option", "Valid options: --policy, --blocklist"]),
    (["verify", "stray"], ["'stray'", "Valid options: --secret-service, --version, --help."]),
    (["--blocklist", "x", "verify"], ["Write the options of 'verify' after it"]),
    (["message", "--bell", "text"], ["Unknown option '--bell'", "Valid options: --ok-label, --title,"]),
    (["--bell=yes"], ["--bell", "does not take"]),
    (["--no-such-option"], ["--no-such-option"] + options), (["-x"], ["-x"] + options),
    (["--scal", "2"], ["--scal'", "'--scale'"] + options),
    (
      ["stray"],
      [
        "stray",
        "Valid commands: check, verify, askpass, pinentry, new-password, tokens, confirm, message, "
          + "ask-password-agent, polkit-agent, button, help.",
      ] + options
    ),
    (["--bell", "stray"], ["stray"] + options),
  ]

  static let options = [
    "--snap", "--shape", "--drag", "--dim", "--tap", "--bell", "--theme", "--policy", "--blocklist",
    "--secret-service", "--reveal-timeout", "--clipboard-timeout", "--grab-keyboard", "--generate",
    "--tokens",
    "--completions", "--duplicates", "--delimiters", "--control-arrow", "--scale", "--geometry",
    "--reduce-motion", "--version", "--help",
  ]

  @Test(arguments: cases(mistakes, common: 7))
  func `prints one line with the valid values`(
    arguments: [String], words: [String]
  ) throws {
    let error = try #require(throws: (any Error).self) { try Self.parse(arguments) }
    #expect(!TactileCommand.exitCode(for: error).isSuccess)
    let line = UsageError.line(for: error)
    #expect(!line.contains("\n"))
    #expect(line.hasSuffix(".") || line.hasSuffix(")"))
    for word in words { #expect(line.contains(word), "\(line)") }
  }

  @Test func `lists many valid values in one sentence`() throws {
    let error = try #require(throws: (any Error).self) {
      try TactileCommand.command(["button", "--move", "nowhere"])
    }
    #expect(
      UsageError.line(for: error)
        == "The value 'nowhere' is invalid for '--move <EDGE>'. Please provide one of left, right, top, bottom, "
        + "top-left, top-right, bottom-left, bottom-right.")
  }

  /// Parses the arguments and reads the files that they name.
  private static func parse(_ arguments: [String]) throws {
    switch try TactileCommand.command(arguments) {
    case let window as TactileCommand: _ = try window.options
    case let check as CheckCommand: _ = try check.passwords.passwordPolicy()
    default: break
    }
  }

  @Test(arguments: cases(options.filter { !["--version", "--help"].contains($0) }))
  func `names every option that a subcommand does not accept`(option: String) throws {
    let accepted = ["check": ["--policy", "--blocklist"], "verify": ["--secret-service"]]
    for (command, names) in accepted where !names.contains(option) {
      let error = try #require(throws: (any Error).self) { try TactileCommand.command([command, option]) }
      let line = UsageError.line(for: error)
      #expect(line.contains("Unknown option '\(option)'"), "\(line)")
      #expect(line.contains("Valid options: \(names.joined(separator: ", ")), --version, --help."), "\(line)")
    }
  }

  @Test func `lists each option once`() throws {
    let error = try #require(throws: (any Error).self) { try TactileCommand.parse(["stray"]) }
    let line = UsageError.line(for: error)
    #expect(line.hasSuffix("Valid options: \(Self.options.joined(separator: ", "))."))
  }
}

@Suite struct `Command line help` {
  @Test func `completes the values of lists`() {
    let script = TactileCommand.completionScript(for: .zsh)
    #expect(script.contains("'characters' 'words'"))
    #expect(script.contains("'comma' 'semicolon' 'space' 'enter' 'tab' 'focus-loss'"))
  }
}
