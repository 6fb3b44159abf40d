import CPango
import Scene
import System
import TestSupport
import Testing

@testable import CairoRendering

@Suite struct `Text line` {
  private let renderer: Renderer
  private let style = TextStyle(family: "Inter", size: 20)

  init() throws { renderer = try Renderer(fonts: .test) }

  /// A zero-width space. Text that contains it is laid out by Pango.
  private static let zeroWidthSpace = "\u{200B}"

  private static let texts = [
    "", " ", "Hill", "AVATAR", "naïve", "e\u{301}a\u{300}\u{323}x", "שלום", "a שלום b",
    "שלום abc 12", "123", "12 שלום 34", "שלום 12.5", "a (שלום) b", "مرحبا", "abc مرحبا 123 def",
    "漢字かな", "क्षि",
    "👨‍👩‍👧‍👦", "a👨‍👩‍👧‍👦b🇩🇪🇫🇷", "👍🏽", "tab\tnew\nline\r\nend", "a\u{202E}bc\u{202C}d", "\u{200F}", "\u{301}",
    "ffi", "Ελλάδα ёлка", "a\u{AD}b", "ש\u{5B8}ל\u{5D5}\u{5B9}ם", "a\u{0}b", "\u{FEFF}x",
    "-> => <=",
  ]

  @Test(arguments: [
    ("中文，「引号」。", "中|文，|「引|号」。"), ("日本語はSSH:a/b-c。", "日|本|語|は|SSH:a/b-c。"),
    ("ภาษาไทยง่าย", "ภาษา|ไทย|ง่าย"), ("a/b c-d", "a/b c-d"), ("é–f", "é–f"),
  ])
  func `breaks lines between words of any script, but not within words of ASCII characters`(
    text: String, parts: String
  ) {
    var parts = parts.split(separator: "|").map(\.utf8.count)
    for index in parts.indices.dropFirst() { parts[index] += parts[index - 1] }
    #expect(renderer.lineBreaks(in: text) == parts.dropLast())
  }

  @Test func `keeps a fixed-width font if the user prefers another family`() {
    let fixed = TextStyle(family: TextStyle.fixedWidthFamily, size: 20)
    #expect(fixed.preferring("Inter") == fixed && style.preferring("Noto").family == "Noto, Inter")
  }

  @Test(arguments: texts) func `has one position for each character`(
    text: String
  ) {
    for text in [text, text + Self.zeroWidthSpace + "x"] {
      let line = renderer.line(of: text, style: style)
      #expect(line.clusters.count == text.count)
      #expect(line.metrics == renderer.metrics(of: text, style: style))
    }
  }

  @Test(arguments: texts) func `is covered by its characters without gaps or overlap`(text: String) {
    let line = renderer.line(of: text, style: style)
    expectNoOverlap(line, "\(text)")
    let sum = line.clusters.reduce(0) { $0 + $1.x.upperBound - $1.x.lowerBound }
    #expect(abs(sum - line.metrics.advance) < 0.002)
  }

  @Test(arguments: seeds(100)) func `has no overlapping characters in random text`(
    seed: Int
  ) {
    var generator = SeededGenerator(seed: seed)
    let scalars = Self.texts.joined().unicodeScalars.filter { $0 != "\u{0}" }
    let text = (0..<Int.random(in: 1...40, using: &generator))
      .compactMap { _ in scalars.randomElement(using: &generator).map { String($0) } }.joined()
    let line = renderer.line(of: text, style: style)
    #expect(line.clusters.count == text.count)
    expectNoOverlap(line, "\(text.unicodeScalars.map { String($0.value, radix: 16) })")
  }

  private func expectNoOverlap(_ line: TextLine, _ comment: Comment) {
    var x = 0.0
    for cluster in line.clusters.sorted(by: Self.isLeft) {
      guard cluster.x.lowerBound < cluster.x.upperBound else { continue }
      #expect(cluster.x.lowerBound > x - 0.001, comment)
      x = cluster.x.upperBound
    }
    #expect(x < line.metrics.advance + 0.002, comment)
  }

  private static func isLeft(_ a: TextLine.Cluster, of b: TextLine.Cluster) -> Bool {
    a.x.lowerBound < b.x.lowerBound
  }

  @Test(arguments: texts) func `has the positions that Pango returns`(text: String) throws {
    // Pango's positions in ligatures and in omitted text differ by design.
    guard !["ffi", "a\u{0}b", ""].contains(text) else { return }
    let oracle = try PangoOracle(style)
    let line = try #require(oracle.makeLine(text))
    let textLine = TextLine(line, of: text, metrics: line.metrics)
    #expect(textLine.isRightToLeft == oracle.isRightToLeft(text))
    var byte = 0
    for (character, cluster) in zip(text, textLine.clusters) {
      let expected = oracle.position(of: byte, in: line)
      #expect(abs(cluster.leadingX - expected.leading) < 0.001, "\(text) at \(byte)")
      let isNarrow = cluster.x.lowerBound == cluster.x.upperBound
      #expect(isNarrow || cluster.isRightToLeft == (expected.width < 0), "\(text) at \(byte)")
      byte += character.utf8.count
    }
  }

  @Test(arguments: ["fi", "ffi", "Affi", "AfiV", "ffifi"], ["", zeroWidthSpace])
  func `divides a ligature into equal parts`(text: String, suffix: String) throws {
    let renderer = try Renderer(fonts: .supplementary)
    let style = TextStyle(family: "Bars", size: 100)
    let line = renderer.line(of: text + suffix, style: style)
    // An `A` is 50 wide and kerned by 12 before a `V`; all others are 25 wide.
    let ligatures = zip(text, line.clusters).filter { "fi".contains($0.0) }.map(\.1)
    #expect(ligatures.count >= 2)
    for cluster in ligatures {
      #expect(abs(cluster.x.upperBound - cluster.x.lowerBound - 25) < 0.01)
    }
  }

