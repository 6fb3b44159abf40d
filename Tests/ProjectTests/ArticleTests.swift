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
    var (samples, sample, isInBlock): ([String], String?, Bool) = ([], nil, false)
    let text = try contents(ofFile: "\(repositoryRoot)/\(document)")
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("```") {
        if let sample { samples.append(sample) }
        // Each block has a language, so that no Swift code is without one.
        #expect(isInBlock || line != "```", "\(document): a block without a language")
        isInBlock.toggle()
        sample = isInBlock && line == "```swift" ? "" : nil
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

  @Test func `names all packages that a program needs`() throws {
    let manifest = try contents(ofFile: repositoryRoot + "/Package.swift")
    let tutorial = try contents(ofFile: "\(repositoryRoot)/\(Self.tutorial)")
    // Only tests need the packages of `CX11Testing`.
    let needed = manifest.split(separator: "\n").filter { !$0.contains("CX11Testing") }
    let packages = Set(needed.flatMap { $0.matches(of: /"(lib[a-z0-9-]+-dev)"/).map(\.output.1) })
    #expect(packages.count > 10)
    #expect(packages.filter { !tutorial.contains("\($0) ") && !tutorial.contains("\($0)\n") } == [])
  }

  @Test func `shows a knob that is one file of at most 120 lines`() throws {
    let program = try contents(ofFile: repositoryRoot + "/Examples/Knob/Knob.swift")
    #expect(program.split(separator: "\n", omittingEmptySubsequences: false).count <= 121)
  }
}
