import ScreenDriver
import TestSupport
import Testing

/// `./run.sh test --all` also executes the tutorial (`check_tutorial`).
@Suite struct `Documentation` {
  private static let programs = ["Examples", "Tests/Consumer", "Tests/SampleTests"]
  private static let tutorial = "Sources/Toolkit/Toolkit.docc/FirstWindow.md"

  /// Returns the pages and articles, as paths in the checkout.
  private static func documents() throws -> [String] {
    let modules = try names(inDirectory: repositoryRoot + "/Sources").map { "Sources/\($0)/\($0).docc" }
    return try ["README.md"]
      + (["Documentation"] + modules).flatMap { directory in
        try isDirectory(directory)
          ? names(inDirectory: "\(repositoryRoot)/\(directory)").filter { $0.hasSuffix(".md") }
            .map { "\(directory)/\($0)" } : []
      }
  }

  /// Returns the lines without indentation, and without blank lines.
  private static func lines(_ text: some StringProtocol) -> String {
    text.split(separator: "\n").map { $0.drop { $0 == " " } }.filter { !$0.isEmpty }.joined(separator: "\n")
  }

  /// Returns the contents of the Swift code blocks.
  private static func samples(in document: String) throws -> [String] {
    var (samples, sample): ([String], String?) = ([], nil)
    let text = try contents(ofFile: "\(repositoryRoot)/\(document)")
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("```") {
        if let sample { samples.append(sample) }
        sample = line == "```swift" ? "" : nil
      } else {
        sample?.append(line + "\n")
      }
    }
    return samples
  }

  @Test func `contains only Swift code that is compiled`() throws {
    let programs = try (Self.programs.flatMap(swiftSources(below:)) + Self.samples(in: Self.tutorial))
      .map(Self.lines)
    var count = 0
    for document in try Self.documents() {
      for sample in try Self.samples(in: document) {
        #expect(programs.contains { $0.contains(Self.lines(sample)) }, "\(document): \(sample)")
        count += 1
      }
    }
    #expect(count > 40)
  }

  @Test func `shows a knob that is one file of at most 120 lines`() throws {
    let program = try contents(ofFile: repositoryRoot + "/Examples/Knob/Knob.swift")
    #expect(program.split(separator: "\n", omittingEmptySubsequences: false).count <= 121)
  }
}
