import ScreenDriver
import TestSupport
import Testing

@Suite struct `Token field article` {
  /// `./run.sh test --all` builds and runs the Consumer program.
  @Test func `contains only code of the Consumer program`() throws {
    let article = try contents(
      ofFile: repositoryRoot + "/Sources/Controls/Controls.docc/TokenFields.md")
    let program = try ["Swatches", "main"].map {
      try contents(ofFile: repositoryRoot + "/Tests/Consumer/\($0).swift")
    }
    let samples = Self.samples(in: article)
    #expect(samples.count == 5)
    for sample in samples {
      #expect(program.contains { $0.contains(sample) }, "\(sample)")
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
