import CX11
import Scene
import Testing

@testable import Windowing

@Suite struct `Input method composition` {
  /// Replaces the server's preedit text.
  private func show(_ text: String, in composition: inout Composition) {
    var change = XIMPreeditDrawCallbackStruct()
    change.chg_length = 99
    var bytes = Array(text.utf8CString)
    bytes.withUnsafeMutableBufferPointer { bytes in
      var ximText = XIMText()
      ximText.length = UInt16(text.unicodeScalars.count)
      ximText.string.multi_byte = bytes.baseAddress
      withUnsafeMutablePointer(to: &ximText) {
        change.text = $0
        composition.draw(change)
      }
    }
  }

  /// Returns whether a commit by the server is typed.
  private func types(_ text: String, in composition: inout Composition) -> Bool {
    composition.commit(text.utf8Span.span)
  }

  @Test func `is not displayed after its text is committed`() {
    var composition = Composition()
    show("한", in: &composition)
    #expect(composition.preedit.text == "한")
    let isTyped = types("한", in: &composition)
    #expect(isTyped && composition.preedit == .empty && composition.isEmpty)
    // A server may continue with the remainder.
    show("글", in: &composition)
    #expect(composition.preedit.text == "글")
    composition.finish()
    #expect(composition.isEmpty)
  }

  @Test func `is inserted once if the server also commits it`() {
    var composition = Composition()
    show("한", in: &composition)
    let committedText = composition.end()
    #expect(committedText == "한" && composition.isEmpty)
    show("", in: &composition)
    composition.finish()
    composition.recordKey()
    let answers = [types("한", in: &composition), types("한", in: &composition)]
    #expect(answers == [false, true])
  }

  @Test func `is inserted once if the server commits different text`() {
    var composition = Composition()
    show("ni", in: &composition)
    _ = composition.end()
    let isTyped = types("你", in: &composition)
    #expect(!isTyped)
  }

  @Test func `accepts commits from later keys`() {
    var composition = Composition()
    show("한", in: &composition)
    _ = composition.end()
    composition.recordKey()
    let isTyped = types("。", in: &composition)
    #expect(isTyped)

    show("한", in: &composition)
    _ = composition.end()
    composition.recordKey()
    show("ㅎ", in: &composition)
    let isTypedAgain = types("한", in: &composition)
    #expect(isTypedAgain)
  }

  @Test func `inserts no text without a composition`() {
    var composition = Composition()
    let committedText = composition.end()
    let isTyped = types("한", in: &composition)
    #expect(committedText.isEmpty && isTyped)
  }
}

@Suite struct `Input method spot location` {
  @Test func `is at the bottom of the caret, in device pixels`() {
    let caret = Rect(origin: Point(x: 10.4, y: 20), size: Size(width: 1, height: 12.6))
    let spot = InputSpot(below: caret, scale: 2)
    #expect((spot.x, spot.y) == (21, 65))
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity, 1e300])
  func `is clamped to the range of the protocol`(coordinate: Double) {
    let caret = Rect(
      origin: Point(x: coordinate, y: coordinate), size: Size(width: 1, height: 1))
    let spot = InputSpot(below: caret, scale: 1)
    let expected: Int16 = coordinate.isNaN ? 0 : coordinate > 0 ? .max : .min
    #expect((spot.x, spot.y) == (expected, expected))
  }
}
