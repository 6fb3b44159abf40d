import CairoRendering
import Scene
import TestSupport
import Testing

@Suite struct `Secret text` {
  private let style = TextStyle(family: "Inter", size: 22)

  @Test(arguments: ["P", "é", "漢", "e\u{301}", " "])
  func `has the same metrics as ordinary text`(grapheme: String) throws {
    let renderer = try Renderer(fonts: .test)
    let secret = renderer.secretMetrics(of: grapheme.utf8Span.span, style: style)
    #expect(secret == renderer.metrics(of: grapheme, style: style))
  }

  @Test func `equals the image of its single graphemes`() throws {
    let renderer = try Renderer(fonts: .test)
    let secret = try picture(with: renderer, Secrets(graphemes: ["P", "a", "ß"])) { list in
      list.secret(self.secret(0..<3))
    }
    // Drawn at exact positions, because the advances are not whole pixels.
    let text = try picture(with: renderer, Secrets(graphemes: [])) { list in
      var x = 4.0
      for grapheme in ["P", "a", "ß"] {
        let metrics = renderer.metrics(of: grapheme, style: style)
        list.text(
          grapheme, style, .black, at: Point(x: x, y: 30), metrics: metrics, placement: .exact)
        x += metrics.advance
      }
    }
    // An exact position is rounded to 1/256 of a pixel, which moves no edge by more than 1/100.
    #expect(ImageDifference(secret, text).maxDifference <= 6)
    #expect(!ImageDifference(secret, ImageBuffer(width: 60, height: 40)).isNone)
  }

  @Test func `draws only the requested graphemes and nothing outside of its clip`() throws {
    let renderer = try Renderer(fonts: .test)
    let secrets = Secrets(graphemes: ["P", "a", "ß"])
    let one = try picture(with: renderer, secrets) { $0.secret(secret(2..<3)) }
    let alone = try picture(with: renderer, Secrets(graphemes: ["ß"])) { $0.secret(secret(0..<1)) }
    #expect(ImageDifference(one, alone).isNone)

    let clipped = try picture(with: renderer, secrets) { list in
      list.secret(secret(0..<3, clip: Rect(x: 4, y: 0, width: 12, height: 40)))
    }
    for y in 0..<40 {
      for x in 0..<60 where !(4..<16).contains(x) && clipped[x, y] != 0 {
        Issue.record("ink at \(x), \(y)")
      }
    }
  }

  @Test func `draws nothing when its source is empty`() throws {
    let renderer = try Renderer(fonts: .test)
    let picture = try picture(with: renderer, Secrets(graphemes: [])) { $0.secret(secret(0..<3)) }
    #expect(ImageDifference(picture, ImageBuffer(width: 60, height: 40)).isNone)
  }

  @Test func `is identical after a partial redraw`() throws {
    let renderer = try Renderer(fonts: .test)
    let secrets = Secrets(graphemes: ["P", "a", "ß"])
    let full = try picture(with: renderer, secrets) { $0.secret(secret(0..<3)) }
    let partial = try picture(with: renderer, secrets) { $0.secret(secret(0..<3)) }
    var list = DisplayList()
    list.secret(secret(0..<3))
    try partial.withBitmap { bitmap throws(RenderingError) in
      try renderer.draw(
        list,
        damage: [
          PixelRect(x: 7, y: 12, width: 9, height: 11),
          PixelRect(x: 21, y: 0, width: 3, height: 40),
        ], into: bitmap, secrets: secrets)
    }
    #expect(ImageDifference(full, partial).isNone)
  }

  private func secret(
    _ graphemes: Range<Int>, clip: Rect = Rect(x: 0, y: 0, width: 60, height: 40)
  ) -> DisplayList.Secret {
    DisplayList.Secret(
      handle: Secrets.handle, generation: 1, graphemes: graphemes, style: style, color: .black,
      origin: Point(x: 4, y: 30), clip: clip)
  }

  private func picture(
    with renderer: Renderer, _ secrets: Secrets, _ fill: (inout DisplayList) -> Void
  ) throws -> ImageBuffer {
    var list = DisplayList()
    fill(&list)
    let picture = ImageBuffer(width: 60, height: 40)
    try picture.withBitmap { bitmap throws(RenderingError) in
      try renderer.draw(list, damage: [bitmap.bounds], into: bitmap, secrets: secrets)
    }
    return picture
  }
}

/// The source of one secret.
private struct Secrets: SecretTextSource {
  static let handle = SecretHandle()

  let graphemes: [String]

  func withGrapheme(at index: Int, of handle: SecretHandle, _ body: (Span<UInt8>) -> Void) {
    guard handle == Self.handle, graphemes.indices.contains(index) else { return }
    body(graphemes[index].utf8Span.span)
  }
}
