import ScreenDriver
import TestSupport
import Testing

@Suite struct `Articles of the controls` {
  /// `./run.sh test --all` builds and runs the Consumer program.
  @Test func `contain only code of the Consumer program, about token fields`() throws {
    try expectSamples(of: "TokenFields", count: 5, in: ["Tests/Consumer/Swatches", "Tests/Consumer/main"])
  }

  @Test func `contain only code of the knob, about a control of your own`() throws {
    try expectSamples(of: "OwnControl", count: 10, in: ["Examples/Knob/Knob"])
  }

  @Test func `show a knob that is one file of at most 120 lines`() throws {
    let program = try contents(ofFile: repositoryRoot + "/Examples/Knob/Knob.swift")
    #expect(program.split(separator: "\n", omittingEmptySubsequences: false).count <= 121)
  }

  private func expectSamples(of article: String, count: Int, in programs: [String]) throws {
    let article = try contents(
      ofFile: repositoryRoot + "/Sources/Controls/Controls.docc/\(article).md")
    let programs = try programs.map { try contents(ofFile: repositoryRoot + "/\($0).swift") }
    let samples = Self.samples(in: article)
    #expect(samples.count == count)
    for sample in samples {
      #expect(programs.contains { $0.contains(sample) }, "\(sample)")
    }
  }

  /// Returns the contents of the Swift code blocks.
  private static func samples(in article: String) -> [String] {
    var (samples, sample): ([String], String?) = ([], nil)
    for line in article.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("```") {
        if let sample { samples.append(sample) }
        sample = line == "```swift" ? "" : nil
      } else {
        sample?.append(line + "\n")
      }
    }
    return samples
  }
}
