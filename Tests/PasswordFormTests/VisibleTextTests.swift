import Controls
import Motion
import Scene
import TestSupport
import Testing

@testable import PasswordForm

/// Only what can be seen of a long password is drawn.
@Suite struct `A revealed text longer than its field` {
  @Test(arguments: 0..<30)
  func `is drawn where something of it is in sight, and nowhere else`(seed: Int) throws {
    var generator = SeededGenerator(seed: seed)
    var harness = field(in: Environment(text: RevealingTextMetrics()))
    let letters = (0..<60).map { _ in
      ["a", "é", "四", "🇩🇪"].randomElement(using: &generator) ?? "a"
    }
    harness.type(letters.joined())
    harness.clickEye()
    for _ in 0..<Int.random(in: 0...60, using: &generator) { harness.press(.left) }

    let borders = Self.borders(of: letters)
    let drawn = try #require(Self.secret(in: harness.drawing()))
    let content = harness.control.contentFrame
    let start = content.minX - harness.control.scroll
    #expect(drawn.origin.x == start + borders[drawn.graphemes.lowerBound])
    for index in letters.indices {
      let isInSight =
        start + borders[index + 1] > content.minX && start + borders[index] < content.maxX
      #expect(drawn.graphemes.contains(index) == isInSight, "grapheme \(index)")
    }
  }

  @Test func `is drawn whole where it fits`() throws {
    var harness = field(in: Environment(text: RevealingTextMetrics()))
    harness.type("abc")
    harness.clickEye()
    let drawn = try #require(Self.secret(in: harness.drawing()))
    #expect(drawn.graphemes == 0..<3)
    #expect(drawn.origin.x == harness.control.contentFrame.minX)
  }

  /// From the text's start to each border, as `RevealingTextMetrics` has it.
  private static func borders(of letters: [String]) -> [Double] {
    letters.reduce(into: [0]) { borders, letter in
      borders.append(borders[borders.count - 1] + 3 + 4 * Double(letter.utf8.count))
    }
  }

  private static func secret(in list: DisplayList) -> DisplayList.Secret? {
    list.elements.lazy.compactMap { if case .secret(let secret) = $0 { secret } else { nil } }.first
  }
}
