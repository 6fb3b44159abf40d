import ArgumentParser
import Controls
import Glibc
import ScreenDriver
import Testing
import Toolkit
import Windowing

@testable import Tactile

@Suite struct `Dialog command options` {
  private static func settings(_ arguments: [String]) throws -> DialogSettings {
    try DialogOptions.parse(arguments).settings
  }

  @Test(arguments: [
    ("33554435", 33_554_435 as UInt), ("0x2000003", 0x200_0003), ("0X2000003", 0x200_0003),
    ("4294967295", 0xFFFF_FFFF),
  ])
  func `set the parent to a decimal or hexadecimal id`(text: String, id: UInt) throws {
    #expect(try Self.settings(["--parent", text]).parent == id)
  }

  @Test(arguments: ["", "0", "0x0", "-1", "0x", "0x-1", "1.5", "4294967296", "window"])
  func `reject other ids of a parent`(text: String) {
    #expect(throws: (any Error).self) { try Self.settings(["--parent", text]) }
  }

  @Test(arguments: [("1", Duration.seconds(1)), ("86400", .seconds(86_400)), ("never", nil)])
  func `set the timeout, which is off by default`(text: String, timeout: Duration?) throws {
    #expect(try Self.settings(["--timeout", text]).timeout == timeout)
    #expect(try Self.settings([]).timeout == nil)
  }

  @Test(arguments: ["0", "-1", "86401", "1.5", ""])
  func `reject other timeouts`(text: String) {
    #expect(throws: (any Error).self) { try Self.settings(["--timeout", text]) }
  }

  @Test func `choose the keyboard grab, else the command does`() throws {
    #expect(try Self.settings([]).grabsKeyboard == nil)
    #expect(try Self.settings(["--grab"]).grabsKeyboard == true)
    #expect(try Self.settings(["--grab", "--no-grab"]).grabsKeyboard == false)
  }

  @Test func `set the title, the text, the theme and the scale`() throws {
    let settings = try Self.settings(["--title", "A", "--text", "B", "--theme", "dark", "--scale", "2"])
    #expect(settings.title == "A" && settings.text == "B")
    #expect(settings.preferences.colorScheme == .dark)
    #expect(settings.scale == 2)
  }

  /// The options with free text or a path, by their commands.
  @Test(arguments: [
    ("confirm", ["--title", "--text", "--ok-label", "--cancel-label"]),
    ("message", ["--title", "--text", "--ok-label"]),
    ("askpass", ["--title", "--text"]),
    ("tokens", ["--tokens", "--completions", "--kind", "--separator", "--text"]),
    ("new-password", ["--policy", "--blocklist", "--title"]),
    ("ask-password-agent", ["--directory", "--text"]), ("polkit-agent", ["--helper"]),
  ])
  func `take a value that begins with a hyphen`(command: String, options: [String]) {
    for (option, value) in options.flatMap({ option in ["-x", "-5 degrees", "--a"].map { (option, $0) } }) {
      let text = ["confirm", "message"].contains(command) ? ["Text"] : []
      #expect(throws: Never.self) { try TactileCommand.parseAsRoot([command, option, value] + text) }
    }
  }

  @Test func `accept the same dialog options in every command with a dialog`() throws {
    let common = ["--theme", "light", "--scale", "2", "--timeout", "5", "--no-grab"]
    let options = common + ["--title", "A", "--text", "B", "--parent", "1"]
    let commands = ["askpass", "new-password", "tokens", "confirm", "message", "ask-password-agent"]
    for command in commands {
      let text = ["confirm", "message"].contains(command) ? ["Text"] : []
      #expect(throws: Never.self) { try TactileCommand.parseAsRoot([command] + options + text) }
    }
    // The text and the owner of its dialogs come from the requests.
    #expect(throws: Never.self) { try TactileCommand.parseAsRoot(["polkit-agent"] + common) }
    for option in ["--title", "--text", "--parent"] {
      #expect(throws: (any Error).self) { try TactileCommand.parseAsRoot(["polkit-agent", option, "1"]) }
    }
  }
}

