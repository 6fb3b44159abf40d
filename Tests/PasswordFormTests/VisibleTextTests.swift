import ControlTestSupport
import Controls
import Motion
import Scene
import TestSupport
import Testing

@testable import PasswordForm

/// The form draws only the visible part of a long password.
@Suite struct `Long revealed text` {
  @Test(arguments: seeds(30))
  func `draws exactly the visible graphemes`(seed: Int) throws {
    var generator = SeededGenerator(seed: seed)
    var harness = field(in: Environment(text: ByteWidthTextMetrics()))
    let letters = (0..<60).map { _ in
      ["a", "é", "四", "🇩🇪"].randomElement(using: &generator) ?? "a"
    }
    harness.type(letters.joined())
    harness.clickRevealButton()
    for _ in 0..<Int.random(in: 0...60, using: &generator) { harness.press(.left) }

    let offsets = Self.offsets(of: letters)
    let drawn = try #require(Self.secret(in: harness.drawing()))
    let content = harness.control.contentFrame
    let start = content.minX - harness.control.line.scroll
    #expect(drawn.origin.x == start + offsets[drawn.graphemes.lowerBound])
    for index in letters.indices {
      let isVisible =
        start + offsets[index + 1] > content.minX && start + offsets[index] < content.maxX
      #expect(drawn.graphemes.contains(index) == isVisible, "grapheme \(index)")
    }
  }

  @Test func `is drawn completely if it fits`() throws {
    var harness = field(in: Environment(text: ByteWidthTextMetrics()))
    harness.type("abc")
    harness.clickRevealButton()
    let drawn = try #require(Self.secret(in: harness.drawing()))
    #expect(drawn.graphemes == 0..<3)
    #expect(drawn.origin.x == harness.control.contentFrame.minX)
  }

  /// Returns the offset of each grapheme boundary from the text start, by `ByteWidthTextMetrics`.
  private static func offsets(of letters: [String]) -> [Double] {
    letters.reduce(into: [0]) { offsets, letter in
      offsets.append(offsets[offsets.count - 1] + 3 + 4 * Double(letter.utf8.count))
    }
  }

  private static func secret(in list: DisplayList) -> DisplayList.Secret? {
    list.elements.lazy.compactMap { if case .secret(let secret) = $0 { secret } else { nil } }.first
  }
}
