import Controls
import Scene
import TestSupport
import Testing

/// With fixed metrics a character of this style is 5 × 10.
@Suite struct `Text block` {
  private static let style = TextStyle(family: "", size: 10)

  private static func make(_ text: String, width: Double) -> TextBlock {
    TextBlock(text, style: style, width: width, measuring: FixedTextMetrics())
  }

  @Test func `breaks lines at spaces if they are too wide`() {
    let text = "one two three four"
    #expect(Self.make(text, width: 90).lines.map(\.text) == [text])
    #expect(Self.make(text, width: 65).lines.map(\.text) == ["one two three", "four"])
    #expect(Self.make(text, width: 64).lines.map(\.text) == ["one two", "three four"])
    #expect(Self.make(text, width: 25).lines.map(\.text) == ["one", "two", "three", "four"])
    #expect(Self.make("by bash\u{A0}(a)", width: 40).lines.map(\.text) == ["by", "bash\u{A0}(a)"])
  }

  @Test func `breaks a word that is too wide for a line`() {
    let text = "in /data/username now"
    #expect(Self.make(text, width: 35).lines.map(\.text) == ["in", "/data/u", "sername", "now"])
    #expect(Self.make("abc", width: 1).lines.map(\.text) == ["a", "b", "c"])
  }

  @Test(arguments: seeds(50)) func `keeps all words on the smallest number of lines that fit`(
    seed: Int
  ) {
    var generator = SeededGenerator(seed: seed)
    let words = (0..<20).map { _ in
      String(repeating: "x", count: Int.random(in: 1...12, using: &generator))
    }
    let width = Double.random(in: 60...200, using: &generator)
    let lines = Self.make(words.joined(separator: " "), width: width).lines
    #expect(lines.map(\.text).joined(separator: " ") == words.joined(separator: " "))
    for (index, line) in lines.enumerated() {
      #expect(line.metrics.advance <= width)
      guard index > 0, let first = line.text.split(separator: " ").first else { continue }
      #expect(Double(lines[index - 1].text.count + 1 + first.count) * 5 > width)
    }
  }

  private static func make(_ text: String, width: Double, lines: Int) -> TextBlock {
    TextBlock(text, style: style, width: width, lines: lines, measuring: FixedTextMetrics())
  }

  @Test(arguments: ["one two three four", "in /data/username now", "abc", ""], 1...5)
  func `elides the last line only if the line limit is exceeded`(
    text: String, limit: Int
  ) {
    for width in [25.0, 35, 65, 90] {
      let (whole, cut) = (
        Self.make(text, width: width), Self.make(text, width: width, lines: limit)
      )
      #expect(cut.isElided == (whole.lines.count > limit))
      if !cut.isElided {
        #expect(cut.lines.map(\.text) == whole.lines.map(\.text))
        continue
      }
      #expect(cut.lines.count == limit)
      #expect(cut.lines.dropLast().map(\.text) == whole.lines.prefix(limit - 1).map(\.text))
      let parts = cut.lines[limit - 1].text.split(separator: "…", omittingEmptySubsequences: false)
      let before = (cut.lines.dropLast().map(\.text) + [String(parts[0])]).joined()
      #expect(parts.count == 2 && text.hasSuffix(parts[1]))
      #expect(text.filter { $0 != " " }.hasPrefix(before.filter { $0 != " " }))
      #expect(cut.width <= width)
    }
  }

  @Test(arguments: 1...4, [100, 160, 240, 241, 300, 2000])
  func `omits text with narrow characters only as elided text`(limit: Int, count: Int) {
    let metrics = FixedTextMetrics()
    metrics.pitch = 0.05
    let text = String((0..<count).map { Character(Unicode.Scalar(UInt8(65 + $0 % 26))) })
    let block = TextBlock(text, style: Self.style, width: 100, lines: limit, measuring: metrics)
    let shown = block.lines.map(\.text).joined()
    #expect(block.isElided ? shown.contains("…") : shown == text)
    #expect(block.lines.count <= limit && block.width <= 100)
  }

  @Test func `has a bounded cost with a line limit for any length`() {
    for text in [String(repeating: "word ", count: 20_000), String(repeating: "x", count: 100_000)] {
      let counter = CountingMetrics()
      let block = TextBlock(text, style: Self.style, width: 100, lines: 3, measuring: counter)
      #expect(block.isElided && block.lines.count == 3)
      #expect(counter.characters < 20_000)
    }
  }

  @Test(arguments: [.max, .min, 0, .max / 4096 + 1] as [Int])
  func `accepts any line limit, and less than one line counts as one`(limit: Int) {
    let lines = Self.make("one two", width: 20, lines: limit).lines.map(\.text)
    #expect(lines == (limit < 1 ? ["on…o"] : ["one", "two"]))
    let label = Label(untrusted: "a\nb", lineLimit: limit, in: Environment(text: FixedTextMetrics()))
    #expect(label.maximumWidth > 0)
  }

  /// Paragraphs, their lines of at most ten characters, and the x-coordinates of the lines.
  @Test(
    arguments: [
      ("abc def ghi", ["abc def", "ghi"], [3, 3]),
      ("אבג דהו זחט", ["אבג דהו", "זחט"], [3 + 15, 3 + 35]),
      ("(אבגדהוז) OK", ["(אבגדהוז)", "\u{200F}OK"], [3 + 5, 3 + 35]),
      ("ab cdef אבגד", ["ab cdef", "\u{200E}אבגד"], [3, 3]),
      ("  abcdefghij kl", ["  abcdefgh", "ij kl"], [3, 3]),
    ] as [(String, [String], [Double])])
  func `has the direction of its first letter on all lines`(text: String, lines: [String], origins: [Double])
  {
    let block = Self.make(text, width: 50)
    #expect(block.lines.map(\.text) == lines)
    var list = DisplayList()
    block.draw(at: Point(x: 3, y: 0), .black, alignedIn: 50, into: &list)
    #expect(list.elements.map { if case .text(let text) = $0 { text.origin.x } else { -1 } } == origins)
  }

  @Test func `measures a paragraph and its lines, but no parts of them`() {
    for text in [String(repeating: "word ", count: 1000), String(repeating: "x", count: 5000)] {
      let counter = CountingMetrics()
      _ = TextBlock(text, style: Self.style, width: 100, measuring: counter)
      #expect(counter.characters <= 3 * text.count)
    }
  }

  @Test func `is one line high if it is empty`() {
    #expect(Self.make("", width: 100).height == 10)
  }

  @Test func `draws its lines below each other`() {
    let block = Self.make("one two three", width: 35)
    #expect(block.height == 20)
    var list = DisplayList()
    block.draw(at: Point(x: 3, y: 100), .black, into: &list)
    let origins = list.elements.compactMap { element in
      if case .text(let text) = element { text.origin } else { nil }
    }
    #expect(origins == [Point(x: 3, y: 107.5), Point(x: 3, y: 117.5)])
  }
}
