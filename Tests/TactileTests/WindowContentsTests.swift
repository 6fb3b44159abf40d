import ControlTestSupport
import Controls
import Motion
import PasswordForm
import Scene
import Secrets
import TestSupport
import Testing

@testable import Tactile

@Suite struct `Window contents` {
  @Test(arguments: [
    Theme.Window.size, Theme.Window.minimumSize, Size(width: 2560, height: 1440),
  ])
  func `W1 form a column at the leading edge, at most 440 px wide`(size: Size) {
    let harness = window(size)
    for card in [harness.layout.formCard, harness.layout.tokensCard] {
      #expect(card.minX == Theme.Window.margin)
      #expect(card.width <= 440)
      #expect(card.maxX <= size.width - Theme.Window.margin)
    }
    #expect(
      harness.layout.formCard.maxY < harness.layout.tokensCard.minY)
  }

  @Test func `W1 do not cover the initial button position at the default size`() {
    let harness = window()
    let button = harness.control.button.control.frame(at: harness.now)
    #expect(button.minX > harness.layout.formCard.maxX)
    #expect(button.minX > harness.layout.tokensCard.maxX)
  }

  @Test func `W1 draw the button above everything`() throws {
    let harness = window()
    let elements = harness.drawing().elements
    let label = try #require(harness.drawing().texts.last)
    #expect(label == "Drag me!")
    guard case .group(_, let count) = elements[elements.count - 5] else {
      Issue.record("the last group is not the button's")
      return
    }
    #expect(count == 4)
  }

  @Test func `W1 keep the focus when the window is resized`() {
    var harness = window()
    harness.press(.tab)
    harness.control.resize(to: Theme.Window.minimumSize, at: harness.now)
    #expect(harness.control.focus == .form(.passwordReveal))
  }

  @Test(
    arguments: [(.light, [0xFF3B30, 0x34C759, 0x007AFF]), (.dark, [0xFF453A, 0x30D158, 0x0A84FF])]
      as [(Theme, [UInt32])])
  func `W3 use the exact colors of the theme`(theme: Theme, colors: [UInt32]) {
    var harness = window(theme: theme)
    harness.fillForm()
    let drawn = harness.drawing().shapeColors
    #expect(drawn.first == theme.colors.window && colors.allSatisfy { drawn.contains(Color(hex: $0)) })
  }

  @Test(arguments: [Theme.light, .dark])
  func `W3 have sufficient contrast between text and background`(theme: Theme) {
    var harness = window(theme: theme)
    harness.fillForm()
    harness.press(.enter)
    let colors = theme.colors
    // The button is on the window background; all other text is on a card or in a field on a card.
    for case .text(let text) in harness.drawing().elements where text.string != "Drag me!" {
      let isLarge = text.style.size >= 22 && text.style.weight == .bold
      for backdrop in [colors.card, colors.field] {
        let contrast = text.color.contrast(with: backdrop)
        #expect(contrast >= (isLarge ? 3 : 4.5), "\(text.string)")
      }
      let token = colors.blue.opacity(Theme.light.tokenField.selectedOpacity).over(colors.field)
      guard text.style == Theme.light.fonts.token else { continue }
      #expect(text.color.contrast(with: token) >= 4.5, "\(text.string)")
    }
    #expect(colors.onRed.contrast(with: colors.red) >= 3)
    #expect(colors.onGreen.contrast(with: colors.green) >= 3)
  }

  @Test(arguments: ["q", "w"] as [Unicode.Scalar])
  func `W4 request closing on Ctrl+Q and Ctrl+W, regardless of the focus`(key: Unicode.Scalar) {
    var harness = window()
    for (count, stop) in WindowContents.FocusStop.all.enumerated() {
      harness.control.moveFocus(to: stop, at: harness.now)
      harness.press(.character(key))
      harness.press(.character(key), [.control, .shift])
      harness.press(.character(key), .alt)
      #expect(harness.actions.count { $0 == .close } == count, "\(stop)")
      harness.press(.character(key), .control)
      #expect(harness.actions.last == .close, "\(stop)")
    }
  }

  @Test func `W4 cancel a drag and wipe secrets when they are closed`() {
    var harness = window()
    harness.fillForm()
    let origin = harness.buttonCenter
    harness.pressLong()
    harness.drag(to: Point(x: 300, y: 500), over: .milliseconds(200))
    harness.control.close(at: harness.now)
    #expect(harness.control.form.control.password.text.graphemeCount == 0)
    #expect(harness.control.form.control.confirmation.text.graphemeCount == 0)
    let isStill = harness.settle()
    #expect(isStill)
    #expect(harness.buttonCenter == origin)
    harness.drag(to: Point(x: 500, y: 300), over: .milliseconds(100))
    #expect(harness.buttonCenter == origin)
  }

  @Test func `forward the actions of their sections`() {
    var harness = window(button: ButtonOptions(ringsBell: true))
    harness.fillForm()
    harness.press(.enter)
    #expect(harness.requests == [.form(.save)])
    harness.control.finishSaving(.failed("No space is left."), at: harness.now)
    #expect(harness.control.form.control.messageText == "No space is left.")
    harness.control.finishSaving(.saved(), at: harness.now)
    #expect(harness.control.form.control.messageText?.hasPrefix("Saved") == true)
    harness.pressLong()
    #expect(harness.requests == [.form(.save)])
    #expect(harness.bells == 1)
  }

  @Test func `extend the form for a message of several lines`() {
    var harness = window()
    let top = harness.layout.tokensCard.minY
    harness.fillForm()
    harness.press(.enter)
    let reason = String(repeating: "a long reason ", count: 20)
    harness.control.finishSaving(.failed(reason), at: harness.now)
    #expect(harness.layout.tokensCard.minY > top)
    #expect(harness.layout.formCard.maxY < harness.layout.tokensCard.minY)
  }
}

extension ControlHarness<WindowContents> {
}
