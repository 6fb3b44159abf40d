import ControlTestSupport
import Controls
import Motion
import Scene
import TestSupport
import Testing

@Suite struct `Token field appearance` {
  @Test func `T1 is a row of tokens with a spacing of 6 px`() {
    let field = ControlHarness(tokens: ControlHarness.samples)
    #expect(
      field.tokenFrames == [
        Rect(x: 30, y: 38, width: 100, height: 22), Rect(x: 136, y: 38, width: 114, height: 22),
        Rect(x: 256, y: 38, width: 135, height: 22),
      ])
    #expect(field.drawing().texts.prefix(3) == ControlHarness.samples[...])
  }

  @Test func `T1 wraps to the next line, 6 px below, and grows`() {
    let (wide, narrow) = (
      ControlHarness(tokens: ControlHarness.samples, width: 400),
      ControlHarness(tokens: ControlHarness.samples, width: 250)
    )
    #expect(
      narrow.tokenFrames == [
        Rect(x: 30, y: 38, width: 100, height: 22), Rect(x: 136, y: 38, width: 114, height: 22),
        Rect(x: 30, y: 66, width: 135, height: 22),
      ])
    let growth = narrow.control.frame.height - wide.control.frame.height
    #expect(growth == 28)
    #expect(
      wide.control.frame(ofFocusStop: 0, at: .zero).height == wide.control.frame.height)
    #expect(narrow.drawing().firstBody?.rect == Rect(x: 20, y: 30, width: 250, height: 66))
  }

  @Test func `T1 supports custom tokens with custom drawing`() {
    var field = ControlHarness(swatches: [Size(width: 30, height: 20), Size(width: 40, height: 20)])
    let colors = field.drawing().shapeColors
    #expect(colors.filter { $0 == .black }.count == 2)
    field.press(.right, .shift)
    #expect(field.drawing().shapeColors.filter { $0 == .white }.count >= 1)
    #expect(field.control.status == "1 of 2 selected, caret before “swatch 1”")
    field.press(.delete)
    #expect(field.control.tokens.map(\.id) == ["swatch 1"])
  }

  @Test func `elides a placeholder that is too wide`() throws {
    var field = ControlHarness(tokens: [], width: 200)
    field.control.configuration.placeholder = String(repeating: "x", count: 40)
    let text = try #require(field.drawing().texts.first)
    // Letters are 7 px wide, and the padding takes 20 px.
    #expect(text.contains("…") && text.count == 25)
  }

  @Test func `T10 elides the middle of a status that is too wide`() throws {
    for (width, isElided) in [(420.0, false), (150, true)] {
      let field = ControlHarness(tokens: ["mail@objc.io"], width: width)
      let text = try #require(field.drawing().texts.last)
      // Letters of this font size are 6.5 px wide.
      #expect(text.contains("…") == isElided && Double(text.count) * 6.5 <= width)
      #expect(text.hasPrefix("Caret before “"))
    }
  }

  @Test func `T2 draws the text of a token on blue at 0.2, padding 8 × 4, radius 4 px`() throws {
    let field = ControlHarness(tokens: ["mail@objc.io"])
    let bubble = try #require(field.drawing().bodies.last)
    #expect(bubble.cornerRadius == 4)
    #expect(field.drawing().shapeColors.contains(Theme.light.colors.blue.opacity(0.2)))
    let text = try #require(field.drawing().firstText)
    #expect(text.ink == bubble.rect.inset(by: Insets(horizontal: 8, vertical: 4)))
    #expect(text.color == Theme.light.colors.text)
  }

  @Test func `T8 highlights only selected tokens, also with an outline`() {
    var field = ControlHarness(tokens: ["a", "b", "c", "d"])
    let selected = Theme.light.colors.blue.opacity(Theme.light.tokenField.selectedOpacity)
    let outlines = field.drawing().outlines.count
    #expect(!field.drawing().shapeColors.contains(selected))
    field.press(.right)
    field.press(.right, .shift)
    field.press(.right, .shift)
    #expect(field.control.selectedTokens.map(\.id) == [1, 2])
    #expect(field.drawing().shapeColors.filter { $0 == selected }.count == 2)
    #expect(field.drawing().outlines.count == outlines + 2)
  }

  @Test func `T7 shows its focus by a tinted outline and a caret, without a focus ring`() throws {
    var field = ControlHarness(tokens: ["a"], isFocused: false)
    let colors = Theme.light.colors
    #expect(field.drawing().shapeColors.contains(colors.fieldOutline))
    #expect(!field.drawing().shapeColors.contains(colors.blue))
    field.control.focus(0, at: field.now)
    #expect(!field.drawing().shapeColors.contains(colors.fieldOutline))
    #expect(field.drawing().shapeColors.contains(colors.blue))
    let frame = try #require(field.drawing().firstBody).rect
    for case .shape(let shape, let paint, _) in field.drawing().elements {
      let ink = shape.ink(paint)
      #expect(frame.intersection(ink) == ink, "nothing is drawn outside the field")
    }
  }

  @Test func `T10 describes caret and selection in small gray text below the field`() throws {
    let field = ControlHarness(tokens: ["a"])
    let texts = field.drawing().elements.compactMap { element in
      if case .text(let text) = element { text } else { nil }
    }
    let status = try #require(texts.last)
    #expect(status.string == "Caret before “a”, no selection")
    #expect(status.style.size == 13 && status.color == Theme.light.colors.secondaryText)
    let frame = try #require(field.drawing().firstBody).rect
    #expect(status.ink.minY >= frame.maxY && status.ink.minX == frame.minX)
  }
}
