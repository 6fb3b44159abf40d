import Controls
import Motion
import Scene
import TestSupport
import Testing
import Toolkit
import Windowing

@Suite struct `Dialog content` {
  private final class Log { var answers: [DialogAnswer] = [] }

  private let log = Log()
  private let content: DialogContent<Void>

  init() { self.init(delay: .zero) }

  private init(delay: Duration, style: CapsuleButton.Style = .primary) {
    let environment = Environment(text: FixedTextMetrics())
    let log = log
    content = DialogContent(
      message: Label(untrusted: "Delete?", lineLimit: 4, in: environment),
      controls: ControlGroup(.column(), in: environment),
      buttons: [
        DialogButton(AccessKeyLabel(mnemonic: "_Cancel"), .cancel),
        DialogButton(AccessKeyLabel(mnemonic: "_Delete"), .accept, style: style),
      ], inputDelay: delay, preferences: AppearancePreferences(),
      perform: { action, _ in
        if case .answer(let answer) = action { log.answers.append(answer) }
        return []
      })
    _ = content.handle(.resized(Size(width: 400, height: 200), scale: 1), at: .zero)
  }

  private func instant(_ milliseconds: Int) -> Instant { .zero + .milliseconds(milliseconds) }

  private func send(_ event: InputEvent, at milliseconds: Int = 0) {
    _ = content.handle(.input(event), at: instant(milliseconds))
  }

  private func press(_ key: Key, _ modifiers: Modifiers = [], isRepeat: Bool = false, at time: Int = 0) {
    send(.keyPressed(KeyPress(key, modifiers: modifiers, isRepeat: isRepeat)), at: time)
  }

  /// Returns the middle of the text of a button.
  private func position(of label: String) throws -> Point {
    var list = DisplayList()
    content.draw(into: &list, at: .zero)
    let positions = list.flattened.elements.compactMap { element in
      if case .text(let text) = element, text.string == label { text.ink.center } else { nil }
    }
    return try #require(positions.first)
  }

  private func click(_ label: String, at time: Int) throws {
    let point = try position(of: label)
    send(.pointerMoved(to: point), at: time)
    send(.pointerPressed(PointerPress(at: point)), at: time)
    send(.pointerReleased(PointerPress(at: point)), at: time)
  }

  @Test func `answers by Enter, Escape, access keys, buttons and requests to close`() throws {
    press(.enter)
    press(.enter, .control)
    press(.escape)
    press(.character("d"), .alt)
    press(.character("c"), .alt)
    press(.character("d"))
    try click("Delete", at: 0)
    try click("Cancel", at: 0)
    _ = content.handle(.closeRequested, at: .zero)
    #expect(log.answers == [.accept, .accept, .cancel, .accept, .cancel, .accept, .cancel, .close])
  }

  @Test func `opens at the start of a message that is too long for the screen`() {
    let environment = Environment(text: FixedTextMetrics())
    let text = "Question\n" + (1...14).map { "line \($0)" }.joined(separator: "\n")
    let content = DialogContent<Void>(
      message: Label(untrusted: text, lineLimit: 16, in: environment),
      controls: ControlGroup(.column(), in: environment),
      buttons: [DialogButton(AccessKeyLabel("OK"), .accept, style: .primary)],
      preferences: AppearancePreferences(), perform: { _, _ in [] })
    _ = content.handle(.resized(Size(width: 440, height: 120), scale: 1), at: .zero)
    _ = content.handle(.input(.windowFocusChanged(isFocused: true)), at: .zero)
    var list = DisplayList()
    content.draw(into: &list, at: .zero)
    #expect(list.texts(within: Rect(x: 0, y: 0, width: 440, height: 120)).first == "Question")
  }

