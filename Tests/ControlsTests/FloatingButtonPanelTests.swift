import ControlTestSupport
import Controls
import Motion
import Scene
import TestSupport
import Testing

@Suite struct `Floating button panel` {
  private static let actions = (0..<8).map { ActionItem(id: "\($0)", label: "Do \($0)") }

  private func button(
    _ shape: FloatingButton.Shape = .button, _ actions: [ActionItem] = Self.actions,
    dims: Bool = false
  ) -> ControlHarness<FloatingButton> {
    ControlHarness(button: .init(shape: shape, tap: .expand, actions: actions, dims: dims))
  }

  @Test(arguments: FloatingButton.Shape.allCases)
  func `B10 opens on a tap and is modal`(shape: FloatingButton.Shape) {
    var button = button(shape)
    #expect(!button.control.isModal)
    button.click(button.center)
    #expect(button.control.isModal)
    #expect(button.actions.isEmpty && !button.control.isOn, "it does not toggle")
    button.settle()
    for item in Self.actions { #expect(button.drawing().texts.contains(item.label)) }
    #expect(!button.drawing().texts.contains("Drag me!"))
  }

  /// Performs an action of the button as an assistive program does.
  private func perform(_ id: String, on button: inout ControlHarness<FloatingButton>) {
    button.send(.accessibility(AccessibilityRequest(.perform(id), of: [.part(0)])))
  }

  @Test func `opens either the panel or the menu for an assistive program, with the focus`() {
    var button = button()
    var isOpen: (panel: Bool, menu: Bool) { (button.control.mode == .panel, button.control.mode == .menu) }
    for id in ["press", "menu", "menu", "press", "press", "menu", "move-left", "press", "move-top"] {
      let wasOpen = isOpen.panel
      let count = button.effects.count
      perform(id, on: &button)
      #expect(isOpen == (id == "press" && !wasOpen, id == "menu"), "\(id)")
      #expect(button.objects.filter { $0.node.role == .menu }.count == (isOpen.panel || isOpen.menu ? 1 : 0))
      let isFocusing = button.effects[count...].contains { if case .focus = $0 { true } else { false } }
      #expect(isFocusing == button.control.isModal, "\(id)")
    }
  }

  @Test func `does not give the identity of an item to another one`() throws {
    var button = button()
    perform("press", on: &button)
    func item() throws -> AccessibleTree.Entry { try #require(button.objects.last) }
    let first = try item()
    var configuration = button.control.configuration
    configuration.actions = [ActionItem(id: "other", label: "Other")]
    button.control.reconfigure(configuration, at: button.now)
    #expect(try item().path != first.path)
    button.send(.accessibility(AccessibilityRequest(.perform("press"), of: first.path)))
    #expect(button.actions.isEmpty)
    button.send(.accessibility(AccessibilityRequest(.perform("press"), of: try item().path)))
    #expect(button.actions == [.chosen("other")])
  }

  @Test(arguments: [Key.space, .enter])
  func `B10 opens with a key and highlights the first action`(key: Key) {
    var button = button()
    button.control.focus(0, at: .zero)
    button.press(key)
    #expect(button.control.isModal)
    button.press(key, isRepeat: true)
    #expect(button.actions.isEmpty, "a key repeat chooses nothing")
    button.settle()
    button.press(.enter)
    #expect(button.actions == [.chosen("0")])
    #expect(!button.control.isModal)
  }

  @Test(arguments: [0.0, 1]) func `B10 highlights the item under the pointer only if it moves`(
    distance: Double
  ) {
    var chosen: Set<ActionItem.ID> = []
    for dx in [-60.0, -20, 20, 60] {
      var button = button()
      let point = button.center + Vector(dx: dx, dy: 40)
      button.move(to: point)
      button.control.focus(0, at: button.now)
      button.press(.space)
      button.settle()
      button.move(to: point + Vector(dx: distance, dy: 0))
      button.press(.enter)
      for case .chosen(let id) in button.actions { chosen.insert(id) }
    }
    #expect(distance == 0 ? chosen == ["0"] : chosen.count > 1, "\(chosen)")
  }

  @Test func `B10 grows out of the button and shrinks back into it`() throws {
    var button = button()
    let closed = button.drawing()
    button.click(button.center)
    let body = try #require(button.drawing().bodies.first)
    let frame = button.control.frame(at: button.now)
    #expect(isNear(body.rect.center, frame.center) && isNear(body.rect.width, frame.width))
    button.settle()
    let open = try #require(button.drawing().bodies.first)
    #expect(open.rect.width > body.rect.width && open.rect.maxX <= 952 && open.rect.minX >= 8)
    button.press(.escape)
    #expect(try #require(button.drawing().bodies.first) == open, "it does not jump")
    button.settle()
    button.send(.pointerLeft)
    #expect(button.drawing() == closed)
  }

  @Test func `B10 stays in place when the button moves and shrinks to its new position`() throws {
    var button = button()
    button.click(button.center)
    button.settle()
    let open = try #require(button.drawing().bodies.first)
    var configuration = button.control.configuration
    configuration.snap = .corners
    button.control.reconfigure(configuration, at: button.now)
    button.settle()
    #expect(try #require(button.drawing().bodies.first) == open)
    button.press(.escape)
    button.settle()
    let body = try #require(button.drawing().bodies.first)
    #expect(body.rect.size == button.control.size && !isNear(button.center.y, 320, within: 100))
  }

  @Test func `B10 fades the label out when it opens and in when it closes`() {
    var button = button()
    button.click(button.center)
    #expect(button.opacity == 1)
    button.advance(by: .milliseconds(40))
    #expect(button.opacity > 0 && button.opacity < 1)
    button.settle()
    #expect(!button.drawing().texts.contains("Drag me!"))
    button.press(.escape)
    button.settle()
    #expect(button.opacity == 1)
  }

  @Test func `B10 closes on a press outside that has no other effect`() {
    var button = button()
    button.click(button.center)
    button.settle()
    let isHandled = button.send(.pointerPressed(PointerPress(at: Point(x: 20, y: 20))))
    #expect(isHandled)
    #expect(!button.control.isModal)
    button.release()
    button.settle()
    #expect(button.actions.isEmpty)
    #expect(button.control.nextChange(after: button.now) == nil)
  }

  @Test func `B9 does not dim while the panel is open`() {
    var button = button(.ball, dims: true)
    button.click(button.center)
    button.send(.pointerLeft)
    button.resize(to: Size(width: 900, height: 640))
    button.advance(by: .seconds(10))
    #expect(button.control.nextChange(after: button.now) == nil)
    button.press(.escape)
    #expect(button.control.nextChange(after: button.now) != nil)
    button.advance(by: .milliseconds(900))
    #expect(button.opacity == 1)
    button.settle()
    #expect(button.opacity == 0.2)
  }

  @Test func `B10 moves with the button when the window is resized`() throws {
    var button = button()
    button.click(button.center)
    button.settle()
    button.resize(to: Size(width: 1400, height: 900))
    button.settle()
    let open = try #require(button.drawing().bodies.first)
    #expect(open.rect.maxX > 1200 && open.rect.maxX <= 1392)
    button.press(.escape)
    button.settle()
    #expect(isNear(button.center, Point(x: 1306, y: 450)))
  }

  @Test func `B10 has at most eight actions`() async {
    #expect(FloatingButton.Configuration(actions: Self.actions).actions.count == 8)
    await #expect(processExitsWith: .failure) {
      _ = FloatingButton.Configuration(
        actions: (0..<9).map { ActionItem(id: "\($0)", label: "") })
    }
    await #expect(processExitsWith: .failure) {
      var configuration = FloatingButton.Configuration()
      configuration.actions = (0..<9).map { ActionItem(id: "\($0)", label: "") }
      _ = FloatingButton.Configuration(label: "\(configuration.actions.count)")
    }
  }
}

