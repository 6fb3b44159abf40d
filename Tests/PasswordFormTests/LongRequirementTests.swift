import ControlTestSupport
import Controls
import Motion
import Scene
import Secrets
import TestSupport
import Testing

@testable import PasswordForm

/// Returns a form with the focus in its first field and one rule with this text.
private func form(requirement text: String, width: Double) -> ControlHarness<PasswordForm> {
  let policy = PasswordPolicy(
    minimumLength: 2, rules: [PasswordRule("an", "x", text: text) { $0 == "x" }])
  var harness = ControlHarness(PasswordForm(policy, in: .fixed()))
  harness.control.layOut(at: Point(x: 40, y: 40), width: width, at: harness.now)
  harness.focus(.password)
  return harness
}

private let sentence =
  "As long as a sentence with which a policy explains itself at length, and so on"

@Suite struct `Long requirement text` {
  @Test(arguments: [90.0, 217, 320, 400, 700])
  func `P4 wraps next to its label and moves the elements below it down`(width: Double) throws {
    var harness = form(requirement: sentence, width: width)
    harness.type("a")
    harness.focus(.confirmation)
    let requirements = harness.control.layout.requirements
    let (list, block) = (harness.drawing(), requirements[1].block)
    #expect((block.lines.count == 1) == (width == 700))
    #expect(block.isElided == (width == 90))
    if !block.isElided { #expect(block.lines.map(\.text).joined(separator: " ") == sentence) }
    let labels = list.lines.filter { $0.text.string == "not met" }
    try #require(labels.count == 2)
    let lines = list.lines.filter { line in block.lines.contains { $0.text == line.text.string } }
    try #require(lines.count == block.lines.count)
    #expect(lines[0].text.origin.y == labels[1].text.origin.y, "on one baseline")
    #expect(lines.allSatisfy { $0.frame.maxX < labels[1].frame.minX })
    #expect(labels.allSatisfy { $0.frame.maxX <= 40 + width })
    for (line, next) in zip(lines, lines.dropFirst()) {
      #expect(line.frame.maxY <= next.frame.minY && line.frame.minX == next.frame.minX)
    }
    let area = harness.control.layout.strength
    let bottom = try #require(lines.last?.frame.maxY)
    #expect(bottom <= harness.control.layout.confirmation.minY)
    #expect(area.minX >= labels[1].frame.maxX || area.minY >= bottom, "the meter does not overlap")
  }

  @Test func `P4 has its icon at the first line`() throws {
    var harness = form(requirement: sentence, width: 320)
    harness.type("a")
    harness.focus(.confirmation)
    let list = harness.drawing()
    let first = harness.control.layout.requirements[1].block.lines[0].text
    #expect(list.statusIcon(before: first) == .unmet)
    let line = try #require(list.lines.first { $0.text.string == first })
    let icon = try #require(list.shapes(beside: first).last?.shape.bounds)
    #expect(abs(icon.midY - line.frame.midY) <= 1)
  }

  @Test func `P4 is elided with the full text in a tooltip if it is too long`() {
    let text = (1...2000).map { "word\($0)" }.joined(separator: " ")
    var harness = form(requirement: text, width: 400)
    let requirements = harness.control.layout.requirements
    #expect(requirements[1].block.isElided)
    #expect(requirements[1].block.lines.count == PasswordForm.maximumLineCount.ofRequirement)
    #expect(requirements[1].frame.height < 120)
    #expect(harness.tooltip.isEmpty)
    harness.move(to: requirements[1].frame.center)
    harness.advance(by: Tooltip.delay + Theme.light.motion.fade)
    #expect(harness.tooltip.first?.hasPrefix("word1 word2 ") == true)
    #expect(harness.tooltip.last?.hasSuffix("word2000") == true)
    harness.type("a")
    harness.settle()
    #expect(harness.tooltip.isEmpty, "a key press closes the tooltip")
    harness.move(to: requirements[0].frame.center)
    harness.advance(by: .seconds(2))
    #expect(harness.tooltip.isEmpty, "the text is complete")
  }

  @Test func `P7 is elided in the message next to Submit, with a tooltip`() {
    var harness = form(requirement: String(repeating: "so long ", count: 1250), width: 400)
    harness.type("ab")
    let height = harness.control.frame.height
    harness.clickSubmit()
    #expect(harness.control.frame.height - height < 150)
    let message = harness.control.layout.message
    harness.move(to: message.center)
    harness.advance(by: Tooltip.delay + Theme.light.motion.fade)
    #expect(harness.tooltip.first?.hasPrefix("The password does not meet this requirement: so long") == true)
  }

  @Test func `P4 replaces control and bidirectional characters`() {
    let harness = form(requirement: "a\u{202E}b\u{1B}[31m", width: 400)
    #expect(harness.drawing().texts.contains("a[U+202E]b\u{241B}[31m"))
  }
}

extension ControlHarness<PasswordForm> {
  /// The lines of the tooltip.
  fileprivate var tooltip: [String] {
    mutating get {
      var list = DisplayList()
      control.setOverlayBounds(Rect(x: 0, y: 0, width: 480, height: 640), at: now)
      control.drawOverlay(into: &list, at: now)
      return list.lines.map(\.text.string)
    }
  }
}
