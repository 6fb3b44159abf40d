import Controls
import Motion
import Scene
import TestSupport
import Testing
import Toolkit
import Windowing

@Suite struct `Control content` {
  private let group: ControlGroup<Int>
  private let buttons: [Child<CapsuleButton>]
  private let label: Child<Label>
  private let content: ControlContent<Int>
  /// The performed actions.
  private let performed = Log()

  private final class Log { var actions: [Int] = [] }

  init() { self.init(kind: .normal) }

  private init(kind: WindowConfiguration.Kind) {
    let environment = Environment(text: FixedTextMetrics())
    let group = ControlGroup<Int>(.column(spacing: 10, padding: 20), in: environment)
    buttons = (0..<3).map { index in
      group.add(CapsuleButton("Button \(index)", in: environment)) { _ in [index] }
    }
    let label = group.add(Label("short", in: environment))
    let performed = performed
    content = ControlContent(group, in: kind) { action, now in
      performed.actions.append(action)
      if action == 2 { return [.focus(0)] }
      if action == 1 { label.control.setText(String(repeating: "a long text ", count: 20), at: now) }
      return [.bell]
    }
    (self.group, self.label) = (group, label)
    _ = content.handle(.resized(Size(width: 300, height: 400), scale: 1), at: .zero)
    send(.windowFocusChanged(isFocused: true))
  }

  @discardableResult private func send(_ event: InputEvent) -> [Effect] {
    content.handle(.input(event), at: .zero)
  }

  @discardableResult private func press(_ key: Key, _ modifiers: Modifiers = []) -> [Effect] {
    send(.keyPressed(KeyPress(key, modifiers: modifiers)))
  }

  private func click(_ point: Point) {
    send(.pointerMoved(to: point))
    send(.pointerPressed(PointerPress(at: point)))
    send(.pointerReleased(PointerPress(at: point)))
  }

  private func drawing() -> DisplayList {
    var list = DisplayList()
    content.draw(into: &list, at: .zero)
    return list.flattened
  }

  @Test func `focuses the stop that an action returns`() {
    press(.tab)
    press(.tab)
    #expect(group.focusedStop == 2)
    #expect(press(.space).isEmpty)
    #expect(performed.actions == [2] && group.focusedStop == 0)
  }

  @Test func `focuses its first control, and the next and previous one by key`() {
    #expect(group.focusedStop == 0)
    let keys: [(Key, Modifiers, Int)] = [
      (.tab, [], 1), (.down, [], 2), (.tab, [], 0), (.tab, .shift, 2), (.up, [], 1), (.up, [], 0),
    ]
    for (key, modifiers, stop) in keys {
      press(key, modifiers)
      #expect(group.focusedStop == stop, "after \(key)")
    }
  }

  @Test func `focuses nothing after the program has removed the focus, until a key moves it`() {
    content.focus(nil, at: .zero)
    _ = content.handle(.resized(Size(width: 300, height: 300), scale: 1), at: .zero)
    press(.space)
    #expect(group.focusedStop == nil && performed.actions.isEmpty)
    press(.tab)
    #expect(group.focusedStop == 0)
  }

  @Test func `keeps the focus when the window is resized`() {
    press(.tab)
    _ = content.handle(.resized(Size(width: 500, height: 500), scale: 2), at: .zero)
    #expect(group.focusedStop == 1)
    #expect(group.environment.scale == 2 && group.frame.width == 500)
  }

  @Test func `moves the focus to a pressed field, but not to a pressed button`() {
    let field = group.add(TokenField(["a@b.cd"], in: group.environment))
    group.layOut(at: .zero)
    click(buttons[2].control.frame.center)
    #expect(group.focusedStop == 0 && performed.actions == [2])
    click(field.control.frame.center)
    #expect(group.focusedStop == 3)
  }

