import Controls
import Motion
import Scene

/// Says in a password field that Caps Lock is on: a sign and words at the end of the raised label's
/// line, where they take no room from what is typed and move nothing.
struct CapsLockWarning {
  private var opacity = Animated(0.0, threshold: Theme.opacityThreshold)
  /// Whether it was ever shown: most people never see it, and its words need not be measured.
  private var isNeeded = false
  /// Where the words start; `nil` where there is no room for them.
  private var origin: Point?
  // Kept, so that a frame makes no path.
  private var sign = Path()

  static let words = "Caps Lock is on"

  /// Puts it at the end of the label's line.
  ///
  /// - Parameters:
  ///   - content: Where the field's text can be.
  ///   - label: The raised label's width.
  mutating func place(in content: Rect, beside label: Double, _ environment: Environment) {
    guard isNeeded else { return }
    typealias Look = Theme.PasswordField
    let words = environment.text.metrics(of: Self.words, style: Look.warning)
    let top = content.minY + Look.raisedLabel.top
    let left = content.maxX - words.advance
    let room = content.width - label - Look.warningGap
    let hasRoom = words.advance + Look.warningSign.gap + Look.warningSign.size <= room
    origin = hasRoom ? Point(x: left, y: top + words.ascent) : nil
    let end = hasRoom ? left - Look.warningSign.gap : content.maxX
    let box = environment.snapped(
      Rect(
        x: end - Look.warningSign.size, y: top + (words.height - Look.warningSign.size) / 2,
        width: Look.warningSign.size, height: Look.warningSign.size))
    sign = Glyph.capsLock(in: box.inset(by: Look.warningSign.stroke / 2))
  }

  /// Fades in or out.
  ///
  /// - Returns: Whether it is now to be placed.
  mutating func show(_ isShown: Bool, at now: Instant, _ environment: Environment) -> Bool {
    let target = isShown ? 1.0 : 0
    guard opacity.target != target else { return false }
    let fading = Animation.timing(.easeInOut, duration: Theme.PasswordField.warningFade)
      .reducedMotion(.preserve)
    opacity.animate(to: target, at: now, with: environment.motion(fading))
    isNeeded = true
    return isShown
  }

  /// When it next looks different; `nil` at rest.
  func nextChange(after now: Instant) -> Instant? { opacity.nextChange(after: now) }

  /// Adds it to a display list.
  func draw(into list: inout DisplayList, at now: Instant, _ environment: Environment) {
    let opacity = opacity.value(at: now)
    guard opacity > 0 else { return }
    typealias Look = Theme.PasswordField
    let color = environment.theme.colors.text
    list.group(DisplayList.Group(opacity: opacity)) { list in
      list.stroke(.path(sign), color, width: Look.warningSign.stroke)
      guard let origin else { return }
      list.text(
        Self.words, Look.warning, color, at: origin,
        metrics: environment.text.metrics(of: Self.words, style: Look.warning))
    }
  }
}