@Suite struct `Token command options` {
  @Test(arguments: [
    ("text", "anything", true), ("email", "a@b.org", true), ("email", "a", false), ("[0-9]+", "42", true),
    ("text", "a\nb", false), ("text", "a\r", false), ("text", "a\u{2028}b", false), ("text", "a\0", false),
    ("email", "\"a\nb\" <a@b.org>", false), ("[^a]+", "b\nb", false), ("[0-9]+", "4x", false),
    ("[0-9]+", "x42", false), ("a|b", "b", true), ("a|b", "ab", false),
  ])
  func `accept tokens that match the kind completely`(kind: String, token: String, isAccepted: Bool) throws {
    let command = try TokensCommand.parse(["--kind", kind])
    #expect((command.kind.problem(of: token, in: EnglishStrings.shared) == nil) == isAccepted)
  }

  @Test func `reject an invalid regular expression with the valid kinds`() throws {
    let error = try #require(throws: (any Error).self) {
      try TactileCommand.parseAsRoot(["tokens", "--kind", "["])
    }
    #expect(UsageError.line(for: error).contains("'email', 'text', or a POSIX extended regular expression"))
  }

  @Test(arguments: [[], ["--min", "0"], ["--min", "2", "--max", "2"], ["--max", "1"]])
  func `accept a minimum up to the maximum`(arguments: [String]) {
    #expect(throws: Never.self) { try TokensCommand.parse(arguments) }
  }

  @Test(arguments: [["--min", "-1"], ["--max", "0"], ["--min", "3", "--max", "2"], ["--min", "x"]])
  func `reject other numbers of tokens`(arguments: [String]) {
    #expect(throws: (any Error).self) { try TokensCommand.parse(arguments) }
  }

  @Test(arguments: [
    ([], "a↵b↵"), (["--separator", ", "], "a, b↵"), (["--null"], "a␀b␀"),
  ])
  func `print the tokens with the separator`(arguments: [String], output: String) throws {
    let command = try TokensCommand.parse(arguments)
    // A test's name with a NUL character is cut in the log.
    let text = command.output(of: ["a", "b"]).map { $0 == "\0" ? "␀" : $0 == "\n" ? "↵" : $0 }
    #expect(String(text) == output)
    #expect(command.output(of: []).isEmpty)
  }

  @Test func `reject a separator together with NUL`() {
    #expect(throws: (any Error).self) { try TokensCommand.parse(["--null", "--separator", ","]) }
  }
}

@Suite struct `Options of other dialog commands` {
  @Test func `join the words of a prompt, which may follow two hyphens`() throws {
    #expect(try AskpassCommand.parse(["Enter", "PIN:"]).prompt.text == "Enter PIN:")
    #expect(try AskpassCommand.parse(["--", "--theme"]).prompt.text == "--theme")
    #expect(try AskpassCommand.parse(["-5", "--", "--", "a"]).prompt.text == "-5 -- a")
    #expect(try AskpassCommand.parse([]).prompt.text == nil)
  }

  @Test(arguments: ["confirm", "message"])
  func `require a text for questions and messages, which may begin with a hyphen`(command: String) throws {
    for arguments in [
      ["-5 degrees"], ["--text", "A"], ["--text", "A", "B"], ["-5", "--theme", "dark"], ["--", "--x"],
      ["--a b"], ["-"], ["-x"],
      ["-what is it"], ["A", "B"],
    ] {
      #expect(throws: Never.self) { try TactileCommand.parseAsRoot([command] + arguments) }
    }
    for (arguments, reason) in [
      ([], "text"), (["--okk-label", "A"], "'--okk-label'"), (["--okk"], "after '--'"),
      (["--okk=a b", "A"], "'--okk"),
    ] {
      let error = try #require(throws: (any Error).self) {
        try TactileCommand.parseAsRoot([command] + arguments)
      }
      #expect(UsageError.line(for: error).contains(reason), "\(arguments)")
    }
  }

  @Test func `accept a keyring for a new password only if it is stored`() {
    #expect(throws: Never.self) { try NewPasswordCommand.parse(["--store", "--secret-service"]) }
    #expect(throws: (any Error).self) { try NewPasswordCommand.parse(["--secret-service"]) }
  }
}

