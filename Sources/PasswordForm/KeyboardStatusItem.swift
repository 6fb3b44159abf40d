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
      switch self {
      case .capsLock: SymbolPath.capsLock(in: box)
      case .lock: SymbolPath.lock(in: box)
      case .openLock: SymbolPath.lock(in: box, isOpen: true)
      case .keyboard: SymbolPath.keyboard(in: box)
      }
    }
  }

  /// The content, which stays while the item fades out. It is `nil` until the item is shown for the
  /// first time, so that the text of an item that never appears is not measured.
  private var content: Content?
  private var opacity = Animated(0.0, threshold: Environment.opacityThreshold)
  /// The text that fits, or `nil` if only the icon fits.
  private var line: (text: String, metrics: TextMetrics)?
  /// The metrics of a line of text, even if no text fits.
  private var lineMetrics = TextMetrics(advance: 0, ascent: 0, descent: 0, ink: .zero)
  /// The displayed width, in logical pixels.
  private(set) var width = 0.0
  /// The x-coordinate of the trailing edge.
  private(set) var end = 0.0
  // Cached, so that drawing a frame creates no path.
  private var iconPath = Path()
  private var origin = Point.zero

  /// Whether the item was shown at least once.
  var hasContent: Bool { content != nil }

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
    line = nil
    for text in content.textVariants {
      let candidate = measured(DisplaySanitizer.sanitized(text), environment)
      lineMetrics = candidate.metrics
      if iconWidth + candidate.metrics.advance <= availableWidth {
        line = candidate
        break
      }
    }
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
