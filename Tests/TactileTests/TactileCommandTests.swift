import ArgumentParser
import Controls
import Motion
import Scene
import Secrets
import Testing
import X11Shell

@testable import Tactile

@Suite struct `The command line` {
  @Test func `is empty for a button that is held to be dragged and snaps to edges`() throws {
    let options = try TactileCommand.parse([]).options
    // Without arguments the program does without the parser.
    #expect(options == WindowOptions())
    let button = options.button.configuration
    #expect(button == FloatingButton.Configuration())
    #expect(button.snap == .edges)
    #expect(button.drag == .longPress)
    #expect(button.dims == false)
    #expect(button.ringsBell == false)
    #expect(options.wishes == Wishes())
    #expect(options.policy == .default)
    #expect(options.scale == nil)
    #expect(options.geometry == nil)
  }

  @Test func `B8 asks for a ball that is dragged at once, stays where it is and dims`() throws {
    let button = try TactileCommand.parse(["--shape", "ball"]).options.button.configuration
    #expect(button.shape == .ball)
    #expect(button.drag == .immediate)
    #expect(button.snap == .free)
    #expect(button.dims == true)
  }

  @Test func `B8 lets a ball be as it is said to be`() throws {
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
    ("seed", .seed),
  ])
  func `B6 chooses where the button comes to rest`(word: String, mode: SnapMode) throws {
    #expect(try TactileCommand.parse(["--snap", word]).options.button.snap == mode)
  }

  @Test(arguments: [
    ("default", PasswordPolicy.default), ("seed0", .seed0), ("seed2", .seed2), ("nist", .nist),
  ])
  func `P2 chooses what a password must be`(word: String, policy: PasswordPolicy) throws {
    #expect(try TactileCommand.parse(["--policy", word]).options.policy == policy)
    let check = try #require(
      try TactileCommand.parseAsRoot(["check", "--policy", word]) as? CheckCommand)
    #expect(try check.passwords.passwordPolicy() == policy)
  }

  @Test func `P8 keeps passwords in a file, or in the keyring if asked`() throws {
    #expect(try TactileCommand.parse([]).options.storage == .file)
    #expect(try TactileCommand.parse(["--secret-service"]).options.storage == .keyring)
    for (arguments, choice) in [
      (["verify"], .file), (["verify", "--secret-service"], .keyring),
      (["--secret-service", "verify"], .keyring),
    ] as [([String], StorageChoice)] {
      let verify = try #require(try TactileCommand.parseAsRoot(arguments) as? VerifyCommand)
      #expect(verify.storage.choice == choice)
    }
  }

  @Test(arguments: [("system", nil), ("light", DesktopSettings.ColorScheme.light), ("dark", .dark)])
  func `W3 chooses the theme`(word: String, scheme: DesktopSettings.ColorScheme?) throws {
    #expect(try TactileCommand.parse(["--theme", word]).options.wishes.colorScheme == scheme)
  }

  @Test func `takes the keyboard where that is asked for`() throws {
    #expect(try TactileCommand.parse(["--grab"]).options.grabsKeyboard)
    #expect(try !TactileCommand.parse([]).options.grabsKeyboard)
  }

  @Test(arguments: [("1", Duration.seconds(1)), ("86400", .seconds(86_400)), ("never", nil)])
  func `chooses for how long a password stays revealed`(word: String, time: Duration?) throws {
    #expect(try TactileCommand.parse(["--reveal-time", word]).options.revealTime == time)
    #expect(try TactileCommand.parse([]).options.revealTime == .seconds(30))
  }

  @Test(arguments: [("1", Duration.seconds(1)), ("86400", .seconds(86_400)), ("never", nil)])
  func `chooses for how long a copied password is offered`(word: String, time: Duration?) throws {
    #expect(try TactileCommand.parse(["--clipboard-time", word]).options.clipboardTime == time)
    #expect(try TactileCommand.parse([]).options.clipboardTime == .seconds(60))
  }

  @Test(arguments: ["0", "86401", "-1", "1.5", "Never", ""])
  func `takes no other times for that`(word: String) {
    for option in ["reveal-time", "clipboard-time"] {
      #expect(throws: (any Error).self) { try TactileCommand.parse(["--\(option)=\(word)"]) }
    }
  }

  @Test(arguments: [
    ("characters", PasswordGenerator.Kind.characters(20)), ("characters:8", .characters(8)),
    ("characters:128", .characters(128)), ("words", .words(6)), ("words:3", .words(3)),
    ("words:32", .words(32)),
  ])
  func `chooses what passwords are made of by chance`(
    word: String, kind: PasswordGenerator.Kind
  ) throws {
    #expect(try TactileCommand.parse(["--generate", word]).options.generate == kind)
    #expect(try TactileCommand.parse([]).options.generate == nil)
  }

  @Test(arguments: [
    "", ":", "letters", "words:", "words:2", "words:33", "words:x", "words:3:4", "characters:7",
    "characters:129", "characters:-8", "Words",
  ])
  func `makes none of anything else`(word: String) {
    #expect(throws: (any Error).self) { try TactileCommand.parse(["--generate=\(word)"]) }
  }

  @Test func `B9 has the button dim if asked`() throws {
    #expect(try TactileCommand.parse(["--dim", "idle"]).options.button.dims == true)
  }

  @Test func `sets the token field up`() throws {
    let options = try TactileCommand.parse([
      "--tokens", "a", "--completions", "b", "--duplicates", "move", "--delimiters",
      "space,leaving", "--keys", "gtk",
    ]).options.tokens
    #expect(options.path == "a" && options.completionsPath == "b")
    #expect(options.configuration.duplicates == .move)
    #expect(options.configuration.delimiters == [.space, .leaving])
    #expect(options.configuration.controlArrow == .token)
    #expect(try TactileCommand.parse([]).options.tokens == TokenOptions())
    #expect(throws: (any Error).self) { try TactileCommand.parse(["--delimiters", "comma,dot"]) }
  }

  @Test func `takes a scale, a geometry, the bell and less motion`() throws {
    let command = try TactileCommand.parse([
      "--scale", "1.5", "--geometry", "800x600+10+20", "--bell", "--reduce-motion", "--tap",
      "toggle",
    ])
    #expect(command.scale == 1.5)
    #expect(command.geometry == WindowGeometry("800x600+10+20"))
    #expect(try command.options.button.ringsBell == true)
    #expect(try command.options.wishes.reducesMotion == true)
    #expect(command.tap == .toggle)
  }

  @Test func `B10 has a tap toggle unless it is to expand`() throws {
    #expect(try TactileCommand.parse([]).tap == .toggle)
    #expect(try TactileCommand.parse(["--tap", "expand"]).tap == .expand)
  }

  @Test(arguments: ["-0-0", "-10+20", "640x480-5-5"])
  func `takes a geometry from the screen's far edges`(geometry: String) throws {
    let command = try TactileCommand.parse(["--geometry", geometry])
    #expect(command.geometry != nil && command.geometry == WindowGeometry(geometry))
  }

  @Test(arguments: ["0.5", "8", "1", "2.25"])
  func `takes a scale from 0.5 to 8`(scale: String) throws {
    #expect(try TactileCommand.parse(["--scale", scale]).scale == Double(scale))
  }
}

