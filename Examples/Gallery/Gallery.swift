import Controls
import Glibc
import Motion
import PasswordForm
import Scene
import Toolkit
import Windowing

/// A window with each control at the left and each kind of motion at the right. `--dark` selects the dark theme.
@main
struct Gallery {
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

    let motion = ControlGroup<String>(.column(spacing: 16), in: environment)
    motion.add(Label("Motion", style: \.heading, in: environment))
    motion.add(MotionStage(in: environment))
    let hint = """
      Press a lane, or Space for all. Pull “Rubber” beyond an end, and lead “Retargeting” along its lane.
      """
    motion.add(Label(hint, style: \.caption, color: \.secondaryText, in: environment))
    let event = motion.add(Label("No event yet.", style: \.caption, in: environment))

    let size = Size(width: 800, height: 620)
    let page = ControlGroup<String>(.column(), in: environment)
    page.add(SideBySide(controls(in: environment), motion, in: environment)) { [$0] }
    var button = FloatingButton(buttonConfiguration, in: environment)
    button.place(in: Rect(origin: .zero, size: size), at: application.now)
    page.addUnarranged(button, on: .floating) { ["Floating button: \($0)"] }

    var configuration = WindowConfiguration(title: "Gallery", size: size, minimumSize: size)
    configuration.isResizable = false
    try application.open(configuration, showing: page, preferences: preferences) { action, now in
      event.control.setText(action, at: now)
      return []
    }
    application.run()
  }

  private static func controls(in environment: Environment) -> ControlGroup<String> {
    let controls = ControlGroup<String>(.column(spacing: 16), in: environment)
    controls.add(Label("Controls", style: \.heading, in: environment))
    let buttons = ControlGroup<String>(.row(spacing: 8), in: environment)
    let styles: [CapsuleButton.Style] = [.regular, .primary, .destructive, .compact]
    for (label, style) in zip(["Regular", "Primary", "Delete", "Small"], styles) {
      buttons.add(CapsuleButton(AccessKeyLabel(mnemonic: label), style: style, in: environment)) { _ in
        ["Button: \(label)"]
      }
    }
    controls.add(buttons) { [$0] }
    controls.add(CapsuleButton("Large button", in: environment)) { ["Large button: \($0)"] }
    controls.add(ToggleSwitch("Toggle switch", isOn: true, in: environment)) { ["Toggle switch: \($0)"] }
    let percent = SteppedRange(0...100, stepsPerUnit: 1)
    controls.add(Slider(30, of: percent, defaultValue: 50, in: environment)) { ["Slider: \($0)"] }
    controls.add(SegmentedControl(["Day", "Week", "Month"], selection: 0, in: environment)) {
      ["Segmented control: \($0)"]
    }
    var field = TokenField(["ada@example.org", "grace@example.org"], in: environment)
    field.completionSource = CompletionIndex(["alan@example.org", "annie@example.org"])
    controls.add(field) { ["Token field: \($0)"] }
    controls.add(PasswordField("Password", in: environment)) { ["Password field: \($0)"] }
    let lines = (1...12).map { "Line \($0) of a text that scrolls" }.joined(separator: "\n")
    var view = ScrollView(Label(lines, style: \.caption, in: environment), in: environment)
    view.maximumHeight = 72
    controls.add(view)
    return controls
  }

  private static var buttonConfiguration: FloatingButton.Configuration {
    let icons: [ActionIcon] = [.theme, .snap, .shape, .lock]
    let items = icons.map { ActionItem(id: "\($0)", label: "\($0)", icon: $0) }
    return FloatingButton.Configuration(
      tap: .expand, actions: items, menuItems: items, label: "Drag me",
      start: UnitPoint(x: 1, y: 1))
  }
}

/// Two groups in columns of the same width.
struct SideBySide: CompositeControl {
  typealias Action = String

  let group: ControlGroup<String>
  private let columns: [Child<ControlGroup<String>>]
  private(set) var environment: Environment
  private(set) var frame = Rect.zero

  init(_ left: ControlGroup<String>, _ right: ControlGroup<String>, in environment: Environment) {
    self.environment = environment
    group = ControlGroup(.manual, in: environment)
    columns = [left, right].map { [group] column in group.add(column) { [$0] } }
  }

  mutating func update(_ environment: Environment, at now: Instant) {
    self.environment = environment
    group.update(environment, at: now)
    layOut(at: frame.origin, width: frame.width, at: now)
  }

  mutating func layOut(at origin: Point, width: Double, at now: Instant) {
    let padding = 24.0
    let columnWidth = environment.snapped((width - 3 * padding) / 2)
    for (index, column) in columns.enumerated() {
      let left = origin.x + padding + Double(index) * (columnWidth + padding)
      column.layOut(at: Point(x: left, y: origin.y + padding), width: columnWidth, at: now)
    }
    group.layOut(at: origin, width: width, at: now)
    let bottom = columns.map(\.frame.maxY).max() ?? origin.y
    frame = Rect(origin: origin, size: Size(width: width, height: bottom + padding - origin.y))
  }

  mutating func advance(to now: Instant) -> Response<String> { group.advance(to: now) }

  mutating func handle(_ event: InputEvent, at now: Instant) -> Response<String> {
    let response = group.handle(event, at: now)
    layOut(at: frame.origin, width: frame.width, at: now)
    return response
  }
}