@Suite struct `Pinentry arguments` {
  @Test(arguments: [
    ["--display", ":5", "--timeout", "7", "--parent-wid", "9"],
    ["--display=:5", "--timeout=7", "--parent-wid=9"],
    ["-D", ":5", "-o", "7", "-W", "9"], ["-D:5", "-o7", "-W9"],
  ])
  func `have values after a blank, an equals sign or a letter`(arguments: [String]) {
    let parsed = PinentryArguments(arguments)
    #expect(parsed.display == ":5" && parsed.timeout == 7 && parsed.parentWindow == 9)
    #expect(parsed.unknown.isEmpty)
  }

  @Test func `have the defaults of GnuPG`() {
    let parsed = PinentryArguments([])
    #expect(parsed.display == nil && parsed.timeout == 60 && parsed.grabsKeyboard)
    #expect(PinentryArguments(["--timeout", "-3"]).timeout == 0)
    #expect(PinentryArguments(["--timeout", "x"]).timeout == 60)
  }

  @Test func `disable the keyboard grab`() {
    #expect(!PinentryArguments(["--no-global-grab"]).grabsKeyboard)
    #expect(!PinentryArguments(["-g"]).grabsKeyboard)
  }

  @Test func `ignore the options of terminals, and list unknown ones`() {
    let parsed = PinentryArguments([
      "--ttyname", "/dev/pts/1", "--ttytype=xterm", "-Cen_US", "-M", "de_DE", "--debug", "--new-option", "-x",
    ])
    #expect(parsed.unknown == ["--new-option", "-x"])
    #expect(parsed.display == nil)
  }

  @Test func `request the version or the help`() {
    #expect(PinentryArguments(["--version"]).showsVersion)
    #expect(PinentryArguments(["--help"]).showsHelp && PinentryArguments(["-h"]).showsHelp)
  }
}

@Suite struct `Links to the program` {
  /// Runs the program by a link with the given name, without a display.
  private static func run(_ name: String, _ arguments: [String], input: [UInt8] = []) throws -> Run {
    let directory = try TemporaryDirectory()
    let link = "\(directory.path)/\(name)"
    try #require(symlink(Program.path, link) == 0)
    // `Run` passes the path of the program before the arguments. The shell replaces it by the link.
    let launcher = ["sh", "-c", "link=$1; shift 2; exec \"$link\" \"$@\"", "sh", link]
    let environment = ["TACTILE_PINENTRY_FALLBACK": "/nonexistent"]
    return try Run(arguments, by: launcher, environment: environment, input: input)
  }

  @Test(arguments: ["pinentry-tactile", "pinentry", "pinentry-x11"])
  func `start pinentry by a name that begins with pinentry`(name: String) throws {
    let run = try Self.run(name, ["--version"])
    #expect(run.termination == .exited(0))
    #expect(run.output == "pinentry-tactile (pinentry) \(version)\n")
  }

  @Test func `start askpass with all arguments as the prompt`() throws {
    for arguments in [["Password:"], ["--no-such-option"], []] {
      let run = try Self.run("tactile-askpass", arguments)
      #expect(run.termination == .exited(3), "\(run.errorOutput)")
      #expect(run.output.isEmpty)
    }
  }

  @Test func `start the window by other names`() throws {
    let run = try Self.run("tactile-test", ["--no-such-option"])
    #expect(run.termination == .exited(2))
  }
}