@Suite struct `A wrong command line` {
  /// Arguments, and what the line must say.
  static let mistakes: [(arguments: [String], words: [String])] = [
    (["--snap", "sideways"], ["--snap", "edges", "trailing", "corners", "none", "seed"]),
    (["--snap", "free"], ["--snap", "edges", "trailing", "corners", "none", "seed"]),
    (["--shape", "cube"], ["--shape", "button", "ball"]),
    (["--drag", "never"], ["--drag", "long-press", "immediate"]),
    (["--dim", "always"], ["--dim", "idle", "never"]),
    (["--tap", "twice"], ["--tap", "toggle", "expand"]),
    (["--theme", "pink"], ["--theme", "system", "light", "dark"]),
    (["--policy", "weak"], ["--policy", "default", "seed0", "seed2", "nist"]),
    (["--scale", "big"], ["--scale", "0.5 to 8"]), (["--scale", "-1"], ["--scale", "0.5 to 8"]),
    (["--scale", "0x2"], ["--scale", "0.5 to 8"]),
    (["--scale", "0"], ["--scale", "0.5 to 8"]), (["--scale", "8.1"], ["--scale", "0.5 to 8"]),
    (["--scale", "nan"], ["--scale", "0.5 to 8"]), (["--scale", "inf"], ["--scale", "0.5 to 8"]),
    (["--geometry", "large"], ["--geometry", "WIDTHxHEIGHT", "+X+Y"]),
    (["--geometry", "0x0"], ["--geometry", "WIDTHxHEIGHT", "+X+Y"]),
    (["--snap"], ["Missing", "edges", "trailing", "corners", "none", "seed"]),
    (["--shape"], ["Missing", "button", "ball"]),
    (["--drag"], ["Missing", "long-press", "immediate"]),
    (["--dim"], ["Missing", "idle", "never"]), (["--tap"], ["Missing", "toggle", "expand"]),
    (["--theme", "--bell"], ["Missing", "system", "light", "dark"]),
    (["--policy"], ["Missing", "default", "seed0", "seed2", "nist"]),
    (["--scale"], ["Missing", "0.5 to 8"]),
    (["--geometry"], ["Missing", "WIDTHxHEIGHT", "+X+Y"]),
    (["--generate", "dice"], ["--generate", "dice", "characters:8", "words:32"]),
    (["--blocklist"], ["Missing", "besides, one a line"]),
    (
      ["--policy", "none.toml"],
      ["--policy none.toml: No such file", "default, seed0, seed2, nist"]
    ),
    (["--blocklist", "none.txt"], ["none.txt: No such file"]),
    (["check", "stray"], ["'stray'", "Allowed: --policy, --blocklist, --version, --help."]),
    (["check", "--policy", "weak"], ["--policy", "default", "seed0", "seed2", "nist"]),
    (["check", "--shape", "ball"], ["'check'", "none of its options"]),
    (["check", "--no-such-option"], ["--no-such-option", "Allowed: --policy, --blocklist"]),
    (["check", "--secret-service"], ["'check'", "--secret-service"]),
    (["verify", "stray"], ["'stray'", "Allowed: --secret-service, --version, --help."]),
    (["verify", "--policy", "nist"], ["'verify'", "--policy"]),
    (["--blocklist", "x", "verify"], ["'verify'", "--blocklist"]),
    (["--bell=yes"], ["--bell", "does not take"]),
    (["--no-such-option"], ["--no-such-option"] + options), (["-x"], ["-x"] + options),
    (["--scal", "2"], ["--scal'", "'--scale'"] + options), (["stray"], ["stray"] + options),
    (["--bell", "stray"], ["stray"] + options),
  ]