  @Test func `divides a right-to-left ligature from right to left`() throws {
    let renderer = try Renderer(fonts: .supplementary)
    let style = TextStyle(family: "Bars", size: 100)
    // The override reverses these letters, so that they form a ligature.
    let text = "\u{202E}iff"
    // The override, the ligature, and the cluster of the text after them.
    let shaped = try #require(renderer.shaper.line(text, style: style))
    #expect(shaped.clusters.count == 3)
    let line = renderer.line(of: text, style: style)
    try #require(line.clusters.count == 4)
    let letters = line.clusters.suffix(3)
    let starts = letters.map { $0.x.lowerBound.rounded() }
    #expect(starts == [50, 25, 0])
    #expect(letters.allSatisfy { $0.isRightToLeft })
  }

  @Test func `has no separate positions for combining marks`() throws {
    for mark in ["\u{301}", "\u{302}\u{301}", String(repeating: "\u{301}", count: 10_000)] {
      let marked = renderer.line(of: "xe\(mark)x", style: style)
      let bare = renderer.line(of: "xex", style: style)
      try #require(marked.clusters.count == 3)
      #expect(abs(marked.metrics.advance - bare.metrics.advance) < 0.02)
      for (a, b) in zip(marked.clusters, bare.clusters) {
        #expect(abs(a.x.lowerBound - b.x.lowerBound) < 0.02)
      }
    }
  }

  @Test func `has positions of zero width for characters that are not shaped`() {
    let line = renderer.line(of: "ab\u{0}cd", style: style)
    let end = line.metrics.advance
    #expect(line.clusters.suffix(3).allSatisfy { $0.x == end...end })
    let other = renderer.line(of: "של\u{0}cd", style: style)
    #expect(other.clusters.suffix(3).allSatisfy { $0.x == 0...0 })
  }

  @Test(arguments: ["H", "ש", "漢"]) func `supports 10,000 characters`(character: String) {
    let line = renderer.line(of: String(repeating: character, count: 10_000), style: style)
    let pitch = renderer.metrics(of: character, style: style).advance
    #expect(line.clusters.count == 10_000)
    let widths = line.clusters.map { $0.x.upperBound - $0.x.lowerBound }
    #expect(widths.allSatisfy { abs($0 - pitch) < 0.01 })
  }

  // The letters do not extend beyond their advances and are not kerned. For letters that the fonts
  // lack, boxes with their code points are drawn.
  @Test(arguments: ["HIMNU", "HשלוםI", "שHלIו", "שלו 12", "HN 12 שלום MU", "H\u{200B}U漢I"])
  func `is drawn at the positions that it returns`(text: String) throws {
    let line = renderer.line(of: text, style: style)
    let whole = try picture { list, origin in
      list.text(
        text, style, .black, at: origin, metrics: line.metrics, placement: .exact)
    }
    let apart = try picture { list, origin in
      for (character, cluster) in zip(text, line.clusters) {
        let metrics = renderer.metrics(of: String(character), style: style)
        list.text(
          String(character), style, .black, at: origin + Vector(dx: cluster.x.lowerBound, dy: 0),
          metrics: metrics, placement: .exact)
      }
    }
    // The position and the coverage of each letter are rounded separately.
    let difference = ImageDifference(whole, apart).maxDifference
    #expect(difference <= 32)
    #expect(!ImageDifference(whole, ImageBuffer(width: 300, height: 40)).isNone)
  }

  private func picture(_ draw: (inout DisplayList, Point) -> Void) throws -> ImageBuffer {
    var list = DisplayList()
    draw(&list, Point(x: 10, y: 30))
    let image = ImageBuffer(width: 300, height: 40)
    try image.withBitmap { bitmap throws(RenderingError) in
      try renderer.draw(list, into: bitmap)
    }
    return image
  }
}

/// A reference that returns the caret positions of Pango.
private struct PangoOracle {
  private let context: PangoContext
  private let style: TextStyle
  private let indexToPosition:
    @convention(c) (OpaquePointer, Int32, UnsafeMutablePointer<CPangoRectangle>) -> Void
  private let baseDirection: @convention(c) (UnsafePointer<CChar>, Int32) -> UInt32

  init(_ style: TextStyle) throws {
    context = try #require(PangoContext(FontConfiguration(.test), by: PangoLibrary.name))
    self.style = style
    let library = try DynamicLibrary(PangoLibrary.name)
    indexToPosition = try library["pango_layout_index_to_pos"]
    baseDirection = try library["pango_find_base_dir"]
  }

  func makeLine(_ text: String) -> PangoLine? {
    let line = PangoLine(in: context)
    line?.setStyle(style)
    line?.setText(text.utf8Span.span)
    return line
  }

  func isRightToLeft(_ text: String) -> Bool {
    baseDirection(text, Int32(text.utf8.count)) == 1
  }

  /// Returns the leading edge and the width of the grapheme that contains a byte. The width is
  /// negative from right to left.
  func position(of byte: Int, in line: PangoLine) -> (leading: Double, width: Double) {
    var box = CPangoRectangle()
    indexToPosition(line.layout, Int32(byte), &box)
    return (Double(box.x) / PangoLine.unitsPerPixel, Double(box.width) / PangoLine.unitsPerPixel)
  }
}
