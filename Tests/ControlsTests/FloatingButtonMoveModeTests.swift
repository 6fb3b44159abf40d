import ControlTestSupport
import Controls
import Motion
import Scene
import TestSupport
import Testing

@Suite struct `Keyboard move mode` {
  /// Returns a button in move mode, in the center of the window.
  private func moving(
    _ configuration: FloatingButton.Configuration = .init(snap: .free)
  ) -> ControlHarness<FloatingButton> {
    var button = ControlHarness(button: configuration)
    button.drop(at: Point(x: 480, y: 320))
    button.settle()
    button.control.focus(0, at: button.now)
    button.press(.character("m"))
    return button
  }

  /// Returns the center at rest.
  private func settled(_ button: ControlHarness<FloatingButton>) -> Point {
    var button = button
    button.settle()
    return button.center
  }

  @Test func `begins with M while focused, with the scale of a drag`() {
    var button = ControlHarness(button: .init())
    var isHandled = button.press(.character("m"))
    #expect(!isHandled)
    button.control.focus(0, at: .zero)
    isHandled = button.press(.character("m"), .control)
    #expect(!isHandled)
    isHandled = button.press(.character("m"))
    #expect(isHandled)
    #expect(isNear(button.scale(after: .milliseconds(50)), 1 + 0.4 * 0.45278760323523872))
    button.settle()
    #expect(button.scale == 1.4)
    #expect(!button.control.isModal)
    isHandled = button.press(.character("m"), isRepeat: true)
    #expect(isHandled && button.scale == 1.4)
    button.press(.escape)
    button.settle()
    isHandled = button.press(.character("m"), .shift)
    button.settle()
    #expect(isHandled && button.scale == 1.4)
  }

  @Test func `explains itself to screen readers, until it ends`() {
    var button = ControlHarness(button: .init())
    button.control.focus(0, at: .zero)
    let hint = EnglishStrings.shared.text(.moveByKeyboard)
    #expect(button.announcements { $0.press(.character("m")) } == [hint])
    #expect(button.objects.first?.node.description == hint)
    #expect(button.announcements { $0.press(.left) } == [])
    #expect(button.announcements { $0.press(.escape) } == [])
    #expect(button.objects.first?.node.description == "")
  }

  @Test func `begins with the menu item Move, which requests the focus`() {
    var button = ControlHarness(button: .init())
    button.click(button.center, button: .secondary)
    button.settle()
    button.press(.down)
    button.press(.enter)
    guard case .focus(0)? = button.effects.last, button.outcomes.count == 1 else {
      Issue.record("the outcomes are \(button.outcomes)")
      return
    }
    button.control.focus(0, at: button.now)
    button.press(.up)
    button.settle()
    #expect(isNear(button.center, Point(x: 866, y: 310)) && button.scale == 1.4)
  }

  @Test(arguments: [
    (KeyPress(.left), Vector(dx: -10, dy: 0)), (KeyPress(.right), Vector(dx: 10, dy: 0)),
    (KeyPress(.up), Vector(dx: 0, dy: -10)), (KeyPress(.down), Vector(dx: 0, dy: 10)),
    (KeyPress(.left, modifiers: .shift), Vector(dx: -1, dy: 0)),
    (KeyPress(.right, modifiers: .shift), Vector(dx: 1, dy: 0)),
    (KeyPress(.up, modifiers: .shift), Vector(dx: 0, dy: -1)),
    (KeyPress(.down, modifiers: .shift), Vector(dx: 0, dy: 1)),
    (KeyPress(.left, modifiers: .control), Vector(dx: -386, dy: 0)),
    (KeyPress(.right, modifiers: .control), Vector(dx: 386, dy: 0)),
    (KeyPress(.up, modifiers: .control), Vector(dx: 0, dy: -268)),
    (KeyPress(.down, modifiers: .control), Vector(dx: 0, dy: 268)),
    (KeyPress(.home), Vector(dx: -386, dy: 0)), (KeyPress(.end), Vector(dx: 386, dy: 0)),
    (KeyPress(.pageUp), Vector(dx: 0, dy: -268)), (KeyPress(.pageDown), Vector(dx: 0, dy: 268)),
  ]) func `moves 10 px by arrow, 1 px with Shift, to the edge with Ctrl, Home or Page Up`(
    press: KeyPress, offset: Vector
  ) {
    var button = moving()
    let isHandled = button.send(.keyPressed(press))
    #expect(isHandled)
    #expect(isNear(settled(button), Point(x: 480, y: 320) + offset))
  }

