import Motion
import Scene

/// A small button: words, perhaps behind a mark, or a cross alone.
struct InspectorButton: Control {
  /// What the button asks its owner to do.
  enum Action: Hashable {
    case pressed
  }

  /// What it shows.
  enum Face: Hashable {
    case words(String)
    /// Words behind a check mark.
    case checked(String)
    case cross
  }

  var face: Face
  var environment: Environment

  private(set) var frame = Rect.zero
  private var press = PressTracker()

  init(_ face: Face, in environment: Environment) {
    self.face = face
    self.environment = environment
  }

  /// As wide as its words and the room around them.
  var width: Double {
    environment.snapped(contentWidth + 2 * Theme.Inspector.buttonPadding)
  }

  mutating func place(in frame: Rect) { self.frame = frame }

  mutating func advance(to now: Instant) -> [Action] { [] }

  func nextChange(after now: Instant) -> Instant? { nil }

  mutating func handle(_ event: InputEvent, at now: Instant) -> Response<Action> {
    switch press.handle(event, isInside: frame.contains) {
    case .ignored: return .ignored
    case .handled: return .handled()
    case .pressed: return .handled(.pressed)
    }
  }

  var focusStopCount: Int { 1 }

  mutating func focus(_ stop: Int?, at now: Instant) { press.isFocused = stop != nil }

  /// A press keeps the focus where it is.
  func focusStop(under point: Point, at now: Instant) -> Int? { nil }

  func frame(ofFocusStop stop: Int, at now: Instant) -> Rect { frame }

  func pointerShape(over point: Point, at now: Instant) -> PointerShape? {
    frame.contains(point) ? .hand : nil
  }
}

// Drawing.
extension InspectorButton {
  func draw(into list: inout DisplayList, at now: Instant) {
    typealias Look = Theme.Inspector
    let shape = RoundedRect(frame, cornerRadius: Look.buttonCornerRadius)
    list.fill(
      .roundedRect(shape), environment.theme.colors.text.opacity(backgroundOpacity))
    switch face {
    case .words(let words): draw(words, isChecked: false, into: &list)
    case .checked(let words): draw(words, isChecked: true, into: &list)
    case .cross: drawCross(into: &list)
    }
    if press.isFocused, environment.isWindowFocused {
      list.focusRing(around: shape, environment.theme)
    }
  }

  private var backgroundOpacity: Double {
    let look = Theme.Inspector.buttonOpacity
    if press.isHovered { return press.isPressed ? look.pressed : look.hovered }
    return look.rest
  }

  private var contentWidth: Double {
    switch face {
    case .words(let words): metrics(of: words).advance
    case .checked(let words):
      metrics(of: words).advance + Theme.Inspector.mark.size + Theme.Inspector.mark.gap
    case .cross: Theme.Inspector.close.glyph
    }
  }

  private func metrics(of words: String) -> TextMetrics {
    environment.text.metrics(of: words, style: Theme.Inspector.buttonLabel)
  }

  private func draw(_ words: String, isChecked: Bool, into list: inout DisplayList) {
    let (look, colors) = (Theme.Inspector.mark, environment.theme.colors)
    var x = frame.midX - contentWidth / 2
    if isChecked {
      let box = Rect(x: x, y: frame.midY - look.size / 2, width: look.size, height: look.size)
      list.stroke(.path(Glyph.check(in: box)), colors.green, width: look.stroke)
      x += look.size + look.gap
    }
    let metrics = metrics(of: words)
    list.text(
      words, Theme.Inspector.buttonLabel, colors.text,
      at: Point(x: x, y: frame.midY - metrics.height / 2 + metrics.ascent), metrics: metrics)
  }

  private func drawCross(into list: inout DisplayList) {
    let look = Theme.Inspector.close
    let box = Rect(center: frame.center, size: Size(width: look.glyph, height: look.glyph))
    list.stroke(
      .path(Glyph.cross(in: box)), environment.theme.colors.secondaryText, width: look.stroke)
  }
}
