import ControlTestSupport
import Controls
import Motion
import PasswordForm
import Scene
import Secrets
import TestSupport
import Testing

@testable import Inspector
@testable import Tactile

/// Tests of the commands in the button's panel, its menu and by keys.
@Suite struct `Window commands` {
  @Test(arguments: [WindowCommand.theme, .shape, .reduceMotion])
  func `toggle a setting and restore it when repeated`(command: WindowCommand) {
    var harness = window()
    harness.settle()
    let before = harness.drawing()
    let details = harness.control.button.control.configuration.actions.map(\.detail)
    _ = harness.control.perform(command, at: harness.now)
    harness.settle()
    let changed = harness.control.button.control.configuration.actions.map(\.detail)
    #expect(changed != details)
    _ = harness.control.perform(command, at: harness.now)
    harness.settle()
    let after = harness.drawing()
    #expect(after == before)
  }

  @Test func `show the current settings in panel and menu`() throws {
    var harness = window()
    _ = harness.control.perform(.theme, at: harness.now)
    _ = harness.control.perform(.snap, at: harness.now)
    _ = harness.control.perform(.shape, at: harness.now)
    _ = harness.control.perform(.reduceMotion, at: harness.now)
    let configuration = harness.control.button.control.configuration
    let details = ["Dark", "Trailing", "Ball", "Reduced", "Closed"]
    #expect(configuration.actions.compactMap(\.detail) == details)
    #expect(configuration.menuItems.compactMap(\.detail).count == 5)
  }

  @Test func `cycle through all snap modes except that of the original demo`() {
    var options = ButtonOptions(snap: .original)
    let modes = (0..<5).map { _ in
      options.selectNextSnap()
      return options.configuration.snap
    }
    #expect(modes == [.edges, .trailing, .corners, .free, .edges])
  }

  @Test func `do not forward text typed into a menu to the password field`() {
    var harness = window()
    harness.press(at: harness.buttonCenter, button: .secondary)
    harness.release(button: .secondary)
    harness.type("x")
    let length = harness.control.form.control.password.text.graphemeCount
    #expect(length == 0)
    harness.press(.escape)
    harness.type("x")
    let typed = harness.control.form.control.password.text.graphemeCount
    #expect(typed == 1)
  }

  @Test(arguments: [PointerButton.secondary, .middle])
  func `release the pointer after the press on the button has ended`(button: PointerButton) {
    var harness = window()
    harness.press(at: harness.buttonCenter, button: button)
    harness.release(button: button)
    harness.press(.escape)
    harness.click(harness.layout.tokensCard.center)
    let focus = harness.control.focus
    #expect(focus?.section == .tokens)
  }

  @Test func `focus the button for the Move command of the menu`() {
    var harness = window()
    harness.press(at: harness.buttonCenter, button: .secondary)
    harness.release(button: .secondary)
    harness.press(.home)
    harness.press(.enter)
    let focus = harness.control.focus
    #expect(focus == WindowContents.floatingButton)
    harness.press(.home)
    harness.press(.enter)
    harness.settle()
    let x = harness.control.button.control.restPosition.x
    #expect(x == 0)
  }
}

@Suite struct `Window inspector` {
  @Test func `focuses its first slider, and restores the focus when it closes`() {
    var harness = window()
    harness.press(.tab)
    let before = harness.control.focus
    harness.press(.function(12))
    let inside = harness.control.focus
    #expect(inside?.section == .inspector)
    harness.press(.function(12))
    let after = harness.control.focus
    let hasInspector = harness.control.inspector != nil
    #expect(after == before)
    #expect(!hasInspector)
  }

  @Test func `closes the menu when it opens`() {
    var harness = window()
    harness.press(at: harness.buttonCenter, button: .secondary)
    harness.release(button: .secondary)
    harness.press(.function(12))
    let isModal = harness.control.button.control.isModal
    let hasInspector = harness.control.inspector != nil
    #expect(!isModal)
    #expect(hasInspector)
  }

  @Test func `leaves wheel events to the column`() {
    var harness = smallWindow()
    harness.press(.function(12))
    harness.settle()
    let (before, response) = (harness.offset, harness.control.options.tuning.spring.response)
    harness.move(to: Point(x: 240, y: 380))
    harness.scroll(3)
    harness.settle()
    let after = harness.control.options.tuning.spring.response
    #expect(harness.offset > before)
    #expect(after == response)
  }

  @Test func `closes by Escape and by its close button`() {
    for key in [Key.escape, .space] {
      var harness = window()
      harness.press(.function(12))
      if key == .space { harness.control.moveFocus(to: .inspector(.close), at: harness.now) }
      harness.press(key)
      let hasInspector = harness.control.inspector != nil
      #expect(!hasInspector)
    }
  }

  @Test func `enables dimming only for an opacity below 1`() {
    var harness = window()
    harness.press(.function(12))
    let opacity = harness.control.inspector?.control.settings.tuning.dimmedOpacity
    #expect(opacity == 1)
    harness.control.moveFocus(to: .inspector(.slider(.dimmedOpacity)), at: harness.now)
    harness.press(.left)
    let dimming = harness.control.button.control.configuration
    #expect(dimming.dims && dimming.tuning.dimmedOpacity == 0.99)
    harness.press(.right)
    let dims = harness.control.button.control.configuration.dims
    #expect(!dims)
  }

  @Test func `slows the button down only while it is open`() {
    var harness = window()
    harness.press(.function(12))
    harness.control.moveFocus(to: .inspector(.slowMotion), at: harness.now)
    harness.press(.space)
    let slow = harness.control.button.control.rate
    #expect(slow == 0.1)
    harness.press(.function(12))
    let normal = harness.control.button.control.rate
    #expect(normal == 1)
  }