  @Test func `scrolls to the stop that an action returns`() {
    let environment = Environment(text: FixedTextMetrics())
    let column = ControlGroup<Int>(.column(spacing: 10, padding: 20), in: environment)
    for index in 0..<20 {
      column.add(CapsuleButton("Button \(index)", in: environment)) { _ in [index] }
    }
    let content = ControlContent(column) { _, _ in [.focus(19)] }
    _ = content.handle(.resized(Size(width: 300, height: 100), scale: 1), at: .zero)
    #expect(labels(in: content, at: .zero, height: 100).contains("Button 19") == false)
    _ = content.handle(.input(.keyPressed(KeyPress(.space))), at: .zero)
    #expect(column.focusedStop == 19)
    #expect(labels(in: content, at: .zero + .seconds(2), height: 100).contains("Button 19"))
  }

  @Test func `scrolls to the object that an assistive program focuses, and limits the others to the window`()
    throws
  {
    let environment = Environment(text: FixedTextMetrics())
    let column = ControlGroup<Int>(.column(spacing: 10, padding: 20), in: environment)
    for index in 0..<20 { column.add(CapsuleButton("Button \(index)", in: environment)) { _ in [index] } }
    let (content, window) = (ControlContent(column) { _, _ in [] }, Rect(x: 0, y: 0, width: 300, height: 100))
    _ = content.handle(.resized(window.size, scale: 1), at: .zero)
    func buttons(at now: Instant) -> [AccessibleTree.Entry] {
      var tree = AccessibleTree(.outline)
      content.describe(into: &tree, at: now)
      return tree.entries.filter { $0.node.role == .button }
    }
    for index in [19, 0, 10] {
      let all = buttons(at: .zero)
      try #require(all.count == 20)
      #expect(all.allSatisfy { $0.node.frame.clamped(to: window) == $0.node.frame })
      #expect(all.allSatisfy { $0.node.frame.isEmpty == $0.node.states.contains(.offscreen) })
      let request = AccessibilityRequest(.focus, of: all[index].path, at: all[index].index)
      _ = content.handle(.input(.accessibility(request)), at: .zero)
      #expect(column.focusedStop == index)
      let found = buttons(at: .zero + .seconds(2))[index].node
      #expect(!found.states.contains(.offscreen) && found.states.contains(.focused))
      #expect(found.frame.height == column.frame(ofFocusStop: index, at: .zero).height)
    }
  }

  /// Returns the texts that a window of a height shows completely.
  private func labels(in content: ControlContent<Int>, at now: Instant, height: Double) -> [String] {
    var list = DisplayList()
    content.draw(into: &list, at: now)
    return list.texts(within: Rect(x: 0, y: 0, width: 300, height: height))
  }

  @Test(arguments: [60.0, 80, 120, 200]) func `shows each focused control in a window that is too low`(
    height: Double
  ) {
    var now = Instant.zero
    _ = content.handle(.resized(Size(width: 300, height: height), scale: 1), at: now)
    let keys: [(Key, Modifiers)] = [
      (.tab, []), (.tab, []), (.tab, []), (.tab, .shift), (.down, []), (.up, []), (.up, []), (.up, []),
    ]
    for (key, modifiers) in keys {
      now = now + .seconds(2)
      _ = content.handle(.input(.keyPressed(KeyPress(key, modifiers: modifiers))), at: now)
      now = now + .seconds(2)
      let label = "Button \(group.focusedStop ?? -1)"
      #expect(labels(in: content, at: now, height: height).contains(label), "\(key)")
    }
  }

  @Test func `scrolls by the wheel, End and Home in a window that is too low`() {
    _ = content.handle(.resized(Size(width: 300, height: 100), scale: 1), at: .zero)
    #expect(!labels(in: content, at: .zero, height: 100).contains("short"))
    let center = Point(x: 150, y: 50)
    let events: [InputEvent] = [
      .scrolled(ScrollEvent(at: center, notches: Vector(dx: 0, dy: 10))),
      .scrolled(ScrollEvent(at: center, notches: Vector(dx: 0, dy: -10))),
      .keyPressed(KeyPress(.end)), .keyPressed(KeyPress(.home)),
    ]
    for (index, event) in events.enumerated() {
      _ = content.handle(.input(event), at: .zero + .seconds(4 * index))
      let shown = labels(in: content, at: .zero + .seconds(4 * index + 2), height: 100)
      #expect(shown.contains("short") == (index % 2 == 0), "\(event)")
      #expect(shown.contains("Button 0") == (index % 2 == 1), "\(event)")
    }
  }

