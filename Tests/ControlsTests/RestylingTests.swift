import ControlTestSupport
import Gestures
import Motion
import Scene
import TestSupport
import Testing

@testable import Controls

private typealias Metric = WritableKeyPath<Theme.Styles, Double>

/// Each control follows each metric, font size and opacity of its theme at run time.
@Suite struct `Restyled controls` {
  /// The metrics that the tests of this instance have changed.
  private final class Coverage { var metrics: Set<Metric> = [] }

  private let coverage = Coverage()

  private static var environment: Environment { Environment(text: FixedTextMetrics()) }

  /// Changes one metric after the other: doubles lengths, halves opacities, and sets offsets of 0 to 1. Each change must change
  /// the drawing, and the original theme must restore it.
  private func expectLaw<Subject: Control & ~Copyable>(
    _ harness: inout ControlHarness<Subject>, _ metrics: [Metric],
    layOut: (inout ControlHarness<Subject>) -> Void = { _ in }
  ) {
    coverage.metrics.formUnion(metrics)
    layOut(&harness)
    let (original, environment) = (drawing(of: harness), harness.environment)
    for metric in metrics {
      let value = environment.theme[dynamicMember: metric]
      harness.environment.theme[dynamicMember: metric] = value == 0 ? 1 : value * (value < 1 ? 0.5 : 2)
      layOut(&harness)
      #expect(drawing(of: harness) != original, "\(metric) changes the drawing")
      harness.environment = environment
      layOut(&harness)
      #expect(drawing(of: harness) == original, "\(metric) can be restored")
    }
  }

  private func drawing<Subject: Control & ~Copyable>(
    of harness: borrowing ControlHarness<Subject>
  ) -> DisplayList {
    var list = DisplayList()
    harness.control.draw(into: &list, at: harness.now)
    harness.control.drawOverlay(into: &list, at: harness.now)
    return list.flattened
  }

  /// Returns a control in a group, laid out at (20, 30) with a width of 300.
  private func harness<Base: ColumnControl & ~Copyable>(
    _ control: consuming Base
  ) -> ControlHarness<ControlGroup<Never>> {
    let group = ControlGroup<Never>(in: Self.environment)
    group.add(control)
    group.layOut(at: Point(x: 20, y: 30), width: 300, at: .zero)
    return ControlHarness(group)
  }

  @Test func `draw capsule buttons with the theme`() {
    func button(_ style: CapsuleButton.Style) -> ControlHarness<ControlGroup<Never>> {
      harness(CapsuleButton(AccessKeyLabel("Press"), style: style, in: Self.environment))
    }
    var large = button(.large)
    large.move(to: Point(x: 60, y: 45))
    expectLaw(
      &large,
      [
        \.fonts.submit.size, \.button.largePadding.top, \.button.largePadding.leading,
        \.button.largePadding.bottom, \.button.largePadding.trailing, \.button.outline,
        \.button.hoveredOpacity,
      ])
    var regular = button(.regular)
    expectLaw(
      &regular,
      [
        \.fonts.dialogButton.size, \.button.regularPadding.top, \.button.regularPadding.leading,
        \.button.regularPadding.bottom, \.button.regularPadding.trailing,
        \.button.thinOutline,
      ])
    var primary = button(.primary)
    primary.press(at: Point(x: 50, y: 40))
    expectLaw(&primary, [\.button.emphasizedOpacity, \.button.pressedOpacity])
    var compact = button(.compact)
    expectLaw(&compact, [\.fonts.caption.size, \.button.compactHeight, \.button.compactPadding])
  }

  @Test func `draw a switch with the theme`() {
    var control = harness(ToggleSwitch("Wi-Fi", isOn: false, in: Self.environment))
    control.move(to: Point(x: 60, y: 45))
    control.control.focus(0, at: .zero)
    expectLaw(
      &control,
      [
        \.fonts.caption.size, \.toggleSwitch.rowHeight, \.toggleSwitch.size.width,
        \.toggleSwitch.size.height, \.toggleSwitch.inset, \.toggleSwitch.outline,
        \.toggleSwitch.hoveredOpacity, \.focusRing.width, \.focusRing.gap, \.focusRing.opacity,
      ])
    var long = harness(
      ToggleSwitch(String(repeating: "Wi-Fi ", count: 20), isOn: false, in: Self.environment))
    expectLaw(&long, [\.toggleSwitch.labelGap])
  }