  static let options = [
    "--snap", "--shape", "--drag", "--dim", "--tap", "--bell", "--theme", "--policy", "--blocklist",
    "--secret-service", "--reveal-time", "--clipboard-time", "--grab", "--generate", "--tokens",
    "--completions", "--duplicates", "--delimiters", "--keys", "--scale", "--geometry",
    "--reduce-motion", "--version", "--help",
  ]

  @Test(arguments: mistakes)
  func `is answered in one line that says what is allowed`(
    arguments: [String], words: [String]
  ) throws {
    let error = try #require(throws: (any Error).self) { try Self.carryOut(arguments) }
    #expect(!TactileCommand.exitCode(for: error).isSuccess)
    let line = UsageError.line(for: error)
    #expect(!line.contains("\n"))
    #expect(line.hasSuffix(".") || line.hasSuffix(")"))
    for word in words { #expect(line.contains(word), "\(line)") }
  }

  /// Reads what is asked for, from its files too.
  private static func carryOut(_ arguments: [String]) throws {
    switch try TactileCommand.parseAsRoot(arguments) {
    case let window as TactileCommand: _ = try window.options
    case let check as CheckCommand: _ = try check.passwords.passwordPolicy()
    default: break
    }
  }

  @Test func `names each option once`() throws {
    let error = try #require(throws: (any Error).self) { try TactileCommand.parse(["stray"]) }
    let line = UsageError.line(for: error)
    #expect(line.hasSuffix("Allowed: \(Self.options.joined(separator: ", "))."))
  }
}

@Suite struct `The help` {
  @Test func `lists every option with all of its values`() {
    let help = TactileCommand.helpMessage(columns: 200)
    for option in `A wrong command line`.options { #expect(help.contains(option)) }
    for values in [
      "edges, trailing, corners, none, seed", "button, ball", "long-press, immediate",
      "idle, never", "toggle, expand", "system, light, dark", "default, seed0, seed2, nist",
      "0.5 to 8", "WIDTHxHEIGHT",
    ] {
      #expect(help.contains(values))
    }
  }

  @Test func `lists the commands`() throws {
    let help = TactileCommand.helpMessage(columns: 200)
    for command in TactileCommand.configuration.subcommands {
      #expect(help.contains("  \(command.configuration.commandName ?? "?") "))
      #expect(help.contains(command.configuration.abstract))
    }
  }

  @Test func `is asked for and not a mistake, and so is the version`() throws {
    for argument in ["--help", "-h", "--version"] {
      let error = try #require(throws: (any Error).self) { try TactileCommand.parse([argument]) }
      #expect(TactileCommand.exitCode(for: error).isSuccess)
    }
  }

  @Test func `has the version beside it, which is three numbers`() throws {
    let error = try #require(throws: (any Error).self) { try TactileCommand.parse(["--version"]) }
    #expect(TactileCommand.message(for: error) == version)
    #expect(version.split(separator: ".").compactMap { Int($0) }.count == 3)
  }
}
