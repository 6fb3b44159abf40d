import Controls
import Motion
import Scene

/// One item of the keyboard status in a field: text with an optional icon. It fades in and out.
struct KeyboardStatusItem {
  /// The content of an item.
  struct Content: Hashable {
    /// The icon. It is shown without text if no text variant fits.
    var icon: Icon?
    /// Variants of the text, the longest first.
    var textVariants: [String]
    /// Whether the item is informational. If `false`, it is a warning.
    var isInformational = false
    /// Whether it appears only if it stays for a while.
    var isDelayed = false
  }

  enum Icon {
    case capsLock, lock, openLock, keyboard

    func path(in box: Rect) -> Path {
      // The shackle is a semicircle: the control points are 4/3 of the radius above the end points.
      let body = "0.08 0.46 0.92 0.46 0.92 1 0.08 1 m z"
      let shackle = "0.26 0.46 0.26 0.26 m 0.26 -0.06 0.74 -0.06 0.74 0.26 c"
      let symbol =
        switch self {
        // An upward arrow above a bar.
        case .capsLock: "0.5 0 1 0.52 0.72 0.52 0.72 0.74 0.28 0.74 0.28 0.52 0 0.52 m z 0.28 1 0.72 1 m"
        case .lock: "\(body) \(shackle) 0.74 0.46 l"
        // One end of the shackle is outside the body.
        case .openLock: "\(body) \(shackle)"
        // Its body, two keys and the space bar.
        case .keyboard:
          "0 0.15 1 0.15 1 0.9 0 0.9 m z 0.25 0.4 0.35 0.4 m 0.65 0.4 0.75 0.4 m 0.3 0.65 0.7 0.65 m"
        }
      return Path(symbol, in: box)
    }
  }

  /// The content, which stays while the item fades out. It is `nil` until the item is shown for the
  /// first time, so that the text of an item that never appears is not measured.
  private var content: Content?
  private var opacity = Animated(0.0, threshold: Environment.opacityThreshold)
  /// The text that fits, or `nil` if only the icon fits.
  private var line: (text: String, metrics: TextMetrics)?
  /// The displayed width, in logical pixels.
  private(set) var width = 0.0
  /// The x-coordinate of the trailing edge.
  private(set) var end = 0.0
  // Cached, so that drawing a frame creates no path.
  private var iconPath = Path()
  private var origin = Point.zero

  /// Whether the item has content and does not fade out.
  var isVisible: Bool { opacity.target > 0 }

  /// Replaces the content immediately, or fades the item out if the content is `nil`.
  mutating func setContent(_ content: Content?, at now: Instant, _ environment: Environment) {
    if let content { self.content = content }
    let target = content == nil ? 0.0 : 1
    guard opacity.target != target else { return }
    let duration = environment.theme.passwordField.statusFade
    let delay = content?.isDelayed == true ? environment.theme.passwordField.statusDelay : .zero
    let fading = Animation.easeInOut(duration: duration).delay(delay).reducedMotion(.preserve)
    opacity.animate(to: target, at: now, with: environment.motion(fading))
  }

  /// Hides the item without fading.
  mutating func hideImmediately() { opacity.set(0) }

  /// Whether the item is informational. If `false`, it is a warning.
  var isInformational: Bool { content?.isInformational ?? true }

  /// The text as a sentence. `nil` if the item is not shown, or is about a grab.
  var accessibleText: String? {
    guard isVisible, content?.icon != .lock else { return nil }
    return content?.textVariants.first.map { "\($0)." }
  }

  /// Returns the width of the icon alone. Without an icon, returns that of the shortest text, or 0 if it is wider than
  /// a maximum.
  func minimumWidth(upTo maximum: Double, in environment: Environment) -> Double {
    if content?.icon != nil { return environment.theme.passwordField.statusIconSize }
    let text = content?.textVariants.last.map(DisplaySanitizer.sanitized) ?? ""
    let width = measured(text, environment).metrics.advance
    return width <= maximum ? width : 0
  }

  /// Selects the longest text variant that fits the width.
  ///
  /// If none fits, an item with an icon shows the icon alone. An item without one shows the elided
  /// text, or nothing if the width is below `minimumStatusWidth`.
  mutating func fit(into availableWidth: Double, _ environment: Environment) {
    guard let content else { return }
    let style = environment.theme.passwordField
    let iconWidth = content.icon == nil ? 0 : style.statusIconSize + style.statusIconGap
    let variants = content.textVariants.map { measured(DisplaySanitizer.sanitized($0), environment) }
    line = variants.first { iconWidth + $0.metrics.advance <= availableWidth }
    if line == nil, content.icon == nil, availableWidth >= style.minimumStatusWidth,
      let text = content.textVariants.last
    {
      let font = environment.theme.keyboardStatusFont
      let elided = DisplaySanitizer.elided(
        text, toFit: availableWidth, style: font, measuring: environment.text)
      line = measured(elided, environment)
    }
    width = line.map { iconWidth + $0.metrics.advance } ?? (content.icon == nil ? 0 : style.statusIconSize)
  }

  private func measured(_ text: String, _ environment: Environment) -> (text: String, metrics: TextMetrics) {
    (text, environment.text.metrics(of: text, style: environment.theme.keyboardStatusFont))
  }

  /// Lays out the selected text and the icon.
  ///
  /// - Parameters:
  ///   - end: The x-coordinate of the trailing edge.
  ///   - top: The y-coordinate of the top of the text line.
  mutating func place(endingAt end: Double, top: Double, _ environment: Environment) {
    self.end = end
    let lineMetrics = measured("x", environment).metrics
    origin = Point(x: end - (line?.metrics.advance ?? 0), y: top + lineMetrics.ascent)
    guard let icon = content?.icon else { return }
    let style = environment.theme.passwordField
    let size = style.statusIconSize
    let box = environment.snapped(
      Rect(x: end - width, y: top + (lineMetrics.height - size) / 2, width: size, height: size))
    self.iconPath = icon.path(in: box.inset(by: style.statusIconStroke / 2))
  }

  /// Returns the next instant at which the drawing changes, or `nil` at rest.
  func nextChange(after now: Instant) -> Instant? { opacity.nextChange(after: now) }

  func draw(into list: inout DisplayList, at now: Instant, _ environment: Environment) {
    let opacity = opacity.value(at: now)
    guard opacity > 0, let content else { return }
    let colors = environment.theme.colors
    let color = content.isInformational ? colors.secondaryText : colors.text
    list.group(DisplayList.Group(opacity: opacity)) { list in
      let stroke = environment.theme.passwordField.statusIconStroke
      if content.icon != nil { list.stroke(.path(iconPath), color, width: stroke) }
      guard let line else { return }
      list.text(
        line.text, environment.theme.keyboardStatusFont, color, at: origin, metrics: line.metrics)
    }
  }
}
