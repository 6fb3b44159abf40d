import Motion
import Scene
import TestSupport
import Testing

@testable import Controls

/// Tokens of four characters are 44 px wide: they stand at x = 30, 80, 130, …
@Suite struct `Tokens that go to their places` {
  private static let texts = ["aaaa", "bbbb", "cccc", "dddd"]

  @Test func `start where they were, go by the spring, and come to rest where they belong`() {
    var field = ControlHarness(tokens: Self.texts)
    field.press(.delete, .control)
    let spring = Theme.TokenField.moveSpring
    #expect(field.control.tokens.map(\.text) == ["bbbb", "cccc", "dddd"])
    for milliseconds in stride(from: 0, through: 400, by: 20) {
      let time = Duration.milliseconds(milliseconds)
      let start = Spring.State(displacement: 50, velocity: 0)
      let way = spring.state(from: start, after: Double(milliseconds) / 1000).displacement
      let seen = field.place(of: 1, after: time)
      #expect(abs(seen - (30 + way)) < 0.5, "after \(time)")
    }
    field.settle()
    #expect(field.place(of: 1, after: .zero) == 30)
  }

  @Test func `turn round in flight with the place and the velocity that they have`() {
    var field = ControlHarness(tokens: Self.texts)
    field.press(.delete, .control)
    field.advance(by: .milliseconds(60))
    let (place, velocity) = (field.place(of: 1, after: .zero), field.velocity(of: 1))
    field.press(.character("z"), .control)
    #expect(abs(field.place(of: 1, after: .zero) - place) < 0.01)
    #expect(abs(field.velocity(of: 1) - velocity) < 30)
    field.settle()
    #expect(field.place(of: 1, after: .zero) == 80)
  }

  @Test func `are where they belong at once where motion is not wanted`() {
    var field = ControlHarness(tokens: Self.texts)
    field.control.environment.reducesMotion = true
    field.press(.delete, .control)
    #expect(field.place(of: 1, after: .zero) == 30)
    #expect(field.drawing().texts.filter { $0 == "aaaa" }.isEmpty)
  }

  @Test func `grow in where very many come at once`() throws {
    var field = ControlHarness(tokens: ["z"])
    field.paste(Array((0..<1000).map { "\($0)" }.joined(separator: ",").utf8))
    let first = try #require(field.control.tokens.first?.id)
    #expect(field.control.tokens.count == 1001)
    #expect(field.control.motions.presence(of: first, at: field.now) < 1)
  }

  @Test func `are pointed out only where they can be seen, where they are very many`() throws {
    let texts = (0..<1000).map { "\($0)" }
    var field = ControlHarness(tokens: texts)
    field.control.configuration.duplicates = .refuse
    for (pasted, last) in [(texts[...], 0.0), (texts[..<1] + texts[990...], 1)] {
      field.paste(Array(pasted.joined(separator: ",").utf8))
      #expect(field.control.motions.flash(of: 0, at: field.now) == 1)
      #expect(field.control.motions.flash(of: 999, at: field.now) == last)
    }
  }

  @Test func `are there at once where they were text`() throws {
    var field = ControlHarness(tokens: Self.texts)
    field.press(.end)
    field.type("eeee,")
    let id = try #require(field.control.tokens.last?.id)
    #expect(field.control.motions.presence(of: id, at: field.now) == 1)
    field.paste(Array("ffff,gggg".utf8))
    let pasted = try #require(field.control.tokens.last?.id)
    #expect(field.control.motions.presence(of: pasted, at: field.now) < 1)
  }

  @Test func `fade where they are gone and grow where they are new, and then rest`() {
    var field = ControlHarness(tokens: Self.texts)
    field.press(.delete, .control)
    #expect(field.drawing().texts.contains("aaaa"), "it is still seen going")
    field.settle()
    #expect(!field.drawing().texts.contains("aaaa"))
    field.control.focus(nil, at: field.now)
    #expect(field.control.nextChange(after: field.now) == nil)
  }
}

extension ControlHarness where Subject == TextTokenField {
  /// Where a token is drawn after some time, at its left.
  fileprivate func place(of id: Int, after time: Duration) -> Double {
    let index = control.editor.units.firstIndex { $0.token?.id == id } ?? 0
    let frame = control.frame(ofUnit: index, at: now + time) ?? .zero
    return frame.minX + control.motions.offset(of: id, at: now + time).dx
  }

  /// In pixels a second, by what is seen within a millisecond.
  fileprivate func velocity(of id: Int) -> Double {
    (place(of: id, after: .milliseconds(1)) - place(of: id, after: .zero)) * 1000
  }
}

extension Sequence {
  fileprivate func firstIndex(where isSo: (Element) -> Bool) -> Int? {
    for (index, element) in enumerated() where isSo(element) { return index }
    return nil
  }
}