  @Test func `moves with the spring and follows key repeats`() {
    var button = moving()
    button.press(.left)
    #expect(isNear(button.center(after: .milliseconds(50)).x, 480 - 10 * 0.45278760323523872))
    for _ in 0..<30 {
      button.advance(by: .milliseconds(33))
      let before = button.center
      button.press(.left, isRepeat: true)
      #expect(button.center == before, "it does not jump")
    }
    // At 10 px in 33 ms the spring lags by velocity · 2ζ/ω₀.
    let lag = button.center.x - (480 - 310)
    #expect(abs(lag) < 25)
    #expect(isNear(settled(button), Point(x: 170, y: 320)))
  }

  @Test func `stops at the edges of its area`() {
    var button = moving()
    for _ in 0..<100 {
      button.press(.right)
      button.press(.up)
    }
    #expect(settled(button) == Point(x: 866, y: 52))
    button.press(.left)
    #expect(isNear(settled(button), Point(x: 856, y: 52)))
  }

  @Test(arguments: [Key.enter, .space]) func `ends with Enter or Space and snaps`(
    key: Key
  ) {
    var button = moving(.init(snap: .corners))
    button.press(key, isRepeat: true)
    #expect(button.scale(after: .seconds(1)) == 1.4, "a key repeat does not end it")
    for _ in 0..<60 { button.press(.left) }
    let isHandled = button.press(key)
    #expect(isHandled)
    button.settle()
    #expect(isNear(button.center, Point(x: 94, y: 588)) && button.scale == 1)
    #expect(button.actions.isEmpty, "it is not a tap")
    #expect(button.control.restPosition == UnitPoint(x: 0, y: 1))
    button.press(key)
    #expect(button.actions == [.toggled(true)])
  }

  @Test func `is cancelled by Escape and returns with the spring`() {
    var button = moving()
    let unitPoint = button.control.restPosition
    button.press(.home)
    button.settle()
    #expect(button.control.restPosition == unitPoint, "dropping changes the rest position")
    let isHandled = button.press(.escape)
    #expect(isHandled)
    #expect(isNear(button.center(after: .milliseconds(50)).x, 94 + 386 * 0.45278760323523872))
    button.settle()
    #expect(isNear(button.center, Point(x: 480, y: 320)) && button.scale == 1)
  }

  @Test(arguments: [InputEvent.windowHidden, .pointerGrabLost])
  func `B11 is cancelled when the window is hidden or loses the grab`(event: InputEvent) {
    var button = moving()
    button.press(.home)
    button.send(event)
    button.settle()
    #expect(isNear(button.center, Point(x: 480, y: 320)) && button.scale == 1)
  }

  @Test(arguments: [false, true]) func `drops the button when the focus is lost`(
    losesWindowFocus: Bool
  ) {
    var button = moving()
    button.press(.home)
    if losesWindowFocus {
      button.send(.windowFocusChanged(isFocused: false))
    } else {
      button.control.focus(nil, at: button.now)
    }
    button.settle()
    #expect(isNear(button.center, Point(x: 94, y: 320)) && button.scale == 1)
    #expect(button.control.restPosition.x == 0)
    button.press(.right)
    #expect(isNear(settled(button), Point(x: 94, y: 320)))
  }

