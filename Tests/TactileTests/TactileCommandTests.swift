import ArgumentParser
import Controls
import Motion
import Scene
import Secrets
import Testing
import X11Shell

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
      try TactileCommand.parseAsRoot(["check", "--policy", word]) as? CheckCommand)
    #expect(try check.passwords.passwordPolicy() == policy)
  }

  @Test func `P8 store the hash in a file by default, or in the keyring`() throws {
    #expect(try TactileCommand.parse([]).options.storage == .file)
    #expect(try TactileCommand.parse(["--secret-service"]).options.storage == .keyring)
    for (arguments, choice) in [
      (["verify"], .file), (["verify", "--secret-service"], .keyring),
      (["--secret-service", "verify"], .keyring),
    ] as [([String], StorageOption)] {
      let verify = try #require(try TactileCommand.parseAsRoot(arguments) as? VerifyCommand)
      #expect(verify.storage.choice == choice)
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
  func `set the reveal timeout`(word: String, time: Duration?) throws {
    #expect(try TactileCommand.parse(["--reveal-timeout", word]).options.revealTimeout == time)
    #expect(try TactileCommand.parse([]).options.revealTimeout == .seconds(30))
  }

  @Test(arguments: [("1", Duration.seconds(1)), ("86400", .seconds(86_400)), ("never", nil)])
  func `set the clipboard timeout`(word: String, time: Duration?) throws {
    #expect(try TactileCommand.parse(["--clipboard-timeout", word]).options.clipboardTimeout == time)
    #expect(try TactileCommand.parse([]).options.clipboardTimeout == .seconds(60))
  }

  @Test(arguments: ["0", "86401", "-1", "1.5", "Never", ""])
  func `reject invalid timeouts`(word: String) {
    for option in ["reveal-timeout", "clipboard-timeout"] {
      #expect(throws: (any Error).self) { try TactileCommand.parse(["--\(option)=\(word)"]) }
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
    ]).options.tokens
    #expect(options.path == "a" && options.completionsPath == "b")
    #expect(options.configuration.duplicates == .move)
    #expect(options.configuration.delimiters == [.space, .leaving])
    #expect(options.configuration.controlArrow == .token)
    #expect(try TactileCommand.parse([]).options.tokens == TokenOptions())
    #expect(throws: (any Error).self) { try TactileCommand.parse(["--delimiters", "comma,dot"]) }
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
    #expect(command.tap == .toggle)
  }

  @Test func `B10 set the tap action, which is toggle by default`() throws {
    #expect(try TactileCommand.parse([]).tap == .toggle)
    #expect(try TactileCommand.parse(["--tap", "expand"]).tap == .expand)
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

@Suite struct `Deprecated command line options` {
  /// Arguments with an old name or value, and the same arguments in the new form.
  static let aliases: [(old: [String], new: [String])] = [
    (["--keys", "seed"], ["--control-arrow", "ends"]),
    (["--keys", "gtk"], ["--control-arrow", "token"]),
    (["--control-arrow", "gtk"], ["--control-arrow", "token"]),
    (["--grab"], ["--grab-keyboard"]),
    (["--reveal-time", "7"], ["--reveal-timeout", "7"]),
    (["--reveal-time=never"], ["--reveal-timeout=never"]),
    (["--clipboard-time", "7"], ["--clipboard-timeout", "7"]),
    (["--clipboard-time=never"], ["--clipboard-timeout=never"]),
    (["--snap", "seed"], ["--snap", "original"]),
    (["--policy", "seed0"], ["--policy", "original-6"]),
    (["--policy", "seed2"], ["--policy", "original-8"]),
    (["--delimiters", "tab,leaving"], ["--delimiters", "tab,focus-loss"]),
  ]

  @Test(arguments: aliases)
  func `have the same effect as the new form`(old: [String], new: [String]) throws {
    #expect(try TactileCommand.parse(old).options == TactileCommand.parse(new).options)
  }

  @Test(arguments: ["check", "verify"])
  func `are rejected by subcommands, as all window options are`(command: String) throws {
    for arguments in [["--keys", "gtk"], ["--grab"], ["--reveal-time", "7"], ["--clipboard-time", "7"]] {
      for line in [arguments + [command], [command] + arguments] {
        let error = try #require(throws: (any Error).self) { try TactileCommand.parseAsRoot(line) }
        #expect(UsageError.line(for: error).contains("'\(command)' does not accept window options"))
      }
    }
  }

  @Test func `are not in the help`() {
    let help = ([TactileCommand.self] + TactileCommand.configuration.subcommands).map {
      TactileCommand.helpMessage(for: $0, columns: 200)
    }.joined()
    let words = Set(help.split { !$0.isLetter && !$0.isNumber && $0 != "-" })
    for alias in [
      "--keys", "--grab", "--reveal-time", "--clipboard-time", "seed", "gtk", "seed0", "seed2",
      "leaving",
    ] {
      #expect(!words.contains(Substring(alias)))
    }
  }

  @Test(arguments: [
    (["--snap", "x"], "seed"), (["--policy", "x"], "seed0"), (["--delimiters", "x"], "leaving"),
    (["--control-arrow", "x"], "gtk"), (["stray"], "--keys"),
    (["--keyz"], "--keys"),
  ])
  func `are not in error messages`(arguments: [String], alias: String) throws {
    let error = try #require(throws: (any Error).self) {
      try TactileCommand.parse(arguments).options
    }
    #expect(!UsageError.line(for: error).contains(alias))
  }
}

@Suite struct `Invalid command line` {
  /// Arguments, and the texts that the line must contain.
  static let mistakes: [(arguments: [String], words: [String])] = [
    (["--snap", "sideways"], ["--snap", "edges", "trailing", "corners", "none", "original"]),
    (["--snap", "free"], ["--snap", "edges", "trailing", "corners", "none", "original"]),
    (["--shape", "cube"], ["--shape", "button", "ball"]),
    (["--drag", "never"], ["--drag", "long-press", "immediate"]),
    (["--dim", "always"], ["--dim", "idle", "never"]),
    (["--tap", "twice"], ["--tap", "toggle", "expand"]),
    (["--theme", "pink"], ["--theme", "system", "light", "dark"]),
    (["--policy", "weak"], ["--policy", "default", "original-6", "original-8", "nist"]),
    (["--scale", "big"], ["--scale", "0.5 to 8"]), (["--scale", "-1"], ["--scale", "0.5 to 8"]),
    (["--scale", "0x2"], ["--scale", "0.5 to 8"]),
    (["--scale", "0"], ["--scale", "0.5 to 8"]), (["--scale", "8.1"], ["--scale", "0.5 to 8"]),
    (["--scale", "nan"], ["--scale", "0.5 to 8"]), (["--scale", "inf"], ["--scale", "0.5 to 8"]),
    (["--geometry", "large"], ["--geometry", "WIDTHxHEIGHT", "+X+Y"]),
    (["--geometry", "0x0"], ["--geometry", "WIDTHxHEIGHT", "+X+Y"]),
    (["--snap"], ["Missing", "edges", "trailing", "corners", "none", "original"]),
    (["--shape"], ["Missing", "button", "ball"]),
    (["--drag"], ["Missing", "long-press", "immediate"]),
    (["--dim"], ["Missing", "idle", "never"]), (["--tap"], ["Missing", "toggle", "expand"]),
    (["--theme", "--bell"], ["Missing", "system", "light", "dark"]),
    (["--policy"], ["Missing", "default", "original-6", "original-8", "nist"]),
    (["--scale"], ["Missing", "0.5 to 8"]),
    (["--geometry"], ["Missing", "WIDTHxHEIGHT", "+X+Y"]),
    (["--generate", "dice"], ["--generate", "dice", "characters:8", "words:32"]),
    (["--blocklist"], ["Missing", "one forbidden password per line"]),
    (
      ["--policy", "none.toml"],
      ["--policy: none.toml: No such file", "default, original-6, original-8, nist"]
    ),
    (["--blocklist", "none.txt"], ["none.txt: No such file"]),
    (["check", "stray"], ["'stray'", "Valid options: --policy, --blocklist, --version, --help."]),
    (["check", "--policy", "weak"], ["--policy", "default", "original-6", "original-8", "nist"]),
    (["check", "--shape", "ball"], ["'check'", "does not accept window options"]),
    (["check", "--no-such-option"], ["--no-such-option", "Valid options: --policy, --blocklist"]),
    (["check", "--secret-service"], ["'check'", "--secret-service"]),
    (["verify", "stray"], ["'stray'", "Valid options: --secret-service, --version, --help."]),
    (["verify", "--policy", "nist"], ["'verify'", "--policy"]),
    (["--blocklist", "x", "verify"], ["'verify'", "--blocklist"]),
    (["--bell=yes"], ["--bell", "does not take"]),
    (["--no-such-option"], ["--no-such-option"] + options), (["-x"], ["-x"] + options),
    (["--scal", "2"], ["--scal'", "'--scale'"] + options), (["stray"], ["stray"] + options),
    (["--bell", "stray"], ["stray"] + options),
  ]

  static let options = [
    "--snap", "--shape", "--drag", "--dim", "--tap", "--bell", "--theme", "--policy", "--blocklist",
    "--secret-service", "--reveal-timeout", "--clipboard-timeout", "--grab-keyboard", "--generate",
    "--tokens",
    "--completions", "--duplicates", "--delimiters", "--control-arrow", "--scale", "--geometry",
    "--reduce-motion", "--version", "--help",
  ]

  @Test(arguments: mistakes)
  func `prints one line with the valid values`(
    arguments: [String], words: [String]
  ) throws {
    let error = try #require(throws: (any Error).self) { try Self.carryOut(arguments) }
    #expect(!TactileCommand.exitCode(for: error).isSuccess)
    let line = UsageError.line(for: error)
    #expect(!line.contains("\n"))
    // The message about a blocklist file ends with the reason, without a period.
    #expect(line.hasSuffix(".") || line.hasSuffix(")") || line.hasSuffix("directory"))
    for word in words { #expect(line.contains(word), "\(line)") }
  }

  /// Parses the arguments and reads the files that they name.
  private static func carryOut(_ arguments: [String]) throws {
    switch try TactileCommand.parseAsRoot(arguments) {
    case let window as TactileCommand: _ = try window.options
    case let check as CheckCommand: _ = try check.passwords.passwordPolicy()
    default: break
    }
  }

  @Test func `lists each option once`() throws {
    let error = try #require(throws: (any Error).self) { try TactileCommand.parse(["stray"]) }
    let line = UsageError.line(for: error)
    #expect(line.hasSuffix("Valid options: \(Self.options.joined(separator: ", "))."))
  }
}

@Suite struct `Command line help` {
  @Test func `lists every option with all of its values`() {
    let help = TactileCommand.helpMessage(columns: 200)
    for option in `Invalid command line`.options { #expect(help.contains(option)) }
    for values in [
      "edges, trailing, corners, none, original", "button, ball", "long-press, immediate",
      "idle, never", "toggle, expand", "system, light, dark", "default, original-6, original-8, nist",
      "0.5 to 8", "WIDTHxHEIGHT",
    ] {
      #expect(help.contains(values))
    }
  }

  @Test func `lists the subcommands`() throws {
    let help = TactileCommand.helpMessage(columns: 200)
    for command in TactileCommand.configuration.subcommands {
      #expect(help.contains("  \(command.configuration.commandName ?? "?") "))
      #expect(help.contains(command.configuration.abstract))
    }
  }

  @Test func `exits with success, as the version does`() throws {
    for argument in ["--help", "-h", "--version"] {
      let error = try #require(throws: (any Error).self) { try TactileCommand.parse([argument]) }
      #expect(TactileCommand.exitCode(for: error).isSuccess)
    }
  }

  @Test func `has a version option that prints three numbers`() throws {
    let error = try #require(throws: (any Error).self) { try TactileCommand.parse(["--version"]) }
    #expect(TactileCommand.message(for: error) == version)
    #expect(version.split(separator: ".").compactMap { Int($0) }.count == 3)
  }
}
