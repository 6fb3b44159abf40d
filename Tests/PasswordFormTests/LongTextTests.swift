import Controls
import Motion
import Scene
import Secrets
import TestSupport
import Testing

@testable import PasswordForm

/// A form with the focus in its first field, and one rule that says so much.
private func form(saying text: String, width: Double) -> ControlHarness<PasswordForm> {
  let policy = PasswordPolicy(
    minimumLength: 2, rules: [PasswordRule("an", "x", line: text) { $0 == "x" }])
  var harness = ControlHarness(PasswordForm(policy, in: .fixed()))
  harness.control.place(at: Point(x: 40, y: 40), width: width)
  harness.focus(.password)
  return harness
}

private let sentence =
  "As long as a sentence with which a policy explains itself at length, and so on"

@Suite struct `A rule's text that is longer than a line` {
  @Test(arguments: [90.0, 217, 320, 400, 700])
  func `P4 goes on below, beside its word, and moves what follows down`(width: Double) throws {
    var harness = form(saying: sentence, width: width)
    harness.type("a")
    harness.focus(.confirmation)
    let demands = harness.control.layout.demands
    let (list, block) = (harness.drawing(), demands[1].block)
    #expect((block.lines.count == 1) == (width == 700))
    #expect(block.isElided == (width == 90))
    if !block.isElided { #expect(block.lines.map(\.text).joined(separator: " ") == sentence) }
    let words = list.lines.filter { $0.text.string == "not met" }
    try #require(words.count == 2)
    let lines = list.lines.filter { line in block.lines.contains { $0.text == line.text.string } }
    try #require(lines.count == block.lines.count)
    #expect(lines[0].text.origin.y == words[1].text.origin.y, "on one baseline")
    #expect(lines.allSatisfy { $0.frame.maxX < words[1].frame.minX })
    #expect(words.allSatisfy { $0.frame.maxX <= 40 + width })
    for (line, next) in zip(lines, lines.dropFirst()) {
      #expect(line.frame.maxY <= next.frame.minY && line.frame.minX == next.frame.minX)
    }
    let area = harness.control.layout.strength
    let bottom = try #require(lines.last?.frame.maxY)
    #expect(bottom <= harness.control.layout.confirmation.minY)
    #expect(area.minX >= words[1].frame.maxX || area.minY >= bottom, "the strength is clear of it")
  }

  @Test func `P4 has its mark at the first line`() throws {
    var harness = form(saying: sentence, width: 320)
    harness.type("a")
    harness.focus(.confirmation)
    let list = harness.drawing()
    let first = harness.control.layout.demands[1].block.lines[0].text
    #expect(list.mark(before: first) == .unmet)
    let line = try #require(list.lines.first { $0.text.string == first })
    let mark = try #require(list.shapes(before: first).last?.shape.bounds)
    #expect(abs(mark.midY - line.frame.midY) <= 1)
  }

  @Test func `P4 says more of it in a tooltip where it is too long for the form`() {
    let text = (1...2000).map { "word\($0)" }.joined(separator: " ")
    var harness = form(saying: text, width: 400)
    let demands = harness.control.layout.demands
    #expect(demands[1].block.isElided)
    #expect(demands[1].block.lines.count == Theme.PasswordForm.mostLines.ofDemand)
    #expect(demands[1].frame.height < 120)
    #expect(harness.tooltip.isEmpty)
    harness.move(to: demands[1].frame.center)
    harness.advance(by: Theme.Tooltip.delay + Theme.Tooltip.fade)
    #expect(harness.tooltip.first?.hasPrefix("word1 word2 ") == true)
    #expect(harness.tooltip.last?.hasSuffix("word2000") == true)
    harness.type("a")
    harness.settle()
    #expect(harness.tooltip.isEmpty, "a key takes it away")
    harness.move(to: demands[0].frame.center)
    harness.advance(by: .seconds(2))
    #expect(harness.tooltip.isEmpty, "there is nothing more to say")
  }

  @Test func `P7 is said beside Submit within bounds, and more of it by resting there`() {
    var harness = form(saying: String(repeating: "so long ", count: 1250), width: 400)
    harness.type("ab")
    let height = harness.control.height
    harness.clickSubmit()
    #expect(harness.control.height - height < 150)
    let message = harness.control.layout.message
    harness.move(to: message.center)
    harness.advance(by: Theme.Tooltip.delay + Theme.Tooltip.fade)
    #expect(harness.tooltip.first?.hasPrefix("The password needs so long") == true)
  }

  @Test func `P4 shows what would turn or break the line by a stand-in`() {
    let harness = form(saying: "a\u{202E}b\u{1B}[31m", width: 400)
    #expect(harness.drawing().texts.contains("a[U+202E]b\u{241B}[31m"))
  }
}

extension ControlHarness<PasswordForm> {
  /// The lines of the tooltip.
  fileprivate var tooltip: [String] {
    var list = DisplayList()
    control.drawOverlay(in: Rect(x: 0, y: 0, width: 480, height: 640), into: &list, at: now)
    return list.lines.map(\.text.string)
  }
}