  @Test(arguments: [
    (PointerButton.primary, Point(x: 700, y: 500)), (.secondary, Point(x: 94, y: 320)),
  ]) func `ends with a press elsewhere: at the press, or in place with the other button`(
    pointerButton: PointerButton, target: Point
  ) {
    var button = moving()
    button.press(.home)
    let isHandled = button.send(
      .pointerPressed(PointerPress(at: Point(x: 700, y: 500), button: pointerButton)))
    #expect(isHandled, "the press has no other effect")
    button.settle()
    #expect(isNear(button.center, target) && button.scale == 1)
    button.press(.left)
    #expect(isNear(settled(button), target))
  }

  @Test func `continues after a press of the middle button elsewhere`() {
    var button = moving()
    let press = PointerPress(at: Point(x: 700, y: 500), button: .middle)
    let isHandled = button.send(.pointerPressed(press))
    #expect(isHandled)
    button.press(.left)
    #expect(isNear(settled(button), Point(x: 470, y: 320)))
  }

  @Test func `shows a crosshair elsewhere and a hand over the button`() {
    var button = moving()
    button.settle()
    let elsewhere = Point(x: 100, y: 100)
    #expect(button.control.pointerShape(over: elsewhere, at: button.now) == .crosshair)
    #expect(button.control.pointerShape(over: button.center, at: button.now) == .hand)
    let isHandled = button.send(.pointerMoved(to: elsewhere))
    #expect(isHandled, "no other control shows a hover state")
  }

  @Test func `drops the button when it is pressed, which also taps it`() {
    var button = moving()
    button.press(.home)
    button.settle()
    button.click(button.center)
    #expect(button.actions == [.toggled(true)])
    button.settle()
    #expect(isNear(button.center, Point(x: 94, y: 320)) && button.scale == 1)
  }

  @Test func `B11 keeps its unit point when the window is resized`() {
    var button = moving()
    button.press(.home)
    button.press(.up)
    button.settle()
    button.resize(to: Size(width: 1200, height: 900))
    button.settle()
    #expect(isNear(button.center, Point(x: 94, y: 52 + 796 * (258.0 / 536)), within: 1e-6))
    button.press(.escape)
    button.settle()
    #expect(isNear(button.center, Point(x: 600, y: 450)))
  }

  @Test(arguments: [(Key.home, 0.0), (.end, 1)], [8.0, -8])
  func `keeps its unit point when the size of the button changes`(
    edge: (key: Key, fraction: Double), change: Double
  ) {
    var button = moving()
    button.press(edge.key)
    button.settle()
    button.environment.theme.fonts.buttonLabel.size += change
    button.resize(to: ControlHarness.window)
    let frame = button.control.frame(at: button.now)
    let margin = Theme.light.floatingButton.margin
    #expect(frame.minX + frame.width * edge.fraction == margin + (960 - 2 * margin) * edge.fraction)
    button.press(.escape)
    button.settle()
    #expect(isNear(button.center, Point(x: 480, y: 320), within: 0.5))
  }

  @Test func `ignores all other keys`() {
    var button = moving()
    let quit = KeyPress(.character("q"), modifiers: .control)
    for press in [KeyPress(.tab), quit, KeyPress(.function(12))] {
      let isHandled = button.send(.keyPressed(press))
      #expect(!isHandled)
    }
    #expect(button.scale(after: .seconds(1)) == 1.4)
  }

  @Test func `B8 moves a ball without scaling and drops it immediately in place`() {
    var ball = moving(.init(shape: .ball))
    ball.press(.right)
    ball.settle()
    #expect(ball.scale == 1)
    ball.press(.enter)
    #expect(isNear(ball.center, Point(x: 490, y: 320)))
    ball.send(.pointerLeft)
    ball.control.focus(nil, at: ball.now)
    #expect(ball.opacity(after: .seconds(2)) == 0.2)
  }

