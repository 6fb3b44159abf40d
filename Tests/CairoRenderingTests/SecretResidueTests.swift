import CairoRendering
import Scene
import TestSupport
import Testing

@Suite struct `Secret grapheme` {
  @Test func `leaves no copy of its bytes in memory after measuring and drawing`() async {
    await #expect(processExitsWith: .success) {
      let renderer = try Renderer(fonts: .test)
      let style = TextStyle(family: "Inter", size: 22)
      let secret = OneSecret()
      secret.withGrapheme(at: 0, of: SecretHandle()) { utf8 in
        _ = renderer.secretMetrics(of: utf8, style: style)
      }
      var list = DisplayList()
      list.secret(
        DisplayList.Secret(
          // A longer range than the secret costs nothing.
          handle: SecretHandle(), generation: 1, graphemes: 0..<Int.max, style: style,
          color: .black, origin: Point(x: 4, y: 30), clip: Rect(x: 0, y: 0, width: 60, height: 40)))
      let image = ImageBuffer(width: 60, height: 40)
      try image.withBitmap { bitmap throws(RenderingError) in
        try renderer.draw(list, damage: [bitmap.bounds], into: bitmap, secrets: secret)
      }
      #expect((0..<60).contains { image[$0, 26] != 0 })
      #expect(secret.copiesInMemory() == 0)
    }
  }

  @Test func `leaves no copy of its pixels in memory after drawing in a group`() async {
    await #expect(processExitsWith: .success) {
      let renderer = try Renderer(fonts: .test)
      let box = Rect(x: 0.25, y: 0.25, width: 99.5, height: 119.5)
      let groups = [
        DisplayList.Group(clip: RoundedRect(box, cornerRadius: 0)),
        DisplayList.Group(clip: RoundedRect(box, cornerRadius: 9)),
        DisplayList.Group(opacity: 0.5),
        DisplayList.Group(opacity: 0.5, clip: RoundedRect(box, cornerRadius: 9)),
      ]
      for group in groups {
        var list = DisplayList()
        list.group(group) { list in
          list.secret(
            DisplayList.Secret(
              handle: SecretHandle(), generation: 1, graphemes: 0..<1,
              style: TextStyle(family: "Inter", size: 90, weight: .bold), color: Self.ink,
              origin: Point(x: 10, y: 80), clip: Rect(x: 0, y: 0, width: 100, height: 120)))
        }
        let image = ImageBuffer(width: 100, height: 120)
        try image.withBitmap { bitmap throws(RenderingError) in
          try renderer.draw(list, damage: [bitmap.bounds], into: bitmap, secrets: OneSecret())
        }
        if group.opacity == 1 { #expect(Self.inkRun.copiesInMemory() > 0) }
        for y in 0..<image.height { for x in 0..<image.width { image[x, y] = 0 } }
        #expect(Self.inkRun.copiesInMemory() == 0)
      }
    }
  }

  private static let ink = Color(hex: 0xC12793)

  /// Eight adjacent pixels of ink, in little-endian byte order. Pixman fills any area with four
  /// pixels of one color, and a copy of these may stay on the stack.
  private static let inkRun = HiddenBytes(
    inverted: (0..<8).flatMap { _ in [~0x93, ~0x27, ~0xC1, ~0xFF] as [UInt8] })
}

/// A secret of one grapheme: a letter with twelve accents, which occurs nowhere else in memory.
private struct OneSecret: SecretTextSource {
  private let grapheme = HiddenBytes(
    inverted: [~0x71] + (0..<12).flatMap { [~0xCC, ~UInt8(0x80 + $0 * 5)] as [UInt8] })

  func withGrapheme(at index: Int, of handle: SecretHandle, _ body: (Span<UInt8>) -> Void) {
    if index == 0 { grapheme.withBytes(body) }
  }

  func copiesInMemory() -> Int { grapheme.copiesInMemory() }
}
