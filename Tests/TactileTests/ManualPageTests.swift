import ArgumentParser
import ScreenDriver
import TestSupport
import Testing

@testable import Tactile

@Suite struct `Manual pages` {
  static let pages: [(name: String, command: any ParsableCommand.Type)] =
    [("tactile", TactileCommand.self)]
    + TactileCommand.configuration.subcommands.map {
      ("tactile-\($0.configuration.commandName ?? "?")", $0)
    }

  @Test func `describe the same options in the same words as the help`() throws {
    for (name, command) in Self.pages {
      let page = Self.options(ofPage: try Self.page(name))
      let help = Self.options(ofHelp: TactileCommand.helpMessage(for: command, columns: 1_000))
      #expect(help.count >= 2)
      #expect(page == help, "\(name).1 differs from the help; run './run.sh manual'")
    }
  }

  @Test func `have the installed name, the version, and the abstract of the command as a phrase`() throws {
    for (name, command) in Self.pages {
      let lines = try Self.page(name).split(separator: "\n")
      #expect(lines.contains(".Nm \(name)"))
      #expect(lines.contains(".Os Tactile \(version)"))
      let abstract = command.configuration.abstract
      #expect(lines.contains(".Nd \(abstract.prefix(1).lowercased())\(abstract.dropFirst().dropLast())"))
    }
  }

  @Test func `contain every line of the discussion in the help`() throws {
    for (name, command) in Self.pages {
      let page = try Self.words(of: Self.unescaped(Self.page(name)))
      for line in command.configuration.discussion.split(separator: "\n") {
        // Titles are section headings. Explanations of examples are indented.
        let text = line.last == ":" && line.first != " " ? line.dropLast().uppercased() : String(line)
        #expect(page.contains(Self.words(of: text)), "\(name).1 lacks '\(text)'")
      }
    }
  }

  @Test func `have examples if the command shows a dialog`() throws {
    for command in TactileCommand.dialogCommands {
      let page = try Self.page("tactile-\(command.configuration.commandName ?? "?")")
      let examples = try #require(page.split(separator: ".Sh EXAMPLES\n").dropFirst().first)
      #expect(examples.contains(".Bd -literal"))
    }
  }

  @Test func `refer only to installed pages`() throws {
    let names = Set(Self.pages.map(\.name))
    for name in names {
      let references = try Self.page(name).split(separator: "\n").filter { $0.hasPrefix(".Xr ") }
        .map { String($0.split(separator: " ")[1]) }
      #expect(!references.isEmpty && !references.contains(name))
      #expect(names.isSuperset(of: references))
    }
  }

  private static func page(_ name: String) throws -> String {
    try contents(ofFile: "\(repositoryRoot)/Documentation/man/\(name).1")
  }

  /// Returns the descriptions in a page by the long names of the options.
  private static func options(ofPage page: String) -> [String: String] {
    let lines = page.split(separator: "\n")
    var options: [String: String] = [:]
    for (line, next) in zip(lines, lines.dropFirst()) where line.hasPrefix(".It Fl ") {
      guard let name = line.split(separator: " ").first(where: { $0.hasPrefix("-") }) else { continue }
      options["-\(name)"] = unescaped(String(next))
    }
    return options
  }

  /// Returns the descriptions in the help by the long names of the options. A description follows the
  /// label, or is the next line. `--name/--no-name` are two options with the same description.
  private static func options(ofHelp help: String) -> [String: String] {
    let lines = help.split(separator: "\n")
    var options: [String: String] = [:]
    for (line, next) in zip(lines, lines.dropFirst() + [""]) {
      guard let match = line.wholeMatch(of: #/ +(?:-\w, )?(--[a-z-]+)(?:/(--[a-z-]+))?(?: <[^>]*>)? *(.*)/#)
      else { continue }
      let text = match.3.isEmpty ? words(of: String(next)) : String(match.3)
      options[String(match.1)] = text
      if let opposite = match.2 { options[String(opposite)] = text }
    }
    return options
  }

  /// Returns the text with single spaces in place of line breaks and other spaces.
  private static func words(of text: String) -> String {
    text.split { $0 == " " || $0 == "\n" }.joined(separator: " ")
  }

  private static func unescaped(_ text: String) -> String {
    [("\\-", "-"), ("\\(aq", "'"), ("\\(ti", "~"), ("\\%", ""), ("\\e", "\\")].reduce(text) {
      $0.replacing($1.0, with: $1.1)
    }
  }
}