  @Test func `draw a slider with the theme`() {
    let range = SteppedRange(0...1, stepsPerUnit: 100)
    var control = harness(Slider(0.5, of: range, defaultValue: 0.2, in: Self.environment))
    control.move(to: Point(x: 170, y: 45))
    expectLaw(
      &control,
      [
        \.slider.height, \.slider.trackHeight, \.slider.thumbRadius, \.slider.thumbOutline,
        \.slider.haloRadius, \.slider.hoveredOpacity, \.slider.tick.width, \.slider.tick.height,
      ])
    control.press(at: Point(x: 170, y: 45))
    expectLaw(&control, [\.slider.pressedOpacity])
  }

  @Test func `draw a segmented control with the theme`() {
    var control = harness(SegmentedControl(["One", "Two"], selection: 0, in: Self.environment))
    control.move(to: Point(x: 250, y: 45))
    expectLaw(
      &control,
      [
        \.fonts.caption.size, \.segmentedControl.height, \.segmentedControl.cornerRadius,
        \.segmentedControl.backgroundOpacity, \.segmentedControl.inset,
        \.segmentedControl.selectedOutline, \.segmentedControl.selectedOpacity,
        \.segmentedControl.hoveredOpacity,
      ])
    control.press(at: Point(x: 250, y: 45))
    expectLaw(&control, [\.segmentedControl.pressedOpacity])
  }

  @Test func `draw labels and scroll bars with the theme`() {
    var label = harness(Label("some text", in: Self.environment))
    expectLaw(&label, [\.fonts.body.size])
    let text = String(repeating: "line\n", count: 100)
    var view = ScrollView(Label(text, in: Self.environment), in: Self.environment)
    view.place(in: Rect(x: 0, y: 0, width: 200, height: 100), at: .zero)
    var scrolled = ControlHarness(view)
    expectLaw(
      &scrolled, [\.scrollBar.width, \.scrollBar.inset, \.scrollBar.minimumHeight, \.scrollBar.opacity])
  }
}

// The token field and its overlays.
extension `Restyled controls` {
  private func field(problem: String = "No address") -> ControlHarness<TextTokenField> {
    var field = TextTokenField(
      ["a@b", "mail", "c@d"].enumerated().map { TextToken(id: $0.offset, text: $0.element) },
      adapter: TextTokenAdapter(firstID: 3) { text, _ in text.contains("@") ? nil : problem },
      in: Self.environment)
    field.layOut(at: Point(x: 20, y: 30), width: 120, at: .zero)
    field.setOverlayBounds(Rect(x: 0, y: 0, width: 960, height: 640), at: .zero)
    return ControlHarness(field)
  }

  private func layOut(_ field: inout ControlHarness<TextTokenField>) {
    field.control.layOut(at: Point(x: 20, y: 30), width: 108, at: field.now)
  }

  @Test func `draw a token field with the theme`() {
    var resting = field()
    expectLaw(&resting, [\.field.outline], layOut: layOut)
    var focused = field()
    focused.control.focus(0, at: .zero)
    focused.press(.home, .control)
    expectLaw(&focused, [\.field.focusedOutline, \.field.caretWidth], layOut: layOut)
    focused.press(.character("a"), .control)
    expectLaw(
      &focused,
      [
        \.fonts.token.size, \.fonts.caption.size, \.field.cornerRadius, \.tokenField.spacing,
        \.tokenField.padding.top, \.tokenField.padding.leading, \.tokenField.padding.bottom,
        \.tokenField.padding.trailing, \.tokenField.statusGap, \.tokenField.tokenPadding.top,
        \.tokenField.tokenPadding.leading, \.tokenField.tokenPadding.bottom,
        \.tokenField.tokenPadding.trailing, \.tokenField.tokenCornerRadius,
        \.tokenField.selectedOpacity, \.tokenField.selectedOutline, \.tokenField.waveGap,
        \.tokenField.waveLength, \.tokenField.waveDepth, \.tokenField.waveWidth,
      ], layOut: layOut)
    expectLaw(&resting, [\.tokenField.tokenOpacity], layOut: layOut)
    expectLaw(&focused, [\.tokenField.minimumScale]) { field in
      field.press(.character("z"), .control)
      field.settle()
      field.press(.delete)
      field.advance(by: .milliseconds(50))
    }
  }

