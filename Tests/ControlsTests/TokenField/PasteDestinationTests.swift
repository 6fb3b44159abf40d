import ControlTestSupport
import Scene
import TestSupport
import Testing

@testable import Controls

private typealias Field = ControlHarness<TextTokenField>

@Suite struct `Paste destination` {
  @Test func `follows the order of requests, not of data`() {
    var field = Field(tokens: [])
    field.press(.character("v"), .control)
    field.type("m,")
    field.click(Point(x: 300, y: 49), button: .middle)
    field.press(.home)
    field.press(.character("v"), .control)
    field.receive("2,", from: .primary)
    field.receive("1,")
    field.receive("3,")
    #expect(field.text == "[1][3][m][2]")
  }

  /// Few ranges are removed one by one, with or without text between them; many in one step.
  @Test(arguments: [3, 40], [false, true])
  func `stays between the remaining elements after removal and undo`(
    count: Int, isTextBetween: Bool
  ) {
    let elements = [TokenFieldElement<TextToken>].tokens(0..<count).flatMap {
      [$0] + (isTextBetween ? [.text("x"), .text("y")] : [])
    }
    let step = isTextBetween ? 3 : 2
    for index in 0...elements.count {
      var editor = TokenEditor<TextTokenAdapter>(of: elements, duplicates: .allow)
      editor.selection = .caret(index)
      editor.trackedSelections[0] = editor.trackedSelection
      func destination(_ editor: TokenEditor<TextTokenAdapter>) -> [Range<Int>]? {
        editor.trackedSelections[0]?.ranges(in: editor.elements)
      }
      let ranges = stride(from: 0, to: elements.count, by: step).map { $0..<$0 + 1 }
      (editor.selection, editor.selected.additional) = (.caret(0), ranges)
      editor.removeSelected()
      let lost = ranges.count { $0.lowerBound < index }
      #expect(destination(editor) == [index - lost..<index - lost])
      editor.undo()
      // Next to restored elements, the destination is before them.
      let isBeside = ranges.contains { $0.upperBound == index }
      #expect(destination(editor)?[0].lowerBound == (isBeside ? index - 1 : index))
    }
  }

  @Test(arguments: seeds(16)) func `matches markers in a reference model`(seed: Int) {
    var driver = PasteModelDriver(seed: seed)
    for step in 0..<120 {
      driver.act()
      guard driver.matches else {
        Issue.record("step \(step): \(driver.actions.suffix(8)): \(driver.difference)")
        return
      }
    }
    driver.finish()
    #expect(driver.matches, "\(driver.difference)")
    driver.undoAll()
    #expect(driver.field.text == "[a][b][c]")
  }
}

extension ControlHarness where Subject == TextTokenField {
  /// The tokens, in brackets, and the text.
  var text: String {
    control.elements.reduce(into: "") { text, element in
      switch element {
      case .token(let token): text += "[\(token.text)]"
      case .text(let character): text.append(character)
      }
    }
  }
}
