import Motion
import Scene

/// A small button: words, perhaps behind a mark, or a cross alone.
struct InspectorButton: Pressable {
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

  var press = PressTracker()
  private(set) var frame = Rect.zero

  init(_ face: Face, in environment: Environment) {
    self.face = face
    self.environment = environment
  }

  /// As wide as its words and the room around them.
  var width: Double {
    environment.snapped(contentWidth + 2 * Theme.Inspector.buttonPadding)
  }

  mutating func place(in frame: Rect) { self.frame = frame }

  var outline: RoundedRect {
    RoundedRect(frame, cornerRadius: Theme.Inspector.buttonCornerRadius)
  }

  mutating func pressed(at now: Instant) -> [Action] { [.pressed] }

  func nextChange(after now: Instant) -> Instant? { nil }
}

// Drawing.
extension InspectorButton {
  func draw(into list: inout DisplayList, at now: Instant) {
    let look = Theme.Inspector.buttonOpacity
    let opacity = press.look(rest: look.rest, hovered: look.hovered, pressed: look.pressed)
    list.fill(.roundedRect(outline), environment.theme.colors.text.opacity(opacity))
    switch face {
    case .words(let words): draw(words, isChecked: false, into: &list)
    case .checked(let words): draw(words, isChecked: true, into: &list)
    case .cross: drawCross(into: &list)
    }
    if showsFocus { list.focusRing(around: outline, environment) }
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
      at: Point(x: x, y: metrics.baseline(aroundY: frame.midY)), metrics: metrics)
  }

  private func drawCross(into list: inout DisplayList) {
    let look = Theme.Inspector.close
    let box = Rect(center: frame.center, size: Size(width: look.glyph, height: look.glyph))
    list.stroke(
      .path(Glyph.cross(in: box)), environment.theme.colors.secondaryText, width: look.stroke)
  }
}
