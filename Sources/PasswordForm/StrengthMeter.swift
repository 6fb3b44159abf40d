import Controls
import Motion
import Scene
import Secrets

/// The display of a password's strength: a bar, a description below it, and advice.
///
/// It uses no colors of its own: green and red are reserved for requirements, and this is advice.
struct StrengthMeter {
  /// The content of the meter.
  enum Value: Hashable {
    case estimate(Result<PasswordStrength, StrengthError>)
    /// A rating by another program: the filled fraction, its grade, and a description.
    case rating(fraction: Double, PasswordStrength.Grade, String)
  }

  /// The current value, or `nil` if the password is empty or has no estimate yet.
  private(set) var value: Value?
  /// The opacity of the meter. It is reduced while the value belongs to an earlier text.
  private var opacity = Animated(1.0, threshold: Environment.opacityThreshold)
  /// The filled fraction of the bar, in 0…1.
  private var fill = Animated(0.0, threshold: 1.0 / 1024)
  private var bar = Rect.zero
  /// The top of the description.
  private var textTop = 0.0
  private var summary: TextBlock?
  private var advice: TextBlock?

  /// Displays another value at full opacity and animates the bar to it.
  mutating func show(_ value: Value, at now: Instant, _ environment: Environment) {
    self.value = value
    opacity.set(1)
    let target = value.fraction ?? 0
    let spring = environment.theme.passwordForm.strength.spring
    fill.animate(to: target, at: now, with: environment.motion(.spring(spring)))
  }

  /// Starts to fade after a delay, because the value is stale. Most estimates arrive before the
  /// fade, which each edit delays.
  mutating func markStale(at now: Instant, _ environment: Environment) {
    let style = environment.theme.passwordForm.strength
    guard value != nil, opacity.value(at: now) == 1 else { return }
    opacity.set(1)
    let fading = Animation.easeInOut(duration: style.fade).reducedMotion(.preserve).delay(
      style.fadeDelay)
    opacity.animate(to: style.staleOpacity, at: now, with: environment.motion(fading))
  }

  /// Removes the value.
  mutating func clear() {
    value = nil
    fill.set(0)
    opacity.set(1)
  }

  /// Returns the height of a meter with some lines of text, at least that of the text in a width.
  mutating func height(
    lineCount: Int, width: Double, _ environment: Environment, _ blocks: inout TextBlockCache
  ) -> Double {
    place(in: Rect(x: 0, y: 0, width: width, height: 0), environment, &blocks)
    let style = environment.theme.passwordForm.strength
    let line = environment.text.metrics(of: "x", style: environment.theme.fonts.caption).height
    let textHeight = (summary?.height ?? 0) + (advice?.height ?? 0)
    return style.barTop + style.barHeight + style.textGap + max(line * Double(lineCount), textHeight)
  }

  /// Lays out the meter in a frame. Call this again after `clear()` and `show(_:at:_:)`.
  mutating func place(in frame: Rect, _ environment: Environment, _ blocks: inout TextBlockCache) {
    let style = environment.theme.passwordForm.strength
    bar = environment.snapped(
      Rect(
        x: frame.minX, y: frame.minY + style.barTop, width: frame.width, height: style.barHeight))
    textTop = bar.maxY + style.textGap
    func block(_ text: String) -> TextBlock {
      blocks.block(
        text, style: environment.theme.fonts.caption, width: frame.width, lines: .max,
        measuring: environment.text)
    }
    (summary, advice) = (summaryText(in: environment).map(block), adviceText(in: environment).map(block))
  }

  /// The description of the strength, or the reason why there is no estimate.
  func summaryText(in environment: Environment) -> String? {
    switch value {
    case nil: nil
    case .estimate(.success(let strength)): environment.text(.strength(strength))
    case .estimate(.failure(let error)): environment.text(.noStrength(error))
    case .rating(_, _, let text): text
    }
  }

  /// The advice for a stronger password, or `nil` if there is none.
  func adviceText(in environment: Environment) -> String? {
    guard case .estimate(.success(let strength)) = value else { return nil }
    return strength.advice.map { environment.text(.advice($0)) }
  }

  /// Returns the next instant at which the drawing changes, or `nil` at rest.
  func nextChange(after now: Instant) -> Instant? {
    .earliest(fill.nextChange(after: now), opacity.nextChange(after: now))
  }

  func draw(into list: inout DisplayList, at now: Instant, _ environment: Environment) {
    guard summary != nil else { return }
    list.group(DisplayList.Group(opacity: opacity.value(at: now))) { list in
      drawValue(into: &list, at: now, environment.theme)
    }
  }

  private func drawValue(into list: inout DisplayList, at now: Instant, _ theme: Theme) {
    let colors = theme.colors
    if value?.fraction != nil { drawBar(into: &list, at: now, theme) }
    var top = textTop
    summary?.draw(at: Point(x: bar.minX, y: top), colors.text, into: &list)
    top += summary?.height ?? 0
    advice?.draw(at: Point(x: bar.minX, y: top), colors.secondaryText, into: &list)
  }

  private func drawBar(into list: inout DisplayList, at now: Instant, _ theme: Theme) {
    let (track, colors) = (theme.passwordForm.strength.trackOpacity, theme.colors)
    list.fill(.roundedRect(.capsule(bar)), colors.secondaryText.opacity(track))
    // At least as wide as high, so that the ends stay round.
    let width = max(bar.height, bar.width * min(1, max(0, fill.value(at: now))))
    let filled = Rect(x: bar.minX, y: bar.minY, width: width, height: bar.height)
    list.fill(.roundedRect(.capsule(filled)), colors.secondaryText)
  }
}

extension StrengthMeter.Value {
  /// The filled fraction of the bar: 1 for a very strong password. `nil` without a bar.
  var fraction: Double? {
    switch self {
    case .estimate(.success(let strength)): min(1, strength.bits / PasswordStrength.veryStrongBits)
    case .rating(let fraction, _, _): fraction
    case .estimate(.failure): nil
    }
  }

  /// The grade for assistive programs. `nil` without an estimate.
  var grade: PasswordStrength.Grade? {
    switch self {
    case .estimate(let result): (try? result.get())?.grade
    case .rating(_, let grade, _): grade
    }
  }
}