  @Test func `draw dragged tokens with the theme`() {
    var field = field()
    field.control.focus(0, at: .zero)
    field.press(.character("a"), .control)
    field.press(at: Point(x: 40, y: 50))
    field.advance(by: .milliseconds(100))
    field.move(to: Point(x: 60, y: 60))
    expectLaw(
      &field,
      [
        \.tokenField.liftedOpacity, \.tokenField.draggedOpacity, \.tokenField.dragShadow.blur,
        \.tokenField.dragShadow.offset.dx, \.tokenField.dragShadow.offset.dy, \.tokenField.dropHalo,
        \.tokenField.badgeHeight,
        \.tokenField.badgePadding,
      ], layOut: layOut)
  }

  @Test func `draw completions with the theme`() {
    var field = ControlHarness(
      completions: (0..<20).map { "mail\($0)@example.org" }, typing: "mail")
    field.press(.down)
    field.move(to: field.row(1))
    field.settle()
    expectLaw(
      &field,
      [
        \.completions.width, \.completions.rowHeight, \.completions.rowPadding, \.completions.gap,
        \.completions.matchOpacity, \.completions.matchCornerRadius, \.completions.hoveredOpacity,
        \.completions.highlightOpacity, \.menu.cornerRadius, \.menu.padding, \.menu.outline,
        \.menu.rowCornerRadius, \.menu.shadow.blur, \.menu.shadow.offset.dx, \.menu.shadow.offset.dy,
        \.scrollBar.width,
      ])
    field.press(.escape)
    field.advance(by: .milliseconds(50))
    expectLaw(&field, [\.completions.minimumScale])
  }

  @Test func `draw a tooltip with the theme`() {
    var field = field(problem: String(repeating: "No address ", count: 8))
    field.move(to: Point(x: 80, y: 50))
    field.advance(by: .seconds(2))
    expectLaw(
      &field,
      [
        \.tooltip.padding.top, \.tooltip.padding.leading, \.tooltip.padding.bottom,
        \.tooltip.padding.trailing, \.tooltip.width, \.tooltip.cornerRadius, \.tooltip.gap,
        \.tooltip.margin,
      ])
  }
}

// Menus, panels and the floating button.
extension `Restyled controls` {
  @Test func `draw a menu with the theme`() {
    var items = ActionItem.samples
    items.append(ActionItem(id: "last", label: "Off", detail: "more", shortcut: "F1", icon: .theme))
    items[items.count - 1].isEnabled = false
    var menu = ControlHarness(panel: items, .menu, highlightsFirst: true)
    menu.advance(by: .seconds(1))
    expectLaw(
      &menu,
      [
        \.fonts.menuLabel.size, \.fonts.menuDetail.size, \.fonts.menuShortcut.size, \.menu.cornerRadius,
        \.menu.padding, \.menu.outline, \.menu.shadow.blur, \.menu.rowHeight, \.menu.rowCornerRadius,
        \.menu.rowPadding, \.menu.iconSize, \.menu.iconGap, \.menu.detailGap, \.menu.shortcutGap,
        \.menu.highlightOpacity, \.menu.disabledOpacity,
      ])
    var short = ControlHarness(panel: [ActionItem(id: "a", label: "a")], .menu)
    expectLaw(&short, [\.menu.minimumWidth])
    short.press(at: short.center(of: "a"))
    expectLaw(&short, [\.menu.pressedOpacity])
  }

  @Test func `draw a panel of tiles with the theme`() {
    var panel = ControlHarness(panel: Array(ActionItem.samples.prefix(4)), highlightsFirst: true)
    expectLaw(
      &panel,
      [
        \.fonts.menuLabel.size, \.fonts.menuDetail.size, \.menu.margin, \.actionGrid.cornerRadius,
        \.actionGrid.padding, \.actionGrid.gap, \.actionGrid.tileWidth, \.actionGrid.tileCornerRadius,
        \.actionGrid.tilePadding, \.actionGrid.iconSize, \.actionGrid.iconGap, \.actionGrid.lineHeight,
      ])
    let long = ActionItem(id: "long", label: "A long label without an end")
    var elided = ControlHarness(panel: [long], highlightsFirst: true)
    expectLaw(&elided, [\.actionGrid.textMargin])
  }