  /// The height of a window is a whole number of device pixels.
  @Test func `does not scroll if the window has the rounded height of its content, at any scale`() {
    for scale in stride(from: 0.5, through: 8, by: 0.01) {
      let environment = Environment(text: FixedTextMetrics(), scale: scale)
      let failures = stride(from: 80.0, through: 700, by: 31.7).filter { height in
        var scroller = ScrollController(in: environment)
        scroller.resize(content: height, visible: (height * scale).rounded() / scale)
        if scroller.isScrollable { return true }
        scroller.resize(content: height, visible: (height * scale - 2).rounded() / scale)
        return !scroller.isScrollable
      }
      #expect(failures.isEmpty, "at scale \(scale)")
    }
  }

  @Test func `displays no thumb while the window adopts the height of its content`() {
    _ = content.handle(.resized(Size(width: 300, height: 100), scale: 1), at: .zero)
    #expect(!showsThumb(at: 0) && !showsThumb(at: 499) && showsThumb(at: 500))
    #expect(content.nextChange(after: .zero) == .zero + .milliseconds(500))
  }

  @Test(arguments: [1, 16, 40, 480], [1, 1.25, 1.75])
  func `displays the thumb after a change, whenever the frames are`(step: Int, scale: Double) {
    _ = content.handle(.resized(Size(width: 300, height: 400), scale: scale), at: .zero)
    let tokens = group.add(TokenField(["one"], in: group.environment))
    group.add(Label("below", in: group.environment))
    _ = content.handle(.timePassed, at: .zero)
    _ = content.handle(.resized(Size(width: 300, height: group.frame.height), scale: scale), at: .zero)
    let height = group.frame.height
    tokens.control.setTokens((0..<12).map { TextToken(id: $0 + 1, text: "token \($0)") }, at: .zero)
    for time in stride(from: 0, through: 480, by: step) {
      _ = content.handle(.timePassed, at: .zero + .milliseconds(time))
      #expect(!showsThumb(at: time))
    }
    #expect(group.frame.height > height + 50)
    #expect(!showsThumb(at: 499) && showsThumb(at: 500))
  }

  @Test func `displays the thumb after the last change, and keeps it`() {
    let tokens = group.add(TokenField(["one"], in: group.environment))
    _ = content.handle(.timePassed, at: .zero)
    _ = content.handle(.resized(Size(width: 300, height: group.frame.height), scale: 1), at: .zero)
    func setTokens(_ count: Int, at time: Int) {
      let now = Instant.zero + .milliseconds(time)
      tokens.control.setTokens((0..<count).map { TextToken(id: $0 + 1, text: "token \($0)") }, at: now)
      _ = content.handle(.timePassed, at: now)
    }
    setTokens(8, at: 0)
    setTokens(16, at: 300)
    #expect(!showsThumb(at: 799) && showsThumb(at: 800))
    _ = content.handle(.timePassed, at: .zero + .milliseconds(800))
    setTokens(8, at: 900)
    #expect(showsThumb(at: 900))
  }

  private func showsThumb(at milliseconds: Int) -> Bool {
    var list = DisplayList()
    content.draw(into: &list, at: .zero + .milliseconds(milliseconds))
    return list.flattened.elements.contains { element in
      guard case .shape(let shape, .fill, _) = element else { return false }
      return abs(shape.bounds.width - Theme.light.scrollBar.width) < 1
    }
  }

  @Test func `arranges the controls again after an action, and prefers their size`() {
    let height = group.frame.height
    #expect(content.cues(at: .zero).preferredSize == Size(width: 300, height: height))
    press(.tab)
    press(.space)
    #expect(group.frame.height > height)
    #expect(content.cues(at: .zero).preferredSize == group.frame.size)
    #expect(label.control.frame.maxY + 20 == group.frame.maxY)
  }

