import Controls
import PasswordForm
import Scene
import Secrets
import TestSupport
import Testing

@testable import Tactile

@Suite struct `The keyboard's focus in the window` {
  @Test func `W1 walks by Tab through every stop and around, and back by Shift+Tab`() {
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

  @Test func `is to be seen wherever it is`() {
    var harness = window()
    var pictures: Set<[DisplayList.Element]> = []
    for _ in WindowContents.FocusStop.all {
      harness.settle()
      pictures.insert(harness.drawing().elements)
      harness.press(.tab)
    }
    #expect(pictures.count == WindowContents.FocusStop.all.count)
  }

  @Test func `belongs to one part alone`() {
    var harness = window()
    for _ in WindowContents.FocusStop.all {
      harness.advance(by: .milliseconds(1))
      let marks = harness.focusMarks
      #expect(marks == 1)
      harness.press(.tab)
    }
  }

  /// What takes all keys to the button.
  enum Modal: CaseIterable {
    case panel, menu, place
  }

  @Test(arguments: Modal.allCases, WindowContents.FocusStop.all)
  func `is nowhere to be seen but in what of the button's takes all keys`(
    modal: Modal, stop: WindowContents.FocusStop
  ) {
    var harness = window(button: ButtonOptions(tap: .expand))
    harness.control.moveFocus(to: stop, at: harness.now)
    harness.settle()
    let before = harness.focusMarks
    #expect(before == 1)
    harness.open(modal)
    let (marks, isModal) = (harness.focusMarks, harness.control.button.control.isModal)
    #expect(isModal && marks == 0)
    let wakeUps = harness.wakeUps
    harness.advance(by: .seconds(60))
    #expect(harness.wakeUps == wakeUps, "a caret that is not seen does not blink")
    harness.press(.escape)
    harness.settle()
    let after = harness.focusMarks
    #expect(after == 1)
  }

  @Test func `comes back to a caret that is shown and blinks anew`() {
    var harness = window()
    harness.open(.menu)
    harness.advance(by: .seconds(60))
    harness.press(.escape)
    harness.advance(by: .milliseconds(390))
    let (shown, wakeUps) = (harness.focusMarks, harness.wakeUps)
    harness.advance(by: .seconds(2))
    #expect(shown == 1 && harness.wakeUps > wakeUps + 10)
  }

  @Test func `stays away in a window that has lost it while a menu was open`() {
    var harness = window()
    harness.open(.menu)
    harness.send(.windowFocusChanged(isFocused: false))
    let without = harness.focusMarks
    harness.send(.windowFocusChanged(isFocused: true))
    let with = harness.focusMarks
    #expect(without == 0 && with == 1)
  }

  @Test(arguments: [Key.space, .enter])
  func `has Space and Enter press what has it`(key: Key) {
    var harness = window()
    harness.fillForm()
    harness.control.moveFocus(to: .form(.passwordEye), at: harness.now)
    harness.press(key)
    #expect(harness.control.form.control.password.isRevealed == true)
    #expect(harness.control.form.control.confirmation.isRevealed == false)
    harness.control.moveFocus(to: .form(.confirmationEye), at: harness.now)
    harness.press(key)
    #expect(harness.control.form.control.confirmation.isRevealed == true)
    harness.control.moveFocus(to: .form(.submit), at: harness.now)
    harness.press(key)
    #expect(harness.requests == [.save])
    harness.control.moveFocus(
      to: WindowContents.FocusStop(part: .button, index: 0), at: harness.now)
    harness.press(key)
    #expect(harness.control.button.control.isOn == true)
  }

  @Test func `goes by Enter from the first field to the second`() {
    var harness = window()
    harness.press(.enter)
    #expect(harness.control.focus == .form(.confirmation))
  }

  @Test func `goes to the field at fault, which is brought into sight even where it has it`() {
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

  @Test func `goes where a field is pressed, and stays where a button or nothing is`() {
    var harness = window()
    let confirmation = harness.frame(of: .form(.confirmation)) ?? .zero
    harness.click(Point(x: confirmation.minX + 60, y: confirmation.minY + 25))
    #expect(harness.control.focus == .form(.confirmation))
    let eye = harness.frame(of: .form(.password)) ?? .zero
    for point in [
      harness.buttonCenter, Point(x: 700, y: 20), Point(x: eye.maxX - 20, y: eye.minY + 25),
    ] {
      harness.click(point)
      #expect(harness.control.focus == .form(.confirmation))
    }
    let tokens = harness.control.tokens.frame(ofFocusStop: 0, at: harness.now)
    harness.click(Point(x: tokens.minX + 60, y: tokens.minY + 15))
    #expect(harness.control.focus == WindowContents.FocusStop(part: .tokens, index: 0))
  }

  @Test func `types nothing where it is on no text`() {
    var harness = window()
    harness.press(.tab)
    harness.type("abc")
    harness.send(.textCommitted(TypedText("x")))
    #expect(harness.control.form.control.password.text.graphemeCount == 0)
    #expect(harness.control.form.control.confirmation.text.graphemeCount == 0)
  }

  @Test func `leaves the caret out while the window has it not`() {
    var harness = window()
    harness.send(.windowFocusChanged(isFocused: false))
    harness.settle()
    let bars = harness.drawing().elements.count {
      if case .shape(.rect(let rect), .fill, _) = $0 { rect.width == 2 } else { false }
    }
    #expect(bars == 0)
  }

  @Test func `can be given and taken by whoever owns the contents`() {
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
  /// How many carets and rings there are, seen or just faded.
  fileprivate var focusMarks: Int {
    drawing().elements.count {
      switch $0 {
      case .shape(.rect(let rect), .fill, _): rect.width == Theme.Caret.width
      case .shape(_, .stroke(Theme.FocusRing.width), _): true
      default: false
      }
    }
  }

  /// Gives all keys to the button.
  fileprivate mutating func open(_ modal: `The keyboard's focus in the window`.Modal) {
    click(buttonCenter, button: modal == .panel ? .primary : .secondary)
    settle()
    if modal == .place {
      press(.home)
      press(.down)
      press(.enter)
      settle()
    }
  }
}
