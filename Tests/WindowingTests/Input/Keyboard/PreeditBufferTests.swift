import CX11
import Glibc
import Scene
import TestSupport
import Testing

@testable import Windowing

@Suite struct `Preedit buffer` {
  /// A reference model with plain lists, in which ranges beyond the ends are empty.
  private struct ReferenceText {
    var scalars: [Unicode.Scalar] = []
    var styles: [Preedit.Style] = []
    var caret = 0

    mutating func replace(_ first: Int, _ count: Int, _ text: [Composition.Element]) {
      let start = min(scalars.count, first < 0 ? 0 : first)
      for _ in 0..<max(count, 0) where start < scalars.count {
        scalars.remove(at: start)
        styles.remove(at: start)
      }
      scalars.insert(contentsOf: text.map(\.scalar), at: start)
      styles.insert(contentsOf: text.map(\.style), at: start)
      while scalars.count > Composition.capacity {
        scalars.removeLast()
        styles.removeLast()
      }
      caret = min(caret, scalars.count)
    }

    mutating func setStyles(_ first: Int, _ count: Int, _ new: [Preedit.Style]) {
      let start = min(scalars.count, first < 0 ? 0 : first)
      for (index, style) in new.enumerated() where index < count && start + index < styles.count {
        styles[start + index] = style
      }
    }
  }

  private static func position(_ random: inout SeededGenerator) -> Int {
    [-1, 0, 0, 1, 2, 5, 9, Int(Int32.max), Int(Int32.min)].randomElement(using: &random) ?? 0
  }

  private static func text(_ random: inout SeededGenerator) -> [Composition.Element] {
    let isLong = Int.random(in: 0..<50, using: &random) == 0
    let count = isLong ? 1500 : Int.random(in: 0...4, using: &random)
    return (0..<count).map { _ in
      Composition.Element(
        scalar: ["a", "한", "\u{301}", "\u{0}", "🦜"].randomElement(using: &random) ?? "a",
        style: Bool.random(using: &random) ? .underlined : .highlighted)
    }
  }

  @Test(arguments: seeds(20))
  func `matches a plain list for random changes`(seed: Int) {
    var random = SeededGenerator(seed: seed)
    var (buffer, model) = (Composition(), ReferenceText())
    for _ in 0..<300 {
      let (first, count) = (Self.position(&random), Self.position(&random))
      switch Int.random(in: 0..<4, using: &random) {
      case 0:
        let styles = Self.text(&random).map(\.style)
        buffer.setStyles(from: first, count: count, styles)
        model.setStyles(first, count, styles)
      case 1:
        buffer.moveCaret(to: first)
        model.caret = min(max(first, 0), model.scalars.count)
      case 2:
        buffer.moveCaret(to: buffer.caret + count)
        model.caret = min(max(model.caret + count, 0), model.scalars.count)
      default:
        let text = Self.text(&random)
        buffer.replace(from: first, count: count, with: text)
        model.replace(first, count == Int(Int32.max) ? 2000 : count, text)
      }
      let preedit = buffer.preedit
      #expect(Array(preedit.text.unicodeScalars) == model.scalars)
      #expect(preedit.caret == model.caret)
      #expect(
        preedit.segments.flatMap { $0.text.unicodeScalars.map { [style = $0.style] _ in style } }
          == model.styles)
      #expect(zip(preedit.segments, preedit.segments.dropFirst()).allSatisfy { $0.style != $1.style })
    }
  }

  /// Returns the preedit text after the server draws a text into the buffer.
  private func drawn(
    _ text: String?, feedback: [Int]? = nil, at first: Int32 = 0, for count: Int32 = 0,
    caret: Int32 = 0, wide: Bool = false, on buffer: inout Composition
  ) -> Preedit {
    var change = XIMPreeditDrawCallbackStruct()
    (change.chg_first, change.chg_length, change.caret) = (first, count, caret)
    var feedback = feedback?.map { XIMFeedback($0) }
    let scalars = (text ?? "").unicodeScalars.map { wchar_t(bitPattern: $0.value) }
    var (multiByte, wideText) = (text.map { Array($0.utf8CString) }, scalars + [0])
    var ximText = XIMText()
    ximText.length = UInt16(text == nil ? feedback?.count ?? 0 : scalars.count)
    ximText.encoding_is_wchar = wide ? True : False
    feedback?.withUnsafeMutableBufferPointer { ximText.feedback = $0.baseAddress }
    multiByte?.withUnsafeMutableBufferPointer { ximText.string.multi_byte = $0.baseAddress }
    if wide {
      wideText.withUnsafeMutableBufferPointer { ximText.string.wide_char = $0.baseAddress }
    }
    withUnsafeMutablePointer(to: &ximText) {
      change.text = text == nil && feedback == nil ? nil : $0
      buffer.draw(change)
    }
    withExtendedLifetime((feedback, multiByte, wideText)) {}
    return buffer.preedit
  }

  @Test(arguments: [false, true])
  func `reads bytes and wide characters, with emphasis`(isWide: Bool) {
    var buffer = Composition()
    let feedback = [XIMUnderline, XIMReverse, XIMHighlight | XIMUnderline, XIMPrimary, 0]
    let preedit = drawn("a한b🦜c", feedback: feedback, caret: 2, wide: isWide, on: &buffer)
    #expect(
      preedit
        == Preedit(
          [
            Preedit.Segment("a"), Preedit.Segment("한b🦜", .highlighted), Preedit.Segment("c"),
          ], caret: 2))
  }

  @Test func `replaces its middle, changes styles only, and removes text`() {
    var buffer = Composition()
    _ = drawn("abcd", caret: 4, on: &buffer)
    #expect(drawn("한", at: 1, for: 2, caret: 2, on: &buffer).text == "a한d")
    #expect(
      drawn(nil, feedback: [XIMReverse], at: 1, for: 1, caret: 3, on: &buffer)
        == Preedit(
          [Preedit.Segment("a"), Preedit.Segment("한", .highlighted), Preedit.Segment("d")],
          caret: 3))
    #expect(drawn(nil, at: 0, for: 3, caret: 9, on: &buffer) == .empty)
  }

  @Test func `returns the new caret position`() {
    var buffer = Composition()
    _ = drawn("abc", caret: 1, on: &buffer)
    let moves: [(XIMCaretDirection, Int32, Int32)] = [
      (XIMForwardChar, 0, 2), (XIMBackwardChar, 0, 1), (XIMLineEnd, 0, 3), (XIMLineStart, 0, 0),
      (XIMAbsolutePosition, 2, 2), (XIMAbsolutePosition, -7, 0), (XIMAbsolutePosition, .max, 3),
      (XIMDontChange, 1, 3), (XIMCaretUp, 0, 3),
    ]
    for (direction, position, answer) in moves {
      var movement = XIMPreeditCaretCallbackStruct()
      (movement.direction, movement.position) = (direction, position)
      buffer.moveCaret(&movement)
      #expect(movement.position == answer)
      #expect(buffer.caret == Int(answer))
    }
  }
}