  @Test func `closes on a close request, and as a dialog on Escape`() {
    func closes(_ effects: [Effect]) -> Bool {
      effects.contains { if case .close = $0 { true } else { false } }
    }
    #expect(!closes(press(.escape)))
    #expect(closes(content.handle(.closeRequested, at: .zero)))
    let dialog = Self(kind: .dialog())
    #expect(closes(dialog.press(.escape)))
    #expect(!closes(dialog.press(.escape, .shift)))
  }

  @Test func `follows the settings of the desktop and the focus of the window`() {
    let light = drawing()
    var settings = DesktopSettings()
    settings.colorScheme = .dark
    _ = content.handle(.settingsChanged(settings), at: .zero)
    #expect(group.environment.theme == .dark && drawing() != light)
    send(.windowFocusChanged(isFocused: false))
    #expect(!group.environment.isWindowFocused)
  }

  @Test func `keeps the preferences of the program when the desktop changes`() {
    let environment = Environment(theme: .dark, text: FixedTextMetrics(), reducesMotion: true)
    let group = ControlGroup<Int>(in: environment)
    let content = ControlContent(
      group, preferences: AppearancePreferences(colorScheme: .dark, reducesMotion: true)
    ) { _, _ in [] }
    _ = content.handle(.resized(Size(width: 100, height: 100), scale: 1), at: .zero)
    var settings = DesktopSettings()
    settings.colorScheme = .light
    _ = content.handle(.settingsChanged(settings), at: .zero)
    #expect(group.environment.theme == .dark && group.environment.reducesMotion)
  }

  @Test func `arranges its controls again for another font`() {
    let measuring = FixedTextMetrics()
    let environment = Environment(text: measuring)
    let group = ControlGroup<Int>(in: environment)
    let button = group.add(CapsuleButton("Button", in: environment))
    let content = ControlContent(group) { _, _ in [] }
    _ = content.handle(.resized(Size(width: 400, height: 100), scale: 1), at: .zero)
    let width = button.frame.width
    measuring.pitch = 1
    _ = content.handle(.settingsChanged(DesktopSettings()), at: .zero)
    #expect(button.frame.width > width)
  }

  @Test func `gives a control that is added later the current environment`() {
    var settings = DesktopSettings()
    settings.colorScheme = .dark
    let old = group.environment
    _ = content.handle(.settingsChanged(settings), at: .zero)
    let late = group.add(Label("late", in: old))
    _ = content.handle(.timePassed, at: .zero)
    #expect(late.control.environment.theme == .dark)
  }

  @Test func `covers the window with its background`() {
    #expect(drawing().shapeColors.first == group.environment.theme.colors.window)
  }

  @Test func `shows the pointer shape of the control under the pointer`() {
    send(.pointerMoved(to: buttons[0].control.frame.center))
    #expect(content.cues(at: .zero).pointerShape == .hand)
    send(.pointerMoved(to: Point(x: 299, y: 399)))
    #expect(content.cues(at: .zero).pointerShape == .arrow)
  }
}

@Suite struct `Text label` {
  private func label(_ text: String, width: Double) -> Label {
    var label = Label(text, in: Environment(text: FixedTextMetrics()))
    label.layOut(at: Point(x: 10, y: 10), width: width, at: .zero)
    return label
  }

  @Test func `is as wide as its longest line and breaks text that does not fit`() {
    let short = label("four", width: 400)
    #expect(short.frame == Rect(x: 10, y: 10, width: 30, height: short.frame.height))
    let broken = label("four words in lines", width: 80)
    #expect(broken.frame.height == 2 * short.frame.height && broken.frame.width <= 80)
  }

  @Test func `has the height of its new text`() {
    var label = label("four", width: 80)
    let height = label.frame.height
    label.setText("four words in lines", at: .zero)
    #expect(label.frame.height == 2 * height)
    label.setText("four", at: .zero)
    #expect(label.frame.height == height)
  }
}