@Suite struct `Floating button menu` {
  private static let items = [ActionItem(id: "quit", label: "Quit")]

  private func button() -> ControlHarness<FloatingButton> {
    ControlHarness(button: .init(menuItems: Self.items))
  }

  @Test func `B10 opens on a right click and lists the move items first`() {
    var button = button()
    button.click(button.center, button: .secondary)
    #expect(button.control.isModal)
    button.settle()
    let texts = button.drawing().texts.filter { $0 != "Drag me!" }
    let labels = ["Move", "Move to…", "Quit"]
    #expect(texts.filter(labels.contains) == labels)
    #expect(texts.contains("M"), "the shortcut")
    #expect(button.actions.isEmpty)
  }

  @Test(arguments: [KeyPress(.menu), KeyPress(.function(10), modifiers: .shift)])
  func `B10 opens with a key while the button is focused`(press: KeyPress) {
    var button = button()
    var isHandled = button.send(.keyPressed(press))
    #expect(!isHandled && !button.control.isModal)
    button.control.focus(0, at: .zero)
    isHandled = button.send(.keyPressed(press))
    #expect(isHandled && button.control.isModal)
    button.settle()
    button.press(.up)
    button.press(.enter)
    #expect(button.actions == [.chosen("quit")])
    #expect(!button.control.isModal)
  }

  @Test func `B10 opens only on the button and not during a drag`() {
    var button = button()
    button.click(Point(x: 100, y: 100), button: .secondary)
    #expect(!button.control.isModal)
    button.beginDrag()
    button.press(at: button.center, button: .secondary)
    #expect(!button.control.isModal && button.isGrabbed)
  }

  @Test func `B10 closes on a press outside that has no other effect`() {
    var button = button()
    button.click(button.center, button: .secondary)
    button.settle()
    button.press(at: Point(x: 30, y: 600))
    button.advance(by: .seconds(1))
    button.release()
    #expect(!button.control.isModal && !button.isGrabbed && button.actions.isEmpty)
  }
}
