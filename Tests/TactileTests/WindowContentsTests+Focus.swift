import ControlTestSupport
import Controls
import PasswordForm
import Scene
import Secrets
import TestSupport
import Testing

@testable import Tactile

@Suite struct `Window keyboard focus` {
  @Test func `W1 moves through all stops cyclically by Tab and Shift+Tab`() {
    var harness = window()
    for stop in WindowContents.FocusStop.all + [.form(.password)] {
      #expect(harness.control.focus == stop)
      harness.press(.tab)
    }
    harness.press(.tab, .shift)
    for stop in [.form(.password)] + WindowContents.FocusStop.all.reversed() {
      #expect(harness.control.focus == stop)
      harness.press(.tab, .shift)
    }
  }

  @Test func `is shown in exactly one section`() {
    var harness = window()
    for _ in WindowContents.FocusStop.all {
      harness.advance(by: .milliseconds(1))
      let indicators = harness.focusIndicatorCount
      #expect(indicators == 1)
      harness.press(.tab)
    }
  }

  /// A part of the button that receives all keys.
  enum Modal: CaseIterable {
    case panel, menu, moveMode
  }

  @Test(arguments: Modal.allCases)
  func `is hidden in the column while a part of the button is modal`(modal: Modal) {
    var harness = window(button: ButtonOptions(tap: .expand))
    for stop in WindowContents.FocusStop.all {
      harness.control.moveFocus(to: stop, at: harness.now)
      harness.settle()
      let before = harness.focusIndicatorCount
      harness.open(modal)
      let (indicators, isModal) = (harness.focusIndicatorCount, harness.control.button.control.isModal)
      #expect(before == 1 && isModal && indicators == 0, "\(stop)")
      let wakeUps = harness.wakeUps
      harness.advance(by: .seconds(60))
      #expect(harness.wakeUps == wakeUps, "a hidden caret does not blink")
      harness.press(.escape)
      harness.settle()
      let after = harness.focusIndicatorCount
      #expect(after == 1, "\(stop)")
    }
  }

  @Test func `restores a visible, blinking caret when the menu closes`() {
    var harness = window()
    harness.open(.menu)
    harness.advance(by: .seconds(60))
    harness.press(.escape)
    harness.advance(by: .milliseconds(390))
    let (count, wakeUps) = (harness.focusIndicatorCount, harness.wakeUps)
    harness.advance(by: .seconds(2))
    // Two steps for each of the fades, of which there are about two per second.
    #expect(count == 1 && harness.wakeUps >= wakeUps + 6)
  }

  @Test func `stays hidden in a window that has lost it while a menu was open`() {
    var harness = window()
    harness.open(.menu)
    harness.send(.windowFocusChanged(isFocused: false))
    let without = harness.focusIndicatorCount
    harness.send(.windowFocusChanged(isFocused: true))
    let with = harness.focusIndicatorCount
    #expect(without == 0 && with == 1)
  }

  @Test func `moves to the invalid field and scrolls to it, even if it is focused`() {
    var harness = smallWindow()
    harness.type("abc")
    harness.control.moveFocus(to: .form(.submit), at: harness.now)
    harness.press(.enter)
    #expect(harness.control.focus == .form(.password))
    harness.scroll(20)
    harness.settle()
    #expect(harness.frame(of: .form(.password))?.minY ?? 0 < 0)
    let submit = harness.frame(of: .form(.submit)) ?? .zero
    harness.click(Point(x: submit.minX + 30, y: submit.midY))
    harness.settle()
    #expect(harness.control.focus == .form(.password))
    #expect(harness.frame(of: .form(.password))?.minY ?? -1 >= 0)
  }

  @Test func `moves to a pressed field, but not to a button or empty area`() {
    var harness = window()
    let confirmation = harness.frame(of: .form(.confirmation)) ?? .zero
    harness.click(Point(x: confirmation.minX + 60, y: confirmation.minY + 25))
    #expect(harness.control.focus == .form(.confirmation))
    let passwordField = harness.frame(of: .form(.password)) ?? .zero
    for point in [
      harness.buttonCenter, Point(x: 700, y: 20),
      Point(x: passwordField.maxX - 20, y: passwordField.minY + 25),
    ] {
      harness.click(point)
      #expect(harness.control.focus == .form(.confirmation))
    }
    let tokens = harness.control.tokens.frame(ofFocusStop: 0, at: harness.now)
    harness.click(Point(x: tokens.minX + 60, y: tokens.minY + 15))
    #expect(harness.control.focus == WindowContents.FocusStop(section: .tokens, index: 0))
  }

  @Test func `ignores typed text outside of text fields`() {
    var harness = window()
    let texts = harness.control.tokens.read { $0.tokens.map(\.text) }
    harness.control.moveFocus(to: WindowContents.floatingButton, at: harness.now)
    harness.type("abc")
    harness.send(.textCommitted(TypedText("x")))
    #expect(harness.control.form.control.password.text.graphemeCount == 0)
    #expect(harness.control.form.control.confirmation.text.graphemeCount == 0)
    #expect(harness.control.tokens.read { $0.tokens.map(\.text) } == texts)
  }

  @Test func `can be set and cleared by the owner of the contents`() {
    var harness = window()
    let stops = WindowContents.FocusStop.all
    #expect(harness.control.focusStopCount == stops.count)
    for (index, stop) in stops.enumerated() {
      harness.control.focus(index, at: harness.now)
      #expect(harness.control.focus == stop)
    }
    harness.control.focus(nil, at: harness.now)
    #expect(harness.control.focus == nil)
    harness.press(.space)
    #expect(harness.control.button.control.isOn == false)
    harness.press(.tab, .shift)
    #expect(harness.control.focus == stops.last)
  }
}

extension ControlHarness<WindowContents> {
  /// The number of carets and focus rings, visible or just faded.
  fileprivate var focusIndicatorCount: Int {
    drawing().elements.count {
      switch $0 {
      case .shape(.rect(let rect), .fill, _): rect.width == Theme.light.field.caretWidth
      case .shape(_, .stroke(Theme.light.focusRing.width), _): true
      default: false
      }
    }
  }

  /// Opens a part of the button that receives all keys.
  fileprivate mutating func open(_ modal: `Window keyboard focus`.Modal) {
    click(buttonCenter, button: modal == .panel ? .primary : .secondary)
    settle()
    if modal == .moveMode {
      press(.home)
      press(.down)
      press(.enter)
      settle()
    }
  }
}