  @Test(arguments: [480.0, 700, 843, 844, 960, 1400])
  func `is beside the column if it fits, and below otherwise`(width: Double) {
    var harness = window(Size(width: width, height: 640))
    harness.press(.function(12))
    let layout = harness.layout
    let isBeside = layout.inspectorCard.minX > layout.formCard.maxX
    #expect(isBeside == (width >= 844))
    #expect(layout.inspectorCard.maxX <= width - Theme.Window.margin)
    #expect(layout.formCard.width <= Theme.Window.columnWidth)
    if !isBeside { #expect(layout.inspectorCard.minY >= layout.tokensCard.maxY) }
  }

  @Test func `does not change the column at the default window size`() {
    var harness = window()
    let (form, tokens) = (harness.layout.formCard, harness.layout.tokensCard)
    harness.press(.function(12))
    let layout = harness.layout
    let isScrolling = harness.control.scroller.isScrollable
    #expect(layout.formCard == form && layout.tokensCard == tokens)
    #expect(layout.inspectorCard.width >= 280 && !isScrolling)
  }

  /// Windows of all widths and starting points in a complete run, otherwise those at the limits.
  @Test(
    arguments: TestScope.isComplete ? [480.0, 600, 843, 844, 900, 960, 1400] : [480, 844],
    TestScope.isComplete
      ? [UnitPoint.trailing, .center, UnitPoint(x: 0, y: 0.3), UnitPoint(x: 0.4, y: 0)]
      : [.trailing, UnitPoint(x: 0.4, y: 0)])
  func `is not covered by the button, which returns when it closes`(
    width: Double, start: UnitPoint
  ) {
    for height in [420.0, 640, 1000] {
      for shape in FloatingButton.Shape.allCases {
        let contents = WindowContents(
          policy: .default, button: ButtonOptions(shape: shape), start: start,
          in: Environment(text: FixedTextMetrics()))
        var harness = ControlHarness(contents)
        harness.control.resize(to: Size(width: width, height: height), at: harness.now)
        harness.settle()
        let before = harness.buttonCenter
        harness.press(.function(12))
        harness.settle()
        let covered = harness.coveredInspector
        harness.scroll(100)
        harness.settle()
        let coveredBelow = harness.coveredInspector
        #expect(covered.isEmpty && coveredBelow.isEmpty, "\(height), \(shape)")
        harness.press(.function(12))
        harness.settle()
        let after = harness.buttonCenter
        #expect(after.distance(to: before) < 1e-9, "\(height), \(shape)")
      }
    }
  }

  @Test func `adapts to another shape of the button`() {
    var harness = window(Size(width: 600, height: 420))
    harness.press(.function(12))
    _ = harness.control.perform(.shape, at: harness.now)
    harness.settle()
    let ball = harness.layout.inspectorCard.width
    _ = harness.control.perform(.shape, at: harness.now)
    harness.settle()
    let (button, covered) = (harness.layout.inspectorCard.width, harness.coveredInspector)
    #expect(button < ball && covered.isEmpty)
  }

  @Test func `scrolls to its focused stop`() {
    var harness = smallWindow()
    harness.press(.function(12))
    for _ in TuningInspector.FocusStop.all {
      harness.settle()
      guard let stop = harness.control.focus, stop.section == .inspector else { break }
      let frame = harness.frame(of: stop)
      #expect((frame?.minY ?? -1) >= 0 && (frame?.maxY ?? 1000) <= 420)
      harness.press(.tab)
    }
  }
}

@Suite struct `Window button` {
  @Test(arguments: [(0.0, 0.3), (1, 0.25), (0.4, 0), (0.6, 1)])
  func `B11 starts at its saved rest position`(x: Double, y: Double) throws {
    let contents = WindowContents(
      policy: .default, button: ButtonOptions(), start: UnitPoint(x: x, y: y),
      in: Environment(text: FixedTextMetrics()))
    var harness = ControlHarness(contents)
    harness.control.resize(to: Theme.Window.size, at: harness.now)
    let position = harness.control.button.control.restPosition
    #expect(abs(position.x - x) < 1e-12 && abs(position.y - y) < 1e-12)
  }

  @Test(arguments: [Size(width: 480, height: 760), Theme.Window.minimumSize])
  func `moves clear of the form's message, and returns`(size: Size) throws {
    var harness = window(size)
    harness.settle()
    let restCenter = harness.buttonCenter
    harness.type("Pas")
    harness.press(.enter)
    harness.press(.enter)
    harness.settle()
    let frame = harness.control.form.control.messageFrame
    let message = try #require(frame).offset(by: Vector(dx: 0, dy: -harness.offset))
    #expect(message.minY >= 0 && message.maxY <= size.height)
    let covered = message.intersection(harness.control.button.control.frame(at: harness.now))
    #expect(covered.isEmpty, "\(covered) of \(message)")
    harness.type("s")
    harness.settle()
    #expect(harness.buttonCenter == restCenter)
  }
}

extension ControlHarness<WindowContents> {
  /// The part of the inspector that the button covers.
  fileprivate var coveredInspector: Rect {
    control.page.control.layout.inspectorCard.offset(by: Vector(dx: 0, dy: -offset))
      .intersection(control.button.control.frame(at: now))
  }
}

extension WindowContents.FocusStop {
  /// Returns a stop of the inspector.
  fileprivate static func inspector(_ stop: TuningInspector.FocusStop) -> Self {
    Self(section: .inspector, index: TuningInspector.FocusStop.all.firstIndex(of: stop) ?? 0)
  }
}