  @Test func `draw the floating button with the theme`() {
    func layOut(_ button: inout ControlHarness<FloatingButton>) {
      button.resize(to: ControlHarness<FloatingButton>.window)
    }
    var button = ControlHarness(button: .init())
    expectLaw(
      &button,
      [
        \.fonts.buttonLabel.size, \.floatingButton.padding, \.floatingButton.cornerRadius,
        \.floatingButton.margin, \.floatingButton.shadow.blur, \.floatingButton.shadow.offset.dx,
        \.floatingButton.shadow.offset.dy,
        \.floatingButton.symbolSize, \.floatingButton.symbolStroke, \.floatingButton.symbolInset,
      ], layOut: layOut)
    button.control.focus(0, at: .zero)
    button.press(.character("m"))
    button.advance(by: .seconds(1))
    expectLaw(
      &button,
      [
        \.fonts.caption.size, \.floatingButton.hintPadding.top, \.floatingButton.hintPadding.leading,
        \.floatingButton.hintPadding.bottom, \.floatingButton.hintPadding.trailing,
        \.floatingButton.hintMargin,
      ], layOut: layOut)
    var ball = ControlHarness(button: .init(shape: .ball))
    expectLaw(
      &ball,
      [
        \.floatingButton.ballRadius, \.floatingButton.ballSymbolSize, \.floatingButton.ballSymbolStroke,
      ], layOut: layOut)
  }
}

// Springs and durations, and the theme as a value.
extension `Restyled controls` {
  @Test func `move with the springs and durations of the theme`() {
    var slow = Theme.light
    slow.motion.control = Spring(response: 2, dampingFraction: 1)
    var control = ToggleSwitch("Wi-Fi", isOn: false, in: Self.environment)
    control.update(Environment(theme: slow, text: FixedTextMetrics()), at: .zero)
    control.set(true, at: .zero)
    #expect(control.nextChange(after: .zero + .seconds(1)) != nil)
    slow.motion.menu = slow.motion.control
    var menu = ControlHarness(panel: ActionItem.samples, .menu, isOpen: false)
    menu.environment.theme = slow
    menu.open()
    #expect(menu.control.progress(at: .zero + .milliseconds(500)) < 0.6)
  }

  @Test func `keep their styles with another accent`() {
    var theme = Theme.dark
    theme.fonts.updateAll { $0.family = "Test" }
    theme.tokenField.spacing = 20
    let accented = theme.accented(by: Color(hex: 0x9141AC))
    #expect(accented.tokenField.spacing == 20 && accented.fonts.preloaded.allSatisfy { $0.family == "Test" })
    #expect(accented.colors != theme.colors && accented != theme)
    theme.colors = accented.colors
    #expect(accented == theme && accented.hashValue == theme.hashValue)
  }
}

// The completeness of the tests above.
extension `Restyled controls` {
  /// Metrics without an effect on the drawings above: fonts of titles outside this module, and the maximum width
  /// in the preview of a drag out of the window, which the control does not draw.
  private static let exceptions = [
    "fonts.heading.size", "fonts.title.size", "tokenField.maximumPreviewWidth",
  ]

  /// Returns the numbers in a value and their paths, without colors, springs and durations.
  private static func numbers(in value: Any, path: String = "") -> [(path: String, number: Double)] {
    if let number = value as? Double { return [(path, number)] }
    if value is Theme.Colors || value is Theme.MotionStyle { return [] }
    return Mirror(reflecting: value).children.flatMap { child in
      numbers(in: child.value, path: path.isEmpty ? child.label ?? "" : "\(path).\(child.label ?? "")")
    }
  }

  @Test func `are tested with each metric`() {
    `draw capsule buttons with the theme`()
    `draw a switch with the theme`()
    `draw a slider with the theme`()
    `draw a segmented control with the theme`()
    `draw labels and scroll bars with the theme`()
    `draw a token field with the theme`()
    `draw dragged tokens with the theme`()
    `draw completions with the theme`()
    `draw a tooltip with the theme`()
    `draw a menu with the theme`()
    `draw a panel of tiles with the theme`()
    `draw the floating button with the theme`()
    let original = Theme.light.storage.styles
    let numbers = Self.numbers(in: original)
    // The tests of the password form and of dialogs are in other modules.
    let others = ["passwordField.", "passwordForm.", "dialog."]
    var untested = Set(numbers.map(\.path).filter { path in !others.contains(where: path.hasPrefix) })
    for metric in coverage.metrics {
      var changed = original
      changed[keyPath: metric] += 1
      for (new, old) in zip(Self.numbers(in: changed), numbers) where new.number != old.number {
        untested.remove(old.path)
      }
    }
    #expect(untested.sorted() == Self.exceptions)
  }
}
