import Controls
import Motion
import Scene
import Secrets

/// Says how strong a password is: a bar, words under it, and what to do better.
///
/// It has no colour of its own: green and red are for what a password must be, and this is advice.
struct StrengthMeter {
  /// What it tells.
  enum Reading: Hashable {
    case strength(PasswordStrength)
    case failure(StrengthError)
  }

  /// `nil` while there is nothing to judge, and until it is judged for the first time.
  private(set) var reading: Reading?
  /// How much of it is to be seen: less while what it tells is of a text before this one.
  private var clarity = Animated(1.0, threshold: Theme.opacityThreshold)
  /// How much of the bar is filled, from 0 to 1.
  private var fill = Animated(0.0, threshold: Theme.PasswordForm.strength.threshold)
  private var bar = Rect.zero
  private var words: TextBlock?
  private var advice: TextBlock?

  /// Takes in another reading, of the same password or of the next one.
  mutating func show(_ reading: Reading, at now: Instant, _ environment: Environment) {
    self.reading = reading
    clarity.set(1)
    let target = if case .strength(let strength) = reading { strength.fraction } else { 0.0 }
    fill.animate(
      to: target, at: now, with: environment.motion(.spring(Theme.PasswordForm.strength.spring)))
  }

  /// Fades after a while, unless it is told what is so by now: most passwords are judged before.
  mutating func doubt(at now: Instant, _ environment: Environment) {
    typealias Look = Theme.PasswordForm
    guard reading != nil, clarity.target == 1 else { return }
    let fading = Animation.timing(.easeInOut, duration: Look.strength.fade)
      .reducedMotion(.preserve).delay(Look.strength.fadeDelay)
    clarity.animate(to: Look.strength.doubtfulOpacity, at: now, with: environment.motion(fading))
  }

  /// Forgets what it told.
  mutating func clear() {
    reading = nil
    fill.set(0)
    clarity.set(1)
  }

  /// Puts it somewhere; `clear()` and `show(_:at:_:)` want it to be put there anew.
  mutating func place(in frame: Rect, _ environment: Environment) {
    typealias Look = Theme.PasswordForm
    bar = environment.snapped(
      Rect(
        x: frame.minX, y: frame.minY + Look.strength.barTop, width: frame.width,
        height: Look.strength.barHeight))
    func block(_ text: String?) -> TextBlock? {
      text.map {
        TextBlock($0, style: Theme.Fonts.caption, width: frame.width, measuring: environment.text)
      }
    }
    (words, advice) = (block(wordsText), block(adviceText))
  }

  /// How strong it is, or why that is not known.
  var wordsText: String? {
    switch reading {
    case nil: nil
    case .strength(let strength): strength.line
    case .failure(let error): error.message
    }
  }

  /// What to do better.
  var adviceText: String? {
    if case .strength(let strength) = reading { return strength.advice?.line }
    return nil
  }

  /// When it next looks different; `nil` at rest.
  func nextChange(after now: Instant) -> Instant? {
    .earliest(fill.nextChange(after: now), clarity.nextChange(after: now))
  }

  func draw(into list: inout DisplayList, at now: Instant, _ environment: Environment) {
    guard words != nil else { return }
    list.group(DisplayList.Group(opacity: clarity.value(at: now))) { list in
      drawReading(into: &list, at: now, environment.theme.colors)
    }
  }

  private func drawReading(
    into list: inout DisplayList, at now: Instant, _ colors: Theme.Colors
  ) {
    if case .strength = reading { drawBar(into: &list, at: now, colors) }
    var top = bar.maxY + Theme.PasswordForm.strength.wordsGap
    words?.draw(at: Point(x: bar.minX, y: top), colors.text, into: &list)
    top += words?.height ?? 0
    advice?.draw(at: Point(x: bar.minX, y: top), colors.secondaryText, into: &list)
  }

  private func drawBar(into list: inout DisplayList, at now: Instant, _ colors: Theme.Colors) {
    let track = Theme.PasswordForm.strength.trackOpacity
    list.fill(.roundedRect(.capsule(bar)), colors.secondaryText.opacity(track))
    // A round end at the least.
    let width = max(bar.height, bar.width * min(1, max(0, fill.value(at: now))))
    let filled = Rect(x: bar.minX, y: bar.minY, width: width, height: bar.height)
    list.fill(.roundedRect(.capsule(filled)), colors.secondaryText)
  }
}

extension PasswordStrength {
  /// How much of a bar it fills: all of it once it is very strong.
  fileprivate var fraction: Double { min(1, bits / Self.bitsOfVeryStrong) }
}
