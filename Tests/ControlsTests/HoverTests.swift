import ControlTestSupport
import Motion
import Scene
import TestSupport
import Testing

@testable import Controls

/// The hover of controls that move under a resting pointer.
@Suite struct `Hover` {
  private enum Kind: CaseIterable { case button, toggle, slider, row, list, scrolledList, group }

  /// A label that moves the control below it by its lines.
  private final class Sample {
    let group: ControlGroup<Void>
    private let label: Child<Label>
    private var now = Instant.zero
    private(set) var frame: () -> Rect = { .zero }

    init(_ kind: Kind) {
      let environment = Environment(text: FixedTextMetrics())
      group = ControlGroup(.column(), in: environment)
      label = group.add(Label("a", in: environment))
      let names = (1...9).map { "\($0)" }
      func add<Base: ColumnControl & ~Copyable>(_ control: consuming Base) -> () -> Rect {
        let child = group.add(control) { _ in [] }
        return { child.frame }
      }
      frame =
        switch kind {
        case .button: add(CapsuleButton("Button", in: environment))
        case .toggle: add(ToggleSwitch("Switch", isOn: false, in: environment))
        case .slider:
          add(Slider(5, of: SteppedRange(0...10, stepsPerUnit: 1), defaultValue: 5, in: environment))
        case .row: add(SegmentedControl(names, selection: 0, in: environment))
        case .list: add(SegmentedControl(names, selection: 0, isList: true, in: environment))
        case .scrolledList: add(Self.scrolledList(names, environment))
        case .group: add(Self.nestedGroup(environment))
        }
      group.layOut(at: .zero, width: 300, at: .zero)
    }

    private static func scrolledList(_ names: [String], _ environment: Environment)
      -> ScrollView<SegmentedControl>
    {
      var list = ScrollView(
        SegmentedControl(names, selection: 0, isList: true, in: environment), in: environment)
      list.maximumHeight = 120
      return list
    }

    private static func nestedGroup(_ environment: Environment) -> ControlGroup<Void> {
      let group = ControlGroup<Void>(.trailingRow(spacing: 8), in: environment)
      for name in ["A", "B"] {
        group.add(CapsuleButton(AccessKeyLabel(name), style: .regular, in: environment)) { _ in [] }
      }
      return group
    }

    func send(_ event: InputEvent) { _ = group.handle(event, at: now) }

    /// Changes the layout without an event, as a program does.
    func setLines(_ count: Int) {
      label.control.setText([String](repeating: "a", count: count).joined(separator: "\n"), at: now)
      group.layOut(at: now)
    }

    func advance(by duration: Duration = .seconds(1)) {
      let end = now + duration
      while let next = group.nextChange(after: now), next < end {
        now = max(next, now + .milliseconds(16))
        _ = group.advance(to: now)
      }
      now = end
      _ = group.advance(to: now)
    }

    var drawing: DisplayList {
      var list = DisplayList()
      group.draw(into: &list, at: now)
      group.drawOverlay(into: &list, at: now)
      return list.flattened
    }

    var isAtRest: Bool { group.nextChange(after: now) == nil }
  }

  /// The moved control may still be under the pointer, with another part, or not.
  @Test(arguments: Kind.allCases, [2, 3, 20]) private func `follows a control that a layout has moved`(
    kind: Kind, lineCount: Int
  ) {
    let (moved, expected) = (Sample(kind), Sample(kind))
    // The right end belongs to a control in each kind.
    let point = Point(x: moved.frame().maxX - 20, y: moved.frame().maxY - 6)
    let before = moved.drawing
    moved.send(.pointerMoved(to: point))
    #expect(moved.drawing != before)
    moved.advance()
    moved.setLines(lineCount)
    #expect(!moved.isAtRest, "the next change is due")
    moved.advance()
    expected.setLines(lineCount)
    expected.advance()
    if expected.frame().contains(point) { expected.send(.pointerMoved(to: point)) }
    expected.advance()
    #expect(moved.drawing == expected.drawing && moved.isAtRest)
  }

  @Test private func `of a press continues until its release`() {
    let sample = Sample(.button)
    let point = sample.frame().center
    sample.send(.pointerMoved(to: point))
    sample.send(.pointerPressed(PointerPress(at: point)))
    let pressed = sample.drawing
    sample.setLines(2)
    sample.advance()
    sample.setLines(1)
    sample.advance()
    #expect(sample.drawing == pressed)
    sample.setLines(20)
    sample.advance()
    sample.send(.pointerReleased(PointerPress(at: point)))
    sample.advance()
    let expected = Sample(.button)
    expected.setLines(20)
    #expect(sample.drawing == expected.drawing && sample.isAtRest)
  }

  private enum Scroll: CaseIterable { case wheel, keys, focus, movementDuringScroll }

