import ControlTestSupport
import Controls
import PasswordForm
import Scene
import TestSupport
import Testing

@testable import Tactile

@Suite struct `Column scrolling` {
  @Test func `W1 reaches the end of the column and its start by wheel`() {
    var harness = smallWindow()
    #expect(harness.layout.tokensCard.maxY > 420)
    harness.scroll(1)
    harness.settle()
    #expect(harness.offset == ScrollController.notch)
    harness.scroll(30)
    harness.settle()
    #expect(harness.layout.tokensCard.maxY - harness.offset == 420 - Theme.Window.margin)
    harness.scroll(-30)
    harness.settle()
    #expect(harness.offset == 0)
  }

  @Test func `W1 handles the keys that no control handles`() {
    var harness = smallWindow()
    let steps: [(Key, (Double) -> Bool)] = [
      (.down, { $0 == ScrollController.line }), (.up, { $0 == 0 }),
      (.pageDown, { $0 > 0 && $0 <= 420 }), (.pageUp, { $0 == 0 }),
    ]
    for (key, isExpected) in steps {
      harness.press(key)
      harness.settle()
      #expect(isExpected(harness.offset), "\(key): \(harness.offset)")
    }
    harness.press(.end)
    #expect(harness.offset == 0)
    harness.press(.tab)
    harness.press(.end)
    harness.settle()
    #expect(harness.layout.tokensCard.maxY - harness.offset == 420 - Theme.Window.margin)
    harness.press(.home)
    harness.settle()
    #expect(harness.offset == 0)
  }

  @Test func `W1 shows all content when paging`() {
    var harness = smallWindow()
    var visibleEnd = 420.0
    while visibleEnd < harness.layout.tokensCard.maxY {
      harness.press(.pageDown)
      harness.settle()
      #expect(harness.offset < visibleEnd)
      guard harness.offset + 420 > visibleEnd else { break }
      visibleEnd = harness.offset + 420
    }
    #expect(visibleEnd >= harness.layout.tokensCard.maxY)
  }

  @Test(arguments: [true, false])
  func `W1 makes each focused stop visible, forward and backward`(isForward: Bool) {
    var harness = smallWindow()
    for _ in WindowContents.FocusStop.all {
      harness.press(.tab, isForward ? [] : .shift)
      harness.settle()
      guard let stop = harness.control.focus, let frame = harness.frame(of: stop) else { continue }
      #expect(frame.minY >= 0 && frame.maxY <= 420, "\(stop) at \(frame)")
    }
  }

  @Test func `W1 keeps the focused stop visible when the window height decreases`() {
    var harness = window()
    for _ in 0..<PasswordForm.FocusStop.allCases.count { harness.press(.tab) }
    harness.control.resize(to: Theme.Window.minimumSize, at: harness.now)
    harness.settle()
    let frame = harness.frame(of: WindowContents.FocusStop(section: .tokens, index: 0)) ?? .zero
    #expect(frame.minY >= 0 && frame.maxY <= 420)
  }

  @Test func `is disabled when the whole column is visible`() {
    var harness = window(Size(width: 960, height: 900))
    harness.scroll(5)
    harness.press(.pageDown)
    harness.settle()
    #expect(harness.offset == 0)
  }

  @Test func `returns to the top when the window grows`() {
    var harness = smallWindow()
    harness.scroll(30)
    harness.settle()
    harness.control.resize(to: Size(width: 960, height: 900), at: harness.now)
    #expect(harness.offset == 0)
  }

  @Test func `keeps pointer positions consistent with the visible content`() {
    var harness = smallWindow()
    harness.scroll(30)
    harness.settle()
    let submit = harness.frame(of: .form(.submit)) ?? .zero
    let point = Point(x: submit.minX + 30, y: submit.midY)
    #expect(harness.control.pointerShape(over: point, at: harness.now) == .hand)
    harness.click(point)
    #expect(harness.control.form.control.messageText != nil)
  }

  @Test(arguments: [true, false])
  func `does not scroll on a press, but scrolls to the field on the next key`(
    reducesMotion: Bool
  ) {
    var harness = smallWindow(reducesMotion: reducesMotion)
    harness.type("0123456789")
    harness.press(.tab)
    harness.press(.tab)
    harness.scroll(30)
    harness.settle()
    // Scrolled so that only the last 20 px of the first field are visible.
    let field = harness.frame(of: .form(.password)) ?? .zero
    harness.scroll((field.minY + 30) / ScrollController.notch)
    harness.settle()
    let (point, offset) = (Point(x: field.minX + 14 + 3 * 11, y: 8), harness.offset)
    harness.press(at: point)
    #expect(harness.control.focus == .form(.password))
    #expect(harness.control.form.control.password.selection == TextSelection(caret: 3))
    harness.move(to: Point(x: point.x + 22, y: point.y))
    harness.release()
    #expect(harness.control.form.control.password.selection == TextSelection(anchor: 3, head: 5))
    harness.settle()
    #expect(harness.offset == offset)
    harness.press(.left)
    harness.settle()
    #expect(harness.frame(of: .form(.password)).map { $0.minY >= 0 } == true)
  }

  @Test func `P8 scrolls to a message during a save once, not on each update`() {
    var harness = smallWindow()
    for _ in 0..<2 {
      harness.type("Passw0rd!")
      harness.press(.enter)
    }
    #expect(harness.control.form.read { $0.isSaving })
    // Lower than the minimum height, so that the message can be outside of the window.
    harness.control.resize(to: Size(width: 960, height: 200), at: harness.now)
    harness.control.setPrompting(true, at: harness.now)
    harness.settle()
    #expect(harness.offset > 0)
    harness.scroll(-30)
    harness.settle()
    #expect(harness.offset == 0)
    harness.control.setPrompting(true, at: harness.now)
    harness.settle()
    #expect(harness.offset == 0)
    harness.control.setPrompting(false, at: harness.now)
    harness.settle()
    #expect(harness.offset > 0)
  }

  @Test func `shows a thumb only if the column is scrollable`() {
    let bar = { (list: DisplayList) in
      list.elements.contains {
        if case .shape(.roundedRect(let thumb), .fill, _) = $0 {
          thumb.rect.width == Theme.light.scrollBar.width
        } else {
          false
        }
      }
    }
    #expect(bar(smallWindow().drawing()))
    #expect(!bar(window(Size(width: 960, height: 900)).drawing()))
  }
}
