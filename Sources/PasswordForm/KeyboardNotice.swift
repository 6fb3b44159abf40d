import Controls
import Motion
import Scene

/// One thing that a field says of the keyboard: words, with a sign before them or without; it fades in
/// and out.
struct KeyboardNotice {
  /// What it says.
  struct Content: Hashable {
    /// What stands alone where there is no room for words.
    var sign: Sign?
    /// Other words for the same, the fullest first.
    var wordings: [String]
    /// Whether it is no warning.
    var isQuiet = false
  }

  enum Sign {
    case capsLock, lock, openLock, keyboard

    func path(in box: Rect) -> Path {
      switch self {
      case .capsLock: Glyph.capsLock(in: box)
      case .lock: Glyph.lock(in: box)
      case .openLock: Glyph.lock(in: box, isOpen: true)
      case .keyboard: Glyph.keyboard(in: box)
      }
    }
  }

  /// Kept while it fades out. `nil` before it was ever shown: most people never see it, and its words
  /// need not be measured.
  private var content: Content?
  private var opacity = Animated(0.0, threshold: Theme.opacityThreshold)
  /// What there is room for.
  private var line: (words: String, metrics: TextMetrics)?
  /// Of a line of words, whether or not there is room for them.
  private var lineMetrics = TextMetrics(advance: 0, ascent: 0, descent: 0, ink: .zero)
  /// As wide as it is shown.
  private(set) var width = 0.0
  /// Its trailing side.
  private(set) var end = 0.0
  // Kept, so that a frame makes no path.
  private var sign = Path()
  private var origin = Point.zero

  private typealias Look = Theme.PasswordField

  /// Whether it was ever shown.
  var isNeeded: Bool { content != nil }

  /// Whether it says something and does not fade out.
  var isShown: Bool { opacity.target > 0 }

  /// Says something from now on, at once in the place of what it said, or nothing.
  ///
  /// - Returns: Whether that is new.
  mutating func say(
    _ content: Content?, at now: Instant, _ environment: Environment
  ) -> Bool {
    let isNew = isShown ? content != self.content : content != nil
    guard isNew else { return false }
    if let content { self.content = content }
    let target = content == nil ? 0.0 : 1
    if opacity.target != target {
      let fading = Animation.timing(.easeInOut, duration: Look.noticeFade).reducedMotion(.preserve)
      opacity.animate(to: target, at: now, with: environment.motion(fading))
    }
    return true
  }

  /// Is not to be seen any more.
  mutating func vanish() { opacity.set(0) }

  /// Whether it is no warning.
  var isQuiet: Bool { content?.isQuiet ?? true }

  /// Without words.
  var leastWidth: Double { content?.sign == nil ? 0 : Look.noticeSign.size }

  /// Makes the best of a width: the fullest words for which there is room; else the sign alone, or
  /// without a sign as much of the words as there is room for, and nothing where that is next to nothing.
  mutating func fit(into room: Double, _ environment: Environment) {
    guard let content else { return }
    let lead = content.sign == nil ? 0 : Look.noticeSign.size + Look.noticeSign.gap
    line = nil
    for wording in content.wordings {
      let whole = measured(DisplayText.displayed(wording), environment)
      lineMetrics = whole.metrics
      if lead + whole.metrics.advance <= room {
        line = whole
        break
      }
    }
    if line == nil, content.sign == nil, let words = content.wordings.last {
      line = elided(words, to: room, environment)
    }
    width = line.map { lead + $0.metrics.advance } ?? leastWidth
  }

  private func measured(
    _ words: String, _ environment: Environment
  ) -> (words: String, metrics: TextMetrics) {
    (words, environment.text.metrics(of: words, style: Look.notice))
  }

  private func elided(
    _ words: String, to room: Double, _ environment: Environment
  ) -> (words: String, metrics: TextMetrics)? {
    guard room >= Look.leastNoticeWidth else { return nil }
    let words = DisplayText.elided(
      words, toFit: room, style: Look.notice, measuring: environment.text)
    return measured(words, environment)
  }

  /// Puts what there was room for somewhere.
  ///
  /// - Parameters:
  ///   - end: The trailing side.
  ///   - top: Of a line of words.
  mutating func place(endingAt end: Double, top: Double, _ environment: Environment) {
    self.end = end
    origin = Point(x: end - (line?.metrics.advance ?? 0), y: top + lineMetrics.ascent)
    guard let sign = content?.sign else {
      self.sign = Path()
      return
    }
    let size = Look.noticeSign.size
    let box = environment.snapped(
      Rect(x: end - width, y: top + (lineMetrics.height - size) / 2, width: size, height: size))
    self.sign = sign.path(in: box.inset(by: Look.noticeSign.stroke / 2))
  }

  /// When it next looks different; `nil` at rest.
  func nextChange(after now: Instant) -> Instant? { opacity.nextChange(after: now) }

  func draw(into list: inout DisplayList, at now: Instant, _ environment: Environment) {
    let opacity = opacity.value(at: now)
    guard opacity > 0, let content else { return }
    let colors = environment.theme.colors
    let color = content.isQuiet ? colors.secondaryText : colors.text
    list.group(DisplayList.Group(opacity: opacity)) { list in
      if content.sign != nil { list.stroke(.path(sign), color, width: Look.noticeSign.stroke) }
      guard let line else { return }
      list.text(line.words, Look.notice, color, at: origin, metrics: line.metrics)
    }
  }
}
