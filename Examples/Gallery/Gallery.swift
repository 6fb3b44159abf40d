import Controls
import Glibc
import Motion
import PasswordForm
import Scene
import Toolkit
import Windowing

/// A window with each control, and each kind of motion side by side. `--dark` selects the dark theme.
@main
struct Gallery {
  enum Action {
    case form(PasswordForm.Action)
    /// An event of another control, described for the user.
    case event(String)
  }

  private static let size = Size(width: 1160, height: 640)

  static func main() {
    do {
      try run()
    } catch {
      print("gallery: \(error)")
      exit(1)
    }
  }

  private static func run() throws {
    let application = try Application(.init(name: "gallery", className: "Gallery"))
    var preferences = AppearancePreferences()
    if CommandLine.arguments.contains("--dark") { preferences.colorScheme = .dark }
    let environment = try application.environment(for: preferences)

    let passwords = ControlGroup<Action>(.column(), in: environment)
    let form = passwords.add(PasswordForm(.nist, in: environment)) { [.form($0)] }
    let (motion, event) = motionColumn(in: environment)
    let page = ControlGroup<Action>(.column(), in: environment)
    page.add(Columns([controls(in: environment), passwords, motion], in: environment)) { [$0] }
    page.addUnarranged(floatingButton(in: environment, at: application.now), on: .floating) {
      [.event("Floating button: \($0)")]
    }

    let strength = StrengthUpdates(of: form, in: application)
    var configuration = WindowConfiguration(title: "Gallery", size: size, minimumSize: size)
    configuration.isResizable = false
    strength.window = try application.open(configuration, showing: page, preferences: preferences) {
      action, now in
      switch action {
      case .event(let text): event.control.setText(text, at: now)
      case .form(.save): form.control.finishSaving(.saved(), at: now)
      case .form(.cancelSaving): break
      case .form(.estimateStrength): strength.update(after: .milliseconds(200), from: now)
      }
      return []
    }
    application.run()
  }

  private static func controls(in environment: Environment) -> ControlGroup<Action> {
    let controls = ControlGroup<Action>(.column(spacing: 16), in: environment)
    controls.add(Label("Controls", style: \.title, in: environment))
    let buttons = ControlGroup<Action>(.row(spacing: 8), in: environment)
    let styles: [CapsuleButton.Style] = [.regular, .primary, .destructive, .compact]
    for (label, style) in zip(["Regular", "Primary", "Delete", "Small"], styles) {
      buttons.add(CapsuleButton(AccessKeyLabel(mnemonic: label), style: style, in: environment)) { _ in
        [.event("Button: \(label)")]
      }
    }
    controls.add(buttons) { [$0] }
    controls.add(CapsuleButton("Large button", in: environment)) { [.event("Large button: \($0)")] }
    controls.add(ToggleSwitch("Toggle switch", isOn: true, in: environment)) {
      [.event("Toggle switch: \($0)")]
    }
    let percent = SteppedRange(0...100, stepsPerUnit: 1)
    var slider = Slider(30, of: percent, defaultValue: 50, in: environment)
    slider.name = "Slider"
    controls.add(slider) { [.event("Slider: \($0)")] }
    var segments = SegmentedControl(["Day", "Week", "Month"], selection: 0, in: environment)
    segments.name = "Segmented control"
    controls.add(segments) { [.event("Segmented control: \($0)")] }
    var field = TokenField(["ada@example.org", "grace@example.org"], in: environment)
    field.name = "Token field"
    field.completionSource = CompletionIndex(["alan@example.org", "annie@example.org"])
    controls.add(field) { action -> [Action] in
      guard case .changed(let change) = action else { return [.event("Token field: \(action)")] }
      let (inserted, removed) = (Array(change.inserted).count, Array(change.removed).count)
      return [.event("Token field: \(inserted) inserted, \(removed) removed")]
    }
    controls.add(PasswordField("Password field", in: environment)) { [.event("Password field: \($0)")] }
    let lines = (1...12).map { "Line \($0) of a text that scrolls" }.joined(separator: "\n")
    var view = ScrollView(Label(lines, style: \.caption, in: environment), in: environment)
    view.maximumHeight = 72
    controls.add(view)
    return controls
  }

  /// Returns the column of motions, and the label for events at its end.
  private static func motionColumn(in environment: Environment) -> (ControlGroup<Action>, Child<Label>) {
    let motion = ControlGroup<Action>(.column(spacing: 16), in: environment)
    motion.add(Label("Motion", style: \.title, in: environment))
    motion.add(MotionStage(in: environment))
    let hint = """
      Press a lane, or Space for all. Pull “Rubber” beyond an end, and lead “Retargeting” along its lane.
      """
    motion.add(Label(hint, style: \.caption, color: \.secondaryText, in: environment))
    return (motion, motion.add(Label("No event yet.", style: \.caption, in: environment)))
  }

  private static func floatingButton(in environment: Environment, at now: Instant) -> FloatingButton {
    let icons: [ActionIcon] = [.theme, .snap, .shape, .lock]
    let items = icons.map { ActionItem(id: "\($0)", label: "\($0)", icon: $0) }
    let configuration = FloatingButton.Configuration(
      tap: .expand, actions: items, menuItems: items, label: "Drag me",
      start: UnitPoint(x: 1, y: 1))
    var button = FloatingButton(configuration, in: environment)
    button.place(in: Rect(origin: .zero, size: size), at: now)
    return button
  }
}

/// The estimates of the strength in a password form, each after a pause in typing and on another thread.
final class StrengthUpdates {
  private let form: Child<PasswordForm>
  private let application: Application
  private let estimator = try? StrengthEstimator()
  private var pause: EventRegistration?
  var window: Window?

  init(of form: Child<PasswordForm>, in application: Application) {
    (self.form, self.application) = (form, application)
  }

  func update(after delay: Duration, from now: Instant) {
    pause = application.schedule(at: now + delay) { [self] _ in estimate() }
  }

  private func estimate() {
    let input = form.control.strengthInput()
    let generation = input.generation
    application.perform { [estimator] in
      estimator?.estimate(input)
    } then: { [self] strength in
      guard let strength else { return }
      window?.update { now in
        form.control.setStrength(.success(strength), ofGeneration: generation, at: now)
        return []
      }
    }
  }
}

/// Groups in columns of the same width.
struct Columns: CompositeControl {
  typealias Action = Gallery.Action

  let group: ControlGroup<Action>
  private let columns: [Child<ControlGroup<Action>>]
  private(set) var frame = Rect.zero

  init(_ groups: [ControlGroup<Action>], in environment: Environment) {
    group = ControlGroup(.manual, in: environment)
    columns = groups.map { [group] column in group.add(column) { [$0] } }
  }

  mutating func layOut(at origin: Point, width: Double, at now: Instant) {
    let padding = 24.0
    let count = Double(columns.count)
    let columnWidth = environment.snapped((width - (count + 1) * padding) / count)
    for (index, column) in columns.enumerated() {
      let left = origin.x + padding + Double(index) * (columnWidth + padding)
      column.layOut(at: Point(x: left, y: origin.y + padding), width: columnWidth, at: now)
    }
    group.layOut(at: origin, width: width, at: now)
    let bottom = columns.map(\.frame.maxY).max() ?? origin.y
    frame = Rect(origin: origin, size: Size(width: width, height: bottom + padding - origin.y))
  }

  mutating func handle(_ event: InputEvent, at now: Instant) -> Response<Action> {
    let response = group.handle(event, at: now)
    layOut(at: frame.origin, width: frame.width, at: now)
    return response
  }
}
