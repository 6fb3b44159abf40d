import Files
import Glibc
import Scene
import TestSupport
import Testing

@testable import CairoRendering

@Suite struct `Remembered fonts` {
  private static let style = TextStyle(family: "Inter, sans-serif", size: 13, weight: .bold)

  /// What a program chooses that knows nothing yet.
  private static func choose() throws -> FontChoices {
    let renderer = try Renderer()
    _ = renderer.metrics(of: "Submit", style: style)
    return try #require(renderer.newFontChoices)
  }

  @Test func `give the same text, and nothing is chosen anew`() throws {
    let first = try Renderer()
    let metrics = first.metrics(of: "Submit", style: Self.style)
    let choices = try #require(first.newFontChoices)
    let second = try Renderer(knowing: choices)
    #expect(second.metrics(of: "Submit", style: Self.style) == metrics)
    #expect(second.newFontChoices == nil)
    // Another weight has to be looked up, and is added to what is known.
    var style = Self.style
    style.weight = .regular
    _ = second.metrics(of: "Submit", style: style)
    #expect(second.newFontChoices?.choices.count == choices.choices.count + 1)
  }

  @Test func `are those of the system alone`() throws {
    let choices = try Self.choose()
    let renderer = try Renderer(fonts: .test, knowing: choices)
    _ = renderer.metrics(of: "Submit", style: Self.style)
    let files = try #require(renderer.newFontChoices).choices.map(\.file)
    #expect(!files.isEmpty)
    #expect(files.allSatisfy { $0?.path.hasPrefix(repositoryRoot) ?? false })
  }

  @Test func `do not hold where the configuration has changed, or the environment`() async {
    await #expect(processExitsWith: .success) {
      let folder = "/tmp/tactile-fonts-\(getpid())"
      try #require(mkdir(folder, 0o700) == 0)
      let configuration = "\(folder)/fonts.conf"
      defer {
        unlink(configuration)
        rmdir(folder)
      }
      let text = "<fontconfig><dir>\(repositoryRoot)/assets/fonts</dir></fontconfig>"
      try AtomicFile(folder: folder, name: "fonts.conf").replace(with: text.utf8Span.span)
      setenv("FONTCONFIG_FILE", configuration, 1)
      let choices = try Self.choose()
      #expect(choices.stillHold)
      #expect(choices.circumstances.stamps.contains { $0.path == configuration })

      setenv("LC_ALL", "el_GR.UTF-8", 1)
      #expect(!choices.stillHold)
      unsetenv("LC_ALL")
      #expect(choices.stillHold)

      var times = [timespec(tv_sec: 1, tv_nsec: 0), timespec(tv_sec: 1, tv_nsec: 0)]
      utimensat(AT_FDCWD, configuration, &times, 0)
      #expect(!choices.stillHold)
    }
  }

  @Test func `do not hold where a font is gone`() throws {
    var choices = FontChoices(under: try Self.choose().circumstances)
    #expect(choices.stillHold)
    choices.add(
      FontChoice(
        request: FontRequest(family: "Gone", weight: 400),
        file: FontFile(path: "/nowhere/gone.otf", index: 0, variations: "")))
    #expect(!choices.stillHold)
  }

  @Test func `come back from their text`() throws {
    var choices = try Self.choose()
    choices.add(FontChoice(request: FontRequest(family: "", weight: 1), file: nil))
    choices.add(
      FontChoice(
        request: FontRequest(family: "Variable", weight: 350),
        file: FontFile(path: "/a b/c.ttf", index: 0x30001, variations: "wght=350,opsz=14")))
    let text = try #require(choices.text)
    #expect(FontChoices(text: text) == choices)
  }

  @Test(arguments: ["\t", "\n"]) func `have no text where a name would break it`(sign: String) {
    var choices = FontChoices(under: FontCircumstances(variables: [], stamps: []))
    #expect(choices.text != nil)
    choices.add(FontChoice(request: FontRequest(family: "a\(sign)b", weight: 400), file: nil))
    #expect(choices.text == nil)
  }

  @Test(arguments: 0..<200) func `are not made of damaged text`(seed: Int) throws {
    var generator = SeededGenerator(seed: seed)
    let choices = try Self.choose()
    let text = try #require(choices.text)
    var bytes = Array(text.utf8)
    for _ in 0..<Int.random(in: 1...4, using: &generator) {
      let index = Int.random(in: bytes.indices, using: &generator)
      switch Int.random(in: 0..<3, using: &generator) {
      case 0: bytes.removeSubrange(index...)
      case 1: bytes[index] = UInt8.random(in: 0...0x7F, using: &generator)
      default: bytes.insert(UInt8(ascii: "\t"), at: index)
      }
      if bytes.isEmpty { break }
    }
    // Either it is seen to be damaged, or it is read as what it says, which still can be used.
    guard let read = FontChoices(text: String(decoding: bytes, as: UTF8.self)) else { return }
    #expect(read.text.flatMap(FontChoices.init) == read)
    let renderer = try Renderer(knowing: read)
    #expect(renderer.metrics(of: "Submit", style: Self.style).advance > 0)
  }
}