  /// The details may have more lines than there are above the buttons.
  @Test(arguments: ["", "Delete?", String(repeating: "line\n", count: 9)], [true, false])
  func `shows who asks in a tooltip that covers no button`(message: String, hasControls: Bool) throws {
    let environment = Environment(text: FixedTextMetrics())
    var origin = Label("Not verified: asked by a", in: environment)
    origin.details = (1...5).map { "\($0)711, user ada, a: " + String(repeating: "b", count: 80) }.joined(
      separator: "\n")
    let controls = ControlGroup<Void>(.column(), in: environment)
    if hasControls { controls.add(ToggleSwitch("A", isOn: false, in: environment)) { _ in [] } }
    let content = DialogContent<Void>(
      message: message.isEmpty ? nil : Label(untrusted: message, lineLimit: .max, in: environment),
      origin: origin, controls: controls,
      buttons: [DialogButton(AccessKeyLabel("OK"), .accept, style: .primary)],
      preferences: AppearancePreferences(), perform: { _, _ in [] })
    _ = content.handle(.resized(Size(width: 440, height: 1), scale: 1), at: .zero)
    let size = try #require(content.cues(at: .zero).preferredSize)
    _ = content.handle(.resized(size, scale: 1), at: .zero)
    func texts(at now: Instant) -> [(string: String, ink: Rect)] {
      var list = DisplayList()
      content.draw(into: &list, at: now)
      return list.textFrames
    }
    let before = texts(at: .zero)
    let ink = try #require(before.first { $0.string.hasPrefix("Not verified") }).ink
    let line = ink.center
    for x in [line.x - 1, line.x] { send(.pointerMoved(to: Point(x: x, y: line.y)), to: content) }
    _ = content.handle(.timePassed, at: .zero + .seconds(1))
    let tooltip = texts(at: .zero + .seconds(2)).dropFirst(before.count)
    // It begins a line with each program, first with the one that asks, or says how much is missing.
    let lines = tooltip.map(\.string)
    let shown = (1...5).prefix { number in lines.contains { $0.hasPrefix("\(number)711, user ada, a:") } }
    #expect(
      shown.count == 5 || !shown.isEmpty && lines.last?.hasSuffix("more characters …") == true, "\(lines)")
    #expect(shown.count == 5 || !hasControls || message.isEmpty)
    let top = try #require(before.last { $0.string == "OK" }).ink.minY
    #expect(tooltip.allSatisfy { $0.ink.minY > 0 && $0.ink.maxY < top }, "\(tooltip.map(\.ink)), \(top)")
    // It covers the line only if there is almost no space above.
    #expect(ink.minY < 70 || tooltip.allSatisfy { $0.ink.maxY < ink.minY })
  }

  /// The window gets higher for details that do not fit above the line. The line, the field and the buttons stay where they are.
  @Test(arguments: Array(stride(from: 0, through: 90, by: 10)) + [400], [true, false])
  func `shows who asks with complete commands, and covers neither a field nor a button, in a small window`(
    commandLength: Int, hasField: Bool
  ) throws {
    let environment = Environment(text: FixedTextMetrics())
    var origin = Label("Not verified: asked by a", in: environment)
    let words = String(repeating: "word ", count: commandLength / 5)
    origin.details = (1...4).map {
      "\($0)711, user ada, started 2026-11-29 13:34:38; a\($0): \(words)end\($0)"
    }
    .joined(separator: "\n")
    let controls = ControlGroup<Void>(.column(), in: environment)
    if hasField { controls.add(ToggleSwitch("A", isOn: false, in: environment)) { _ in [] } }
    let content = DialogContent<Void>(
      message: Label("Delete?", in: environment), origin: origin, controls: controls,
      buttons: [DialogButton(AccessKeyLabel("OK"), .accept, style: .primary)],
      preferences: AppearancePreferences(), perform: { _, _ in [] })
    _ = content.handle(.resized(Size(width: 440, height: 1), scale: 1), at: .zero)
    func fit(at now: Instant) throws -> Size {
      var size = try #require(content.cues(at: now).preferredSize)
      size.height.round()
      _ = content.handle(.resized(size, scale: 1), at: now)
      return size
    }
    func texts(at now: Instant) -> [(string: String, ink: Rect)] {
      var list = DisplayList()
      content.draw(into: &list, at: now)
      return list.textFrames
    }
    let size = try fit(at: .zero)
    let before = texts(at: .zero)
    let line = try #require(before.first { $0.string.hasPrefix("Not verified") }).ink.center
    for x in [line.x - 1, line.x] { send(.pointerMoved(to: Point(x: x, y: line.y)), to: content) }
    _ = content.handle(.timePassed, at: .zero + .seconds(1))
    let grown = try fit(at: .zero + .seconds(1))
    let after = texts(at: .zero + .seconds(2))
    #expect(after.prefix(before.count).map(\.ink) == before.map(\.ink))
    let tooltip = after.dropFirst(before.count)
    let shown = tooltip.map(\.string).joined(separator: " ")
    for number in 1...4 {
      #expect(shown.contains("\(number)711, ") && shown.contains("a\(number): "), "\(shown)")
      // Four commands of 400 characters need more lines than a tooltip has.
      #expect(shown.contains("end\(number)") == (commandLength < 400), "\(shown)")
    }
    let button = try #require(before.last { $0.string == "OK" }).ink
    let area = Rect(origin: .zero, size: grown)
    #expect(tooltip.allSatisfy { area.intersection($0.ink) == $0.ink && !$0.ink.intersects(button) })
    #expect(tooltip.allSatisfy { $0.ink.minY > button.maxY })
    // A low screen has space for a part of it.
    let height = max(size.height + 64, size.height + 0.3 * (grown.height - size.height))
    _ = content.handle(.resized(Size(width: 440, height: height), scale: 1), at: .zero + .seconds(2))
    let part = texts(at: .zero + .seconds(2)).dropFirst(before.count)
    #expect(part.count > 1 && part.allSatisfy { $0.ink.minY > button.maxY && $0.ink.maxY < height })
    _ = content.handle(.resized(grown, scale: 1), at: .zero + .seconds(2))
    // A window manager that keeps the window on the screen moves it under the pointer.
    let panel = try (#require(tooltip.first).ink.minY, #require(tooltip.last).ink.maxY)
    for y in [line.y + 5, panel.1, (panel.0 + panel.1) / 2, panel.0] {
      _ = content.handle(.input(.pointerMoved(to: Point(x: line.x, y: y))), at: .zero + .seconds(2))
      #expect(texts(at: .zero + .seconds(3)).count == after.count, "\(y)")
    }
    _ = content.handle(.input(.pointerMoved(to: Point(x: line.x, y: 1))), at: .zero + .seconds(3))
    _ = content.handle(.timePassed, at: .zero + .seconds(4))
    #expect(try fit(at: .zero + .seconds(4)) == size)
  }

  /// The time after the dialog has appeared at which the first event of the pointer comes.
  @Test(arguments: [(0, false), (499, false), (500, true)])
  func `shows who asks below a pointer that enters, not below one at which the dialog opens`(
    time: Int, isShown: Bool
  ) {
    let environment = Environment(text: FixedTextMetrics())
    var origin = Label("Not verified: asked by a", in: environment)
    origin.details = "1711, user ada, a"
    let content = DialogContent<Void>(
      message: nil, origin: origin, controls: ControlGroup(.column(), in: environment),
      buttons: [DialogButton(AccessKeyLabel("OK"), .accept, style: .primary)],
      preferences: AppearancePreferences(), perform: { _, _ in [] })
    _ = content.handle(.resized(Size(width: 440, height: 300), scale: 1), at: .zero)
    _ = content.handle(.appeared, at: .zero)
    func shows(after milliseconds: Int) -> Bool {
      _ = content.handle(.timePassed, at: instant(milliseconds))
      var list = DisplayList()
      content.draw(into: &list, at: instant(milliseconds))
      return list.flattened.texts.contains("1711, user ada, a")
    }
    _ = content.handle(.input(.pointerMoved(to: Point(x: 50, y: 25))), at: instant(time))
    #expect(shows(after: 2000) == isShown)
    _ = content.handle(.input(.pointerMoved(to: Point(x: 51, y: 25))), at: instant(2000))
    #expect(shows(after: 3000))
  }

  /// The button hides the tooltip, and a press has its usual effect.
  @Test func `presses a button between who asks and its tooltip`() throws {
    let environment = Environment(text: FixedTextMetrics())
    let log = log
    var origin = Label("Not verified: asked by a", in: environment)
    origin.details = (1...5).map { "\($0)711, user ada, a" }.joined(separator: "\n")
    let content = DialogContent<Void>(
      message: nil, origin: origin, controls: ControlGroup(.column(), in: environment),
      buttons: [DialogButton(AccessKeyLabel("OK"), .accept, style: .primary)],
      preferences: AppearancePreferences(),
      perform: { action, _ in
        if case .answer(let answer) = action { log.answers.append(answer) }
        return []
      })
    _ = content.handle(.resized(Size(width: 440, height: 300), scale: 1), at: .zero)
    for x in [50.0, 60] { send(.pointerMoved(to: Point(x: x, y: 25)), to: content) }
    _ = content.handle(.timePassed, at: instant(1000))
    func texts(at now: Instant) -> [(string: String, ink: Rect)] {
      var list = DisplayList()
      content.draw(into: &list, at: now)
      return list.textFrames
    }
    let shown = texts(at: instant(2000))
    let button = try #require(shown.first { $0.string == "OK" }).ink
    #expect(shown.contains { $0.string.hasPrefix("1711") && $0.ink.minY > button.maxY })
    _ = content.handle(.input(.pointerMoved(to: button.center)), at: instant(2000))
    _ = content.handle(.timePassed, at: instant(3000))
    #expect(!texts(at: instant(3000)).contains { $0.string.hasPrefix("1711") })
    let press = PointerPress(at: button.center)
    for event in [.pointerPressed(press), InputEvent.pointerReleased(press)] {
      _ = content.handle(.input(event), at: instant(3000))
    }
    #expect(log.answers == [.accept])
  }

  private func send(_ event: InputEvent, to content: DialogContent<Void>) {
    _ = content.handle(.input(event), at: .zero)
  }

  @Test func `moves the focus out of a control by Tab only`() {
    let environment = Environment(text: FixedTextMetrics())
    let (log, controls) = (Log(), ControlGroup<Void>(.column(), in: environment))
    let switches = ["A", "B"].map { label in
      controls.add(ToggleSwitch(label, isOn: false, in: environment)) { _ in [] }
    }
    let content = DialogContent<Void>(
      message: nil, controls: controls,
      buttons: [DialogButton(AccessKeyLabel("OK"), .accept, style: .primary)],
      preferences: AppearancePreferences(),
      perform: { action, _ in
        if case .answer(let answer) = action { log.answers.append(answer) }
        return []
      })
    _ = content.handle(.resized(Size(width: 440, height: 200), scale: 1), at: .zero)
    for key in [Key.down, .left, .right, .pageUp, .home, .space, .tab, .up, .space] {
      _ = content.handle(.input(.keyPressed(KeyPress(key))), at: .zero)
    }
    #expect(switches.allSatisfy { $0.control.isOn } && log.answers.isEmpty)
  }

  @Test(arguments: [300.0, 3000]) func `scrolls a long message by keys and the wheel above its buttons`(
    height: Double
  ) throws {
    let environment = Environment(text: FixedTextMetrics())
    let text = (1...200).map { "line \($0)" }.joined(separator: "\n")
    let content = DialogContent<Void>(
      message: Label(untrusted: text, lineLimit: .max, in: environment),
      controls: ControlGroup(.column(), in: environment),
      buttons: [DialogButton(AccessKeyLabel("OK"), .accept, style: .primary)],
      preferences: AppearancePreferences(), perform: { _, _ in [] })
    let width = content.preferredWidth
    _ = content.handle(.resized(Size(width: width, height: 1), scale: 1), at: .zero)
    let preferred = try #require(content.cues(at: .zero).preferredSize)
    #expect(width == DialogMetrics.width && preferred.width == width && preferred.height < 600)
    let size = Size(width: width, height: min(preferred.height, height))
    _ = content.handle(.resized(size, scale: 1), at: .zero)
    #expect(content.cues(at: .zero).preferredSize == preferred)
    func lines(_ event: InputEvent, _ second: Int64) -> [String] {
      _ = content.handle(.input(event), at: .zero + .seconds(second))
      var list = DisplayList()
      content.draw(into: &list, at: .zero + .seconds(second + 9))
      let button = list.flattened.elements.contains { element in
        guard case .text(let text) = element else { return false }
        return text.string == "OK" && text.ink.maxY < size.height
      }
      #expect(button)
      return list.texts(within: Rect(x: 0, y: 20, width: width, height: size.height - 80))
    }
    #expect(lines(.pointerLeft, 10).first == "line 1")
    #expect(lines(.keyPressed(KeyPress(.down)), 20).first != "line 1")
    #expect(lines(.keyPressed(KeyPress(.home)), 30).first == "line 1")
    let notch = ScrollEvent(at: Point(x: 100, y: 50), notches: Vector(dx: 0, dy: 3))
    #expect(lines(.scrolled(notch), 40).first != "line 1")
    #expect(lines(.keyPressed(KeyPress(.end)), 50).contains("line 200"))
    #expect(!lines(.keyPressed(KeyPress(.pageUp)), 60).contains("line 200"))
  }

  /// The numbers of lines of the message and of the controls, and the height of the window.
  @Test(arguments: [(1, 40, 300.0), (40, 40, 300), (0, 40, 200), (1, 2, 220), (40, 1, 300)])
  func `shows its buttons and the start of all above them in a low window`(
    messageCount: Int, controlCount: Int, height: Double
  ) throws {
    let environment = Environment(text: FixedTextMetrics())
    let controls = ControlGroup<Void>(.column(), in: environment)
    for index in 1...controlCount { controls.add(Label("control \(index)", in: environment)) }
    let message = (1...max(1, messageCount)).map { "line \($0)" }.joined(separator: "\n")
    let content = DialogContent<Void>(
      message: messageCount == 0 ? nil : Label(untrusted: message, lineLimit: .max, in: environment),
      controls: controls, buttons: [DialogButton(AccessKeyLabel("OK"), .accept, style: .primary)],
      preferences: AppearancePreferences(), perform: { _, _ in [] })
    _ = content.handle(.resized(Size(width: 440, height: 1), scale: 1), at: .zero)
    let preferred = try #require(content.cues(at: .zero).preferredSize)
    func texts(at time: Instant) -> [String] {
      var list = DisplayList()
      content.draw(into: &list, at: time)
      return list.texts(within: Rect(x: 0, y: 0, width: 440, height: height))
    }
    _ = content.handle(.resized(Size(width: 440, height: height), scale: 1), at: .zero)
    #expect(content.cues(at: .zero).preferredSize == preferred)
    let shown = texts(at: .zero)
    #expect(shown.contains("OK") && shown.contains("control 1"))
    #expect(messageCount == 0 || shown.contains("line 1"))
    // The keys scroll the message first.
    let last = "control \(controlCount)"
    let notch = ScrollEvent(at: Point(x: 100, y: height - 90), notches: Vector(dx: 0, dy: 99))
    _ = content.handle(.input(.scrolled(notch)), at: .zero + .seconds(1))
    let scrolled = texts(at: .zero + .seconds(9))
    #expect(scrolled.contains("OK") && scrolled.contains(last))
    // With a window of the preferred height, nothing scrolls.
    _ = content.handle(.resized(preferred, scale: 1), at: .zero + .seconds(10))
    var list = DisplayList()
    content.draw(into: &list, at: .zero + .seconds(20))
    let all = list.texts(within: Rect(origin: .zero, size: preferred))
    #expect(all.contains("control 1") && all.contains(last) && all.contains("OK"))
  }

  @Test func `scrolls to the focus when controls are added in a low window`() {
    let environment = Environment(text: FixedTextMetrics())
    let controls = ControlGroup<Void>(.column(), in: environment)
    for index in 1...10 { controls.add(Label("control \(index)", in: environment)) }
    controls.add(ToggleSwitch("Last", isOn: false, in: environment)) { _ in [] }
    let content = DialogContent<Void>(
      message: nil, controls: controls,
      buttons: [DialogButton(AccessKeyLabel("OK"), .accept, style: .primary)],
      preferences: AppearancePreferences(), perform: { _, _ in [] })
    func shows(_ text: String, at milliseconds: Int) -> Bool {
      var list = DisplayList()
      content.draw(into: &list, at: instant(milliseconds))
      return list.texts(within: Rect(x: 0, y: 0, width: 440, height: 200)).contains(text)
    }
    content.focusControls(0, at: .zero)
    for height in [1.0, 200] {
      _ = content.handle(.resized(Size(width: 440, height: height), scale: 1), at: .zero)
    }
    #expect(shows("Last", at: 1000))
    let notch = ScrollEvent(at: Point(x: 100, y: 60), notches: Vector(dx: 0, dy: -99))
    _ = content.handle(.input(.scrolled(notch)), at: instant(1000))
    #expect(!shows("Last", at: 3000))
    controls.add(Label("more", in: environment))
    _ = content.handle(.timePassed, at: instant(3000))
    #expect(shows("Last", at: 5000))
  }

  @Test(arguments: [Key.tab, .character("d")]) func `scrolls to a button that a key focuses or presses`(
    key: Key
  ) {
    _ = content.handle(.resized(Size(width: 400, height: 60), scale: 1), at: .zero)
    func shows(_ text: String) -> Bool {
      var list = DisplayList()
      content.draw(into: &list, at: instant(3000))
      return list.texts(within: Rect(x: 0, y: 0, width: 400, height: 60)).contains(text)
    }
    #expect(!shows("Delete"))
    press(key, key == .tab ? [] : .alt)
    #expect(shows("Delete") && log.answers == (key == .tab ? [] : [.accept]))
  }

  /// Returns a dialog with a list of users above a switch.
  private static func listContent(_ count: Int = 12) -> (
    content: DialogContent<Void>, list: Child<ScrollView<SegmentedControl>>
  ) {
    let environment = Environment(text: FixedTextMetrics())
    let controls = ControlGroup<Void>(.column(spacing: 8), in: environment)
    var view = ScrollView(
      SegmentedControl((0..<count).map { "user \($0)" }, selection: 0, isList: true, in: environment),
      in: environment)
    view.maximumHeight = 140
    let list = controls.add(view)
    controls.add(ToggleSwitch("Switch", isOn: false, in: environment)) { _ in [] }
    let content = DialogContent<Void>(
      message: Label("Delete?", in: environment), controls: controls,
      buttons: [DialogButton(AccessKeyLabel("OK"), .accept, style: .primary)],
      preferences: AppearancePreferences(), perform: { _, _ in [] })
    return (content, list)
  }

  @Test(arguments: [120.0, 200, 250, 400]) func `scrolls to the selection of a list that keys change`(
    height: Double
  ) {
    let (content, list) = Self.listContent()
    content.focusControls(0, at: .zero)
    _ = content.handle(.resized(Size(width: 400, height: height), scale: 1), at: .zero)
    var time = 0
    for key in [Key.end, .up, .home, .down, .end, .home] {
      time += 3000
      _ = content.handle(.input(.keyPressed(KeyPress(key))), at: instant(time))
      var drawing = DisplayList()
      content.draw(into: &drawing, at: instant(time + 2000))
      let shown = drawing.texts(within: Rect(x: 0, y: 0, width: 400, height: height))
      #expect(shown.contains("user \(list.control.content.control.selection)"), "\(key): \(shown)")
    }
  }

  /// The switch has the focus.
  @Test(arguments: Array(stride(from: 400.0, through: 190, by: -10)), [2, 3, 4, 5, 12])
  func `shows the selection of a list beside the focus, also in a low window`(height: Double, count: Int) {
    for selection in [0, count / 2, count - 1] {
      expectSelection(selection, of: count, inWindowOf: height)
    }
  }

  private func expectSelection(_ selection: Int, of count: Int, inWindowOf height: Double) {
    let (content, list) = Self.listContent(count)
    content.list = (list, 140)
    content.focusControls(1, at: .zero)
    _ = content.handle(.resized(Size(width: 400, height: 1), scale: 1), at: .zero)
    let preferred = content.cues(at: .zero).preferredSize
    _ = content.handle(.resized(Size(width: 400, height: height), scale: 1), at: .zero)
    #expect(content.cues(at: .zero).preferredSize == preferred)
    list.control.content.control.select(selection, at: .zero)
    content.revealSelection(at: .zero)
    for size in [height, height - 1, 400] {
      _ = content.handle(.resized(Size(width: 400, height: size), scale: 1), at: .zero)
      var drawing = DisplayList()
      content.draw(into: &drawing, at: instant(2000))
      let shown = drawing.texts(within: Rect(x: 0, y: 0, width: 400, height: size))
      #expect(shown.contains("user \(selection)") && shown.contains("Switch"), "\(size): \(shown)")
      // The list gives up the missing height before anything else.
      let (natural, missing) = (min(140, 30 * Double(count)), max(0, (preferred?.height ?? 0) - size))
      #expect(list.control.frame.height == max(45, natural - missing), "\(size)")
    }
  }

  @Test(arguments: [250.0, 800]) func `leaves a list where the user has scrolled it`(height: Double) {
    let (content, list) = Self.listContent(12)
    content.list = (list, 140)
    content.focusControls(1, at: .zero)
    func fit(at now: Instant) {
      let size = Size(width: 400, height: min(height, content.cues(at: now).preferredSize?.height ?? 0))
      _ = content.handle(.resized(size, scale: 1), at: now)
    }
    _ = content.handle(.resized(Size(width: 400, height: 1), scale: 1), at: .zero)
    fit(at: .zero)
    content.revealSelection(at: .zero)
    let event = ScrollEvent(at: list.control.frame.center, notches: Vector(dx: 0, dy: 3))
    _ = content.handle(.input(.scrolled(event)), at: instant(1000))
    let offset = list.control.scroller.target
    content.controls.add(Label("a text of PAM", in: content.controls.environment))
    for time in [2000, 2001] {
      _ = content.handle(.timePassed, at: instant(time))
      fit(at: instant(time))
    }
    #expect(offset > 0 && list.control.scroller.target == offset)
  }

  /// Keys, and whether they belong to an answer that is not given yet.
  @Test(arguments: [
    (KeyPress(.character("a")), true), (KeyPress(.backspace), true), (KeyPress(.enter), false),
    (KeyPress(.escape), false), (KeyPress(.character("d"), modifiers: .alt), false),
    // It presses a button.
    (KeyPress(.space), false),
  ])
  func `reports whether its last key belongs to an unfinished answer`(press: KeyPress, isTyped: Bool) throws {
    #expect(!isTyping)
    self.press(.character("x"))
    #expect(isTyping)
    send(.keyPressed(press))
    #expect(isTyping == isTyped)
    self.press(.character("x"))
    try click("Cancel", at: 0)
    #expect(!isTyping)
  }

  private var isTyping: Bool { content.cues(at: .zero).isTyping }

  @Test func `reports a blank as typed while no button has the focus, and no ignored key`() {
    content.focusButton(.refuse, at: .zero)
    press(.space)
    #expect(isTyping)
    let late = Self(delay: .milliseconds(500))
    late.press(.character("x"))
    #expect(!late.isTyping)
  }

  @Test func `reports no key as typed while its owner checks an answer`() {
    var isAnswered = true
    content.isAnswered = { isAnswered }
    for event in [InputEvent.keyPressed(KeyPress(.character("x"))), .textCommitted(TypedText("x"))] {
      send(event)
      #expect(!isTyping)
    }
    isAnswered = false
    press(.character("x"))
    #expect(isTyping)
  }

  /// Messages, and the width of their dialog. A character is 7.5 wide.
  @Test(arguments: [
    ("Delete?", 440), (String(repeating: "x", count: 60), 600), (String(repeating: "x", count: 999), 760),
    (String(repeating: "some words ", count: 99), 600), (String(repeating: "line\n", count: 99), 440),
    (String(repeating: "some words ", count: 999), 760),
  ])
  func `is wider for long words and long texts`(message: String, width: Double) {
    let environment = Environment(text: FixedTextMetrics())
    let content = DialogContent<Void>(
      message: Label(untrusted: message, lineLimit: .max, in: environment),
      controls: ControlGroup(.column(), in: environment), buttons: [],
      preferences: AppearancePreferences(), perform: { _, _ in [] })
    #expect(content.preferredWidth == width)
  }

  /// Returns a dialog of buttons with access keys only.
  private static func content(_ buttons: [(mnemonic: String, answer: DialogAnswer)], _ log: Log)
    -> DialogContent<Void>
  {
    DialogContent<Void>(
      message: nil, controls: ControlGroup(.column(), in: Environment(text: FixedTextMetrics())),
      buttons: buttons.map { DialogButton(AccessKeyLabel(mnemonic: $0.mnemonic), $0.answer) },
      preferences: AppearancePreferences(),
      perform: { action, _ in
        if case .answer(let answer) = action { log.answers.append(answer) }
        return []
      })
  }

  @Test func `gives an access key to one button only`() {
    let log = Log()
    let content = Self.content([("_Cancel", .cancel), ("_Continue", .accept)], log)
    _ = content.handle(.resized(Size(width: 440, height: 120), scale: 1), at: .zero)
    var list = DisplayList()
    content.draw(into: &list, at: .zero)
    let lines = list.flattened.elements.count { element in
      if case .shape(.rect(let frame), .fill, _) = element { frame.height <= 1 } else { false }
    }
    #expect(lines == 1)
    _ = content.handle(.input(.keyPressed(KeyPress(.character("c"), modifiers: .alt))), at: .zero)
    #expect(log.answers == [.cancel])
  }

  @Test(arguments: [("iİ", DialogAnswer.cancel), ("ıI", .accept), ("eEé", .agree), ("rèe", .refuse)])
  func `prefers the button with the character itself, then the one with its letter`(
    characters: String, answer: DialogAnswer
  ) {
    let log = Log()
    let content = Self.content(
      [("_Irak", .accept), ("_İptal", .cancel), ("_éa", .close), ("_es", .agree), ("_è", .refuse)], log)
    let press = KeyPress(.unidentified, modifiers: .alt, characters: Array(characters.unicodeScalars))
    _ = content.handle(.input(.keyPressed(press)), at: .zero)
    #expect(log.answers == [answer])
  }

  @Test func `gives no answer for a repeated key`() {
    for key in [Key.enter, .space, .escape] { press(key, isRepeat: true) }
    press(.character("d"), .alt, isRepeat: true)
    #expect(log.answers.isEmpty)
  }

  @Test func `focuses the primary button, and never a destructive one`() {
    press(.space)
    #expect(log.answers == [.accept])
    let destructive = `Dialog content`(delay: .zero, style: .destructive)
    destructive.press(.space)
    #expect(destructive.log.answers == [.cancel])
  }

  @Test func `ignores Enter as the first key in the first half second`() {
    let dialog = `Dialog content`(delay: .zero)
    _ = dialog.content.handle(.appeared, at: dialog.instant(1000))
    dialog.press(.enter, at: 1499)
    #expect(dialog.log.answers.isEmpty)
    dialog.press(.enter, at: 1500)
    #expect(dialog.log.answers == [.accept])
  }

  @Test func `ignores Enter in the first half second also after a text, if it delays Enter`() {
    let dialog = `Dialog content`(delay: .zero)
    dialog.content.delaysEnter = true
    dialog.press(.enter, at: 0)
    _ = dialog.content.handle(.appeared, at: dialog.instant(1000))
    dialog.press(.character("x"), at: 1100)
    dialog.press(.enter, at: 1499)
    #expect(dialog.log.answers.isEmpty)
    dialog.press(.enter, at: 1500)
    #expect(dialog.log.answers == [.accept])
  }

  private var saysThatKeysAreIgnored: Bool { saysThatKeysAreIgnored(above: 400) }

  private func saysThatKeysAreIgnored(above bottom: Double) -> Bool {
    texts(above: bottom).contains { $0.hasPrefix("Ignored keys") }
  }

  private func texts(above bottom: Double) -> [String] {
    var list = DisplayList()
    content.draw(into: &list, at: instant(3000))
    return list.texts(within: Rect(x: 0, y: 0, width: 400, height: bottom))
  }

  /// A list of accounts, for example, which may have the focus while the user types a password.
  @Test(arguments: [KeyPress(.character("x")), KeyPress(.character("X"), modifiers: .shift)])
  func `says once that it ignores text for which its control has no use, and then handles other keys`(
    text: KeyPress
  ) {
    func announcementCount(_ press: KeyPress) -> Int {
      content.handle(.input(.keyPressed(press)), at: .zero).count {
        if case .announce(_, isUrgent: true) = $0 { true } else { false }
      }
    }
    let counts = [text, text, KeyPress(.character("x"), modifiers: .control), text].map(announcementCount)
    #expect(counts == [1, 0, 0, 1])
    #expect(saysThatKeysAreIgnored && log.answers.isEmpty && isTyping)
    press(.enter)
    #expect(!saysThatKeysAreIgnored && log.answers == [.accept])
  }

  @Test func `says that it ignores Enter that comes too early, until the next key`() {
    let dialog = `Dialog content`(delay: .zero)
    _ = dialog.content.handle(.appeared, at: dialog.instant(1000))
    dialog.press(.enter, at: 1499)
    #expect(dialog.saysThatKeysAreIgnored)
    dialog.press(.enter, at: 1500)
    #expect(!dialog.saysThatKeysAreIgnored && dialog.log.answers == [.accept])
  }

  @Test func `says above its buttons that it ignores keys, and the focus stays on its button`() throws {
    let dialog = `Dialog content`(delay: .zero)
    _ = dialog.content.handle(.appeared, at: dialog.instant(1000))
    dialog.press(.enter, at: 1499)
    #expect(dialog.saysThatKeysAreIgnored(above: try dialog.position(of: "Delete").y))
    dialog.press(.space, at: 1500)
    #expect(!dialog.saysThatKeysAreIgnored && dialog.log.answers == [.accept])
  }

  @Test(arguments: [Key.character("x"), .space, .enter])
  func `ignores text while nothing has the focus, and says so until a key moves it`(key: Key) {
    // There is no such button.
    content.focusButton(.close, at: .zero)
    _ = content.handle(.resized(Size(width: 400, height: 200), scale: 1), at: .zero)
    press(key)
    press(.unidentified, .shift)
    #expect(saysThatKeysAreIgnored && log.answers.isEmpty)
    press(.tab)
    press(.space)
    press(.escape)
    #expect(!saysThatKeysAreIgnored && log.answers == [.cancel, .cancel])
  }

  @Test func `says that there is nothing to type until there is a field`() {
    press(.character("x"))
    #expect(texts(above: 400).contains("Ignored keys: there is nothing to type."))
    content.controls.add(ToggleSwitch("A", isOn: false, in: content.controls.environment)) { _ in [] }
    _ = content.handle(.timePassed, at: instant(1))
    #expect(!saysThatKeysAreIgnored)
    press(.character("x"), at: 2)
    #expect(texts(above: 400).contains { $0.hasPrefix("Ignored keys that you were already typing.") })
  }

  /// A dialog that waits for a finger may have a list of users.
  @Test(arguments: [true, false]) func `says nothing about typing while it has no field`(hasList: Bool) {
    var dropped = KeyboardStatus()
    dropped.hasDroppedKeys = true
    for event in [
      InputEvent.keyPressed(KeyPress(.character("x"))), .keyboardChanged(dropped),
      .keyPressed(KeyPress(.enter)),
    ] {
      let content =
        hasList ? Self.content([("_Cancel", .cancel)], log) : `Dialog content`(delay: .zero).content
      if hasList {
        content.controls.add(ToggleSwitch("A", isOn: false, in: content.controls.environment)) { _ in [] }
      }
      _ = content.handle(.appeared, at: .zero)
      let said = content.handle(.input(event), at: instant(1)).compactMap {
        if case .announce(let text, isUrgent: true) = $0 { text } else { nil }
      }
      #expect(said == ["Ignored keys: there is nothing to type."], "\(event)")
    }
  }

  @Test func `has a button that shows whether it has shown the details, and keeps it in other buttons`()
    throws
  {
    let content = Self.content([("_Details", .details), ("_Cancel", .cancel)], log)
    func button() throws -> AccessibleNode {
      var tree = AccessibleTree(.outline)
      content.describe(into: &tree, at: .zero)
      return try #require(tree.entries.first { $0.node.name == "Details" }).node
    }
    #expect(try button().states.isSuperset(of: .expandable) && !button().states.contains(.expanded))
    content.showsDetails = true
    #expect(try button().states.isSuperset(of: [.expandable, .expanded]))
    content.setButtons([DialogButton(AccessKeyLabel(mnemonic: "_Details"), .details)], at: .zero)
    #expect(try button().states.isSuperset(of: [.expandable, .expanded]))
    #expect(try button().actions.first?.shortcut == "Alt+D;Alt+D;")
    content.showsDetails = false
    #expect(try !button().states.contains(.expanded))
  }

  @Test func `describes the button with the focus by its result`() {
    content.showResult(closedBy: AccessKeyLabel("Close"), at: .zero)
    content.result = "Authentication failed."
    content.focusButton(.close, at: .zero)
    let focused = objects.filter { $0.node.states.contains(.focused) }.map(\.node)
    #expect(focused.map(\.name) == ["Close"] && focused[0].description == "Authentication failed.")
  }

  @Test(arguments: [Key.character("x"), .enter, .escape, .tab, .up])
  func `is closed by any key or press while it shows a result, except by a repeated key`(key: Key) throws {
    let label = AccessKeyLabel(mnemonic: "Done")
    for isPressed in [false, true] {
      let dialog = `Dialog content`(delay: .zero)
      try dialog.click("Delete", at: 0)
      dialog.log.answers = []
      dialog.content.showResult(closedBy: label, at: dialog.instant(1))
      _ = dialog.content.handle(.timePassed, at: dialog.instant(1))
      dialog.press(key, isRepeat: true, at: 2)
      #expect(dialog.log.answers.isEmpty)
      if isPressed { try dialog.click("Done", at: 3) } else { dialog.press(key, at: 3) }
      #expect(dialog.log.answers == [.close])
    }
  }

  @Test func `accepts no input in its delay after it has appeared`() throws {
    let dialog = `Dialog content`(delay: .milliseconds(500))
    dialog.press(.enter, at: 0)
    _ = dialog.content.handle(.appeared, at: dialog.instant(1000))
    dialog.press(.enter, at: 1499)
    try dialog.click("Delete", at: 1499)
    #expect(dialog.log.answers.isEmpty)
    dialog.press(.enter, at: 1999)
    #expect(dialog.log.answers == [.accept])
  }

  @Test func `accepts no input of a user who continues to type until a pause of its delay`() {
    let dialog = `Dialog content`(delay: .milliseconds(500))
    _ = dialog.content.handle(.appeared, at: .zero)
    for time in stride(from: 0, through: 3000, by: 400) { dialog.press(.enter, at: time) }
    #expect(dialog.log.answers.isEmpty)
    dialog.press(.enter, at: 3500)
    #expect(dialog.log.answers == [.accept])
  }

  /// It may be meant for another window.
  @Test(arguments: [KeyPress(.enter), KeyPress(.space), KeyPress(.character("d"), modifiers: .alt)])
  func `gives no answer within its delay after a letter that it ignores`(answer: KeyPress) {
    let dialog = `Dialog content`(delay: .milliseconds(500))
    _ = dialog.content.handle(.appeared, at: .zero)
    for (time, key) in [(1500, KeyPress(.character("r"))), (1540, KeyPress(.character("m"))), (1580, answer)]
    {
      _ = dialog.content.handle(.input(.keyPressed(key)), at: dialog.instant(time))
    }
    #expect(dialog.log.answers.isEmpty)
    _ = dialog.content.handle(.input(.keyPressed(KeyPress(.enter))), at: dialog.instant(2080))
    #expect(dialog.log.answers == [.accept])
  }

  /// The times of a press beside the buttons, and of Enter.
  @Test(arguments: [(400, 600), (900, 1300), (3000, 3100)])
  func `gives no answer within its delay after a press that it ignores`(press: Int, enter: Int) {
    let dialog = `Dialog content`(delay: .milliseconds(500))
    _ = dialog.content.handle(.appeared, at: .zero)
    let empty = PointerPress(at: Point(x: 5, y: 150))
    dialog.send(.pointerPressed(empty), at: press)
    dialog.send(.pointerReleased(empty), at: press)
    dialog.press(.enter, at: enter)
    #expect(dialog.log.answers.isEmpty)
    dialog.press(.enter, at: enter + 500)
    #expect(dialog.log.answers == [.accept])
  }

  @Test(arguments: [false, true])
  func `accepts keys directly after a press in a control, or beside it while it has the focus`(isBeside: Bool)
    throws
  {
    let dialog = `Dialog content`(delay: .milliseconds(500))
    let environment = dialog.content.controls.environment
    let range = SteppedRange(0...10, stepsPerUnit: 1)
    dialog.content.controls.add(Slider(5, of: range, defaultValue: 5, in: environment)) { _ in [] }
    _ = dialog.content.handle(.appeared, at: .zero)
    _ = dialog.content.handle(.resized(Size(width: 400, height: 200), scale: 1), at: .zero)
    let slider = try #require(dialog.objects.first { $0.node.role == .slider }).node.frame.center
    for point in isBeside ? [slider, Point(x: 5, y: 195)] : [slider] {
      dialog.send(.pointerPressed(PointerPress(at: point)), at: 1000)
      dialog.send(.pointerReleased(PointerPress(at: point)), at: 1000)
    }
    dialog.press(.enter, at: 1100)
    #expect(dialog.log.answers == [.accept])
  }

  private var objects: [AccessibleTree.Entry] {
    var tree = AccessibleTree(.outline)
    content.describe(into: &tree, at: instant(0))
    return tree.entries
  }

  @Test func `describes the object with the first focus by a short message`() {
    #expect(
      objects.filter { $0.node.description == "Delete?" }.map(\.node.states) == [
        [.focusable, .focused, .isDefault]
      ])
    press(.tab)
    #expect(objects.allSatisfy { $0.node.description.isEmpty })
  }

  @Test(arguments: [0, 500])
  func `ignores requests of assistive programs in its first half second, and does not restart it for them`(
    delay: Int
  ) throws {
    let test = `Dialog content`(delay: .milliseconds(delay))
    _ = test.content.handle(.appeared, at: .zero)
    let button = try #require(test.objects.first { $0.node.name == "Delete" })
    for time in [0, 300, 499, 500] {
      let focus = InputEvent.accessibility(AccessibilityRequest(.focus, of: button.path))
      let effects = test.content.handle(.input(focus), at: test.instant(time))
      #expect(effects.contains { if case .focus = $0 { true } else { false } } == (time >= 500))
      #expect(effects.contains { if case .refuse = $0 { true } else { false } } == (time < 500))
      test.send(.accessibility(AccessibilityRequest(.perform("press"), of: button.path)), at: time)
      #expect(test.log.answers == (time < 500 ? [] : [.accept]))
    }
  }

  @Test func `restarts its delay when it gets the focus, but can always be closed`() {
    let dialog = `Dialog content`(delay: .milliseconds(500))
    _ = dialog.content.handle(.appeared, at: .zero)
    dialog.send(.windowFocusChanged(isFocused: true), at: 2000)
    dialog.press(.enter, at: 2400)
    #expect(dialog.log.answers.isEmpty)
    _ = dialog.content.handle(.closeRequested, at: dialog.instant(2400))
    #expect(dialog.log.answers == [.close])
  }
}
