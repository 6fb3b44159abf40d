import ArgumentParser
import ScreenDriver
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
      #expect(help.count >= 3)
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
        // Titles are section headings.
        let text = line.last == ":" ? line.dropLast().uppercased() : String(line)
        #expect(page.contains(Self.words(of: text)), "\(name).1 lacks '\(text)'")
      }
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
    try contents(ofFile: "\(TestName.packageDirectory)/Documentation/man/\(name).1")
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
  /// label, or is the next line.
  private static func options(ofHelp help: String) -> [String: String] {
    let lines = help.split(separator: "\n")
    var options: [String: String] = [:]
    for (line, next) in zip(lines, lines.dropFirst() + [""]) {
      guard let match = line.wholeMatch(of: #/ +(?:-\w, )?(--[a-z-]+)(?: <[^>]*>)? *(.*)/#)
      else { continue }
      options[String(match.1)] = match.2.isEmpty ? words(of: String(next)) : String(match.2)
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