  @Test(arguments: [120.0, 480, 960]) func `limits the hint to the width of the window`(width: Double) throws
  {
    var button = ControlHarness(button: .init(), in: Size(width: width, height: 640))
    button.environment.strings = GermanStrings.shared
    button.control.focus(0, at: .zero)
    button.press(.character("m"))
    button.settle()
    let hint = try #require(button.drawing().bodies.first { $0.rect.maxY > 600 }).rect
    #expect(hint.minX >= 16 && hint.maxX <= width - 16)
    let texts = button.drawing().elements.compactMap { element in
      if case .text(let text) = element, text.origin.y > 590 { text } else { nil }
    }
    let text = try #require(texts.first)
    #expect(text.ink.minX >= hint.minX + 14 && text.ink.maxX <= hint.maxX - 14)
    #expect(text.string.contains("…") == (width < 960))
  }

  @Test(arguments: [false, true]) func `fades the hint in, also with reduced motion`(
    reducesMotion: Bool
  ) {
    var button = ControlHarness(button: .init(), reducesMotion: reducesMotion)
    button.control.focus(0, at: .zero)
    button.press(.character("m"))
    button.advance(by: Theme.light.motion.fade / 2)
    let opacities = button.drawing().elements.compactMap { element in
      if case .group(let group, _) = element { group.opacity } else { nil }
    }
    #expect(opacities.contains { isNear($0, 0.5) })
  }
}

@Suite struct `Point-and-click move mode` {
  /// Returns a button that waits for a click on its new position.
  private func choosing(
    _ configuration: FloatingButton.Configuration = .init(snap: .free)
  ) -> ControlHarness<FloatingButton> {
    var button = ControlHarness(button: configuration)
    button.click(button.center, button: .secondary)
    button.settle()
    button.press(.down)
    button.press(.down)
    button.press(.enter)
    button.settle()
    return button
  }

  @Test func `needs one click to start and one for the position`() {
    var button = choosing()
    #expect(button.control.isModal)
    #expect(button.actions.isEmpty)
    let isHandled = button.send(.pointerPressed(PointerPress(at: Point(x: 300, y: 200))))
    #expect(isHandled && !button.control.isModal)
    button.release()
    button.settle()
    #expect(isNear(button.center, Point(x: 300, y: 200)))
    #expect(button.actions.isEmpty && button.scale == 1)
  }

  @Test(arguments: [
    (SnapMode.edges, Point(x: 300, y: 200), Point(x: 300, y: 52)),
    (.trailing, Point(x: 300, y: 200), Point(x: 866, y: 200)),
    (.corners, Point(x: 300, y: 200), Point(x: 94, y: 52)),
    (.free, Point(x: 2, y: 639), Point(x: 94, y: 588)),
  ]) func `snaps according to its mode, inside the window`(
    snap: SnapMode, point: Point, target: Point
  ) {
    var button = choosing(.init(snap: snap))
    button.press(at: point)
    button.release()
    button.settle()
    #expect(isNear(button.center, target))
  }

  @Test func `is cancelled by Escape, another button, a lost focus or a hidden window`() {
    for cause in 0..<6 {
      var button = choosing()
      let start = button.center
      button.control.focus(0, at: button.now)
      switch cause {
      case 0: button.press(.escape)
      case 1: button.press(at: Point(x: 300, y: 200), button: .secondary)
      case 2: button.send(.windowHidden)
      case 3: button.send(.windowFocusChanged(isFocused: false))
      case 4: button.control.focus(nil, at: button.now)
      default: button.send(.pointerGrabLost)
      }
      #expect(!button.control.isModal, "\(cause)")
      button.press(at: Point(x: 300, y: 200))
      button.release()
      button.settle()
      #expect(button.center == start, "\(cause)")
    }
  }

  @Test func `consumes all keys except commands`() {
    var button = choosing()
    let isHandled = button.press(.character("a"))
    #expect(isHandled)
    let isCommandHandled = button.press(.character("q"), .control)
    #expect(!isCommandHandled)
  }

  @Test func `shows a crosshair everywhere and a hint`() {
    let button = choosing()
    for point in [Point(x: 5, y: 5), button.center] {
      #expect(button.control.pointerShape(over: point, at: button.now) == .crosshair)
    }
    #expect(button.drawing().texts.contains(EnglishStrings.shared.text(.moveByClick)))
  }
}
