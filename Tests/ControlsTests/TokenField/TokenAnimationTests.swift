import ControlTestSupport
import Motion
import Scene
import TestSupport
import Testing

@testable import Controls

/// Tokens of four characters are 44 px wide, at x = 30, 80, 130, …
@Suite struct `Token animations` {
  private static let texts = ["aaaa", "bbbb", "cccc", "dddd"]

  @Test func `move by the spring from the old to the new position`() {
    var field = ControlHarness(tokens: Self.texts)
    field.press(.delete, .control)
    let spring = Theme.light.motion.tokenMove
    #expect(field.control.tokens.map(\.text) == ["bbbb", "cccc", "dddd"])
    for milliseconds in stride(from: 0, through: 400, by: 20) {
      let time = Duration.milliseconds(milliseconds)
      let start = Spring.State(displacement: 50, velocity: 0)
      let remaining = spring.state(from: start, after: Double(milliseconds) / 1000).displacement
      let actual = field.x(of: 1, after: time)
      #expect(abs(actual - (30 + remaining)) < 0.5, "after \(time)")
    }
    field.settle()
    #expect(field.x(of: 1, after: .zero) == 30)
  }

  @Test func `keep position and velocity when they reverse`() {
    var field = ControlHarness(tokens: Self.texts)
    field.press(.delete, .control)
    field.advance(by: .milliseconds(60))
    let (x, velocity) = (field.x(of: 1, after: .zero), field.velocity(of: 1))
    field.press(.character("z"), .control)
    #expect(abs(field.x(of: 1, after: .zero) - x) < 0.01)
    #expect(abs(field.velocity(of: 1) - velocity) < 30)
    field.settle()
    #expect(field.x(of: 1, after: .zero) == 80)
  }

  @Test func `are skipped for tokens on the line of typed text, which move with the text`() {
    var field = ControlHarness(tokens: Self.texts)
    for direction in [1.0, 1, -1] {
      let before = field.x(of: 0, after: .zero)
      if direction > 0 { field.type("e") } else { field.press(.backspace) }
      let after = field.x(of: 0, after: .zero)
      #expect((after - before) * direction > 4)
      #expect(field.x(of: 0, after: .seconds(1)) == after)
    }
  }

  @Test func `move by the spring if text moves them to another line, and on that line`() throws {
    var field = ControlHarness(tokens: (0..<12).map { "\(1000 + $0)" })
    let lines = { (field: borrowing ControlHarness<TextTokenField>) in
      field.control.visibleTokenFrames(at: field.now).mapValues(\.minY)
    }
    let before = lines(field)
    let top = try #require(before[0])
    let last = try #require((0..<12).last { before[$0] == top })
    try #require(before[last + 1] ?? 0 > top, "the field has two lines")
    for _ in 0..<100 where lines(field)[last] == top { field.type("e") }
    #expect((0..<12).map(field.control.motions.isMoving) == (0..<12).map { $0 >= last })
    field.settle()
    field.press(.backspace)
    #expect((0..<12).map(field.control.motions.isMoving) == (0..<12).map { $0 >= last })
  }

  @Test func `are skipped with reduced motion`() {
    var field = ControlHarness(tokens: Self.texts)
    field.environment.reducesMotion = true
    field.press(.delete, .control)
    #expect(field.x(of: 1, after: .zero) == 30)
    #expect(field.drawing().texts.filter { $0 == "aaaa" }.isEmpty)
  }

  @Test func `grow new tokens, even if very many are inserted`() throws {
    var field = ControlHarness(tokens: ["z"])
    field.paste(Array((0..<1000).map { "\($0)" }.joined(separator: ",").utf8))
    let first = try #require(field.control.tokens.first?.id)
    #expect(field.control.tokens.count == 1001)
    #expect(field.control.motions.presence(of: first, at: field.now) < 1)
  }

  @Test func `highlight only visible tokens if there are very many`() throws {
    let texts = (0..<1000).map { "\($0)" }
    var field = ControlHarness(tokens: texts)
    field.control.configuration.duplicates = .refuse
    for (pasted, last) in [(texts[...], 0.0), (texts[..<1] + texts[990...], 1)] {
      field.paste(Array(pasted.joined(separator: ",").utf8))
      #expect(field.control.motions.flash(of: 0, at: field.now) == 1)
      #expect(field.control.motions.flash(of: 999, at: field.now) == last)
    }
  }

  @Test func `skip growing for tokens created from typed text`() throws {
    var field = ControlHarness(tokens: Self.texts)
    field.press(.end)
    field.type("eeee,")
    let id = try #require(field.control.tokens.last?.id)
    #expect(field.control.motions.presence(of: id, at: field.now) == 1)
    field.paste(Array("ffff,gggg".utf8))
    let pasted = try #require(field.control.tokens.last?.id)
    #expect(field.control.motions.presence(of: pasted, at: field.now) < 1)
  }

  @Test func `fade out removed tokens and then settle`() {
    var field = ControlHarness(tokens: Self.texts)
    field.press(.delete, .control)
    #expect(field.drawing().texts.contains("aaaa"), "it is still fading out")
    field.settle()
    #expect(!field.drawing().texts.contains("aaaa"))
    field.control.focus(nil, at: field.now)
    #expect(field.control.nextChange(after: field.now) == nil)
  }
}

extension ControlHarness where Subject == TextTokenField {
  /// Returns the left edge of a token as drawn after some time.
  fileprivate func x(of id: Int, after time: Duration) -> Double {
    let index = control.elements.firstIndex { $0.token?.id == id } ?? 0
    let frame = control.frame(ofElement: index, at: now + time) ?? .zero
    return frame.minX + control.motions.offset(of: id, at: now + time).dx
  }

  /// Returns the velocity in pixels per second, measured over one millisecond.
  fileprivate func velocity(of id: Int) -> Double {
    (x(of: id, after: .milliseconds(1)) - x(of: id, after: .zero)) * 1000
  }
}