  @Test(arguments: Scroll.allCases)
  private func `ends while the content of a container scrolls, and then continues`(
    scroll: Scroll
  ) {
    let (moved, expected) = (Sample(.scrolledList), Sample(.scrolledList))
    let point = Point(x: 100, y: moved.frame().minY + 50)
    func scrollDown(_ sample: Sample, _ point: Point) {
      switch scroll {
      case .wheel, .movementDuringScroll:
        sample.send(.scrolled(ScrollEvent(at: point, notches: Vector(dx: 0, dy: 1))))
      case .keys:
        sample.group.focus(0, at: .zero)
        for _ in 1...6 { sample.send(.keyPressed(KeyPress(.down))) }
      case .focus:
        sample.group.focus(0, at: .zero)
        sample.send(.keyPressed(KeyPress(.end)))
        sample.group.revealFocus(at: .zero)
      }
    }
    moved.send(.pointerMoved(to: point))
    scrollDown(moved, point)
    scrollDown(expected, point)
    if scroll == .movementDuringScroll {
      moved.advance(by: .milliseconds(20))
      moved.send(.pointerMoved(to: Point(x: point.x + 1, y: point.y)))
    }
    let offset = scroll == .movementDuringScroll ? 20 : 0
    moved.advance(by: .milliseconds(40 - offset))
    expected.advance(by: .milliseconds(40))
    #expect(moved.drawing == expected.drawing && !moved.isAtRest)
    for sample in [moved, expected] { sample.advance() }
    let withoutPointer = expected.drawing
    expected.send(.pointerMoved(to: point))
    #expect(moved.drawing == expected.drawing && moved.isAtRest)
    #expect(moved.drawing != withoutPointer)
    // A pointer that has left stays away.
    for sample in [moved, expected] { sample.send(.pointerLeft) }
    scrollDown(moved, point)
    moved.advance()
    scrollDown(expected, point)
    expected.advance()
    #expect(moved.drawing == expected.drawing)
  }

  private enum Report: CaseIterable { case wheel, wheelAtStart, touchpad, key, wheelWithReducedMotion }

  @Test(arguments: Report.allCases)
  private func `follows the content at the end of a scroll, whenever frames are`(
    scroll: Report
  ) {
    let calls = [1, 16, 40, 480].map { Self.calls(after: scroll, frames: $0) }
    #expect(Set(calls).count == 1, "\(calls)")
    #expect(calls[0].contains("left") == (scroll != .wheelAtStart))
    #expect(calls[0].count { $0 == "m" } == (scroll == .wheelAtStart ? 1 : 2), "\(calls[0])")
  }

  /// Returns the calls of the controls in a container that scrolls under a resting pointer.
  private static func calls(after scroll: Report, frames step: Int) -> String {
    let log = CallLog()
    let environment = Environment(
      text: FixedTextMetrics(), reducesMotion: scroll == .wheelWithReducedMotion)
    let group = ControlGroup<Void>(.column(spacing: 0), in: environment)
    // The number of a control determines the events that it handles.
    let scrollsNothing = (0..<20).filter { id in
      var control = RecordingControl(id, recordingIn: CallLog(), environment)
      return !control.handle(.scrolled(ScrollEvent(at: .zero, notches: .zero)), at: .zero).isHandled
    }
    for id in scrollsNothing + scrollsNothing + scrollsNothing {
      group.add(RecordingControl(id, recordingIn: log, environment)) { _ in [] }
    }
    var view = ScrollView(group, in: environment)
    view.place(in: Rect(x: 0, y: 0, width: 300, height: 100), at: .zero)
    let point = Point(x: 10, y: 50)
    func wheel(_ notches: Double) -> InputEvent {
      .scrolled(ScrollEvent(at: point, notches: Vector(dx: 0, dy: notches)))
    }
    _ = view.handle(.pointerMoved(to: point), at: .zero)
    let event: InputEvent =
      switch scroll {
      case .wheel, .wheelWithReducedMotion: wheel(1)
      case .wheelAtStart: wheel(-1)
      case .touchpad: wheel(0.6)
      case .key: .keyPressed(KeyPress(.pageDown))
      }
    _ = view.handle(event, at: .zero + .milliseconds(100))
    for time in stride(from: 100 + step, through: 2000, by: step) {
      _ = view.advance(to: .zero + .milliseconds(time))
    }
    let entries = log.entries.filter {
      [RecordedCall.moved(point).kind, RecordedCall.left.kind].contains($0.call.kind)
    }
    return entries.map { "\($0.call == .left ? "left" : "m") \($0.control) \($0.now)" }.joined(
      separator: ", ")
  }

  @Test(arguments: [true, false]) func `follows the rows of completions that scroll`(isByKey: Bool) {
    let names = (10..<40).map { "name\($0)" }
    var field = ControlHarness<TokenField<TextTokenAdapter>>(completions: names, typing: "name")
    field.send(.pointerMoved(to: field.row(2)))
    if isByKey {
      field.press(.up)
    } else {
      field.send(.scrolled(ScrollEvent(at: field.row(2), notches: Vector(dx: 0, dy: 3))))
    }
    field.advance(by: .seconds(1))
    let overlay = field.overlay
    field.send(.pointerLeft)
    #expect(field.overlay != overlay)
    field.send(.pointerMoved(to: field.row(2)))
    #expect(field.overlay == overlay)
  }
}
