import Controls
import Glibc
public import Motion
public import Scene
import Secrets

extension PasswordForm {
  /// What stands before a line of words.
  enum Mark: Hashable {
    case neutral, met, unmet
    /// Turning since then.
    case busy(since: Instant)

    /// What it says, for whoever cannot tell it by colour or shape; `nil` where it says nothing yet.
    var word: String? {
      switch self {
      case .met: "met"
      case .unmet: "not met"
      case .neutral, .busy: nil
      }
    }
  }

  public func draw(into list: inout DisplayList, at now: Instant) {
    let colors = environment.theme.colors
    let title = layout.titleMetrics
    list.text(
      Self.title, Theme.Fonts.title, colors.text,
      at: layout.title.origin + Vector(dx: 0, dy: title.ascent), metrics: title)
    layout.captionBlock?.draw(at: layout.caption.origin, colors.secondaryText, into: &list)
    passwordField.draw(into: &list, at: now)
    for (entry, demand) in zip(verdict.entries, layout.demands) {
      draw(demand, mark(entry), into: &list, at: now)
    }
    strength.draw(into: &list, at: now, environment)
    confirmationField.draw(into: &list, at: now)
    drawMatch(into: &list, at: now)
    submit.draw(into: &list, at: now)
    drawMessage(into: &list, at: now)
    generator.draw(into: &list, at: now)
  }

  /// Neutral while there is nothing to judge, met as soon as it is, unmet only when the person has
  /// moved on.
  func mark(_ entry: PasswordPolicy.Verdict.Entry) -> Mark {
    if password.text.isEmpty { return .neutral }
    if entry.isMet { return .met }
    return wasPasswordLeft ? .unmet : .neutral
  }

  /// The line under the second field; `nil` while that is empty.
  var matchLine: (words: String, mark: Mark)? {
    switch match {
    case .empty: nil
    case .equal: ("Passwords match", .met)
    case .beginning where !wasConfirmationLeft: ("Matches so far", .neutral)
    case .beginning, .different: ("Passwords do not match", .unmet)
    }
  }

  /// A line about the password with what it comes to, as a mark before it and a word after it.
  private func draw(
    _ demand: PasswordFormLayout.Demand, _ mark: Mark, into list: inout DisplayList,
    at now: Instant
  ) {
    let origin = draw(demand.block, mark, in: demand.frame, into: &list, at: now)
    guard let word = mark.word else { return }
    let baseline = origin.y + demand.block.lines[0].metrics.ascent
    list.text(
      word, Theme.PasswordForm.word, environment.theme.colors.secondaryText,
      at: Point(x: demand.frame.minX + layout.wordInset, y: baseline),
      metrics: wordMetrics(of: word))
  }

  private func drawMatch(into list: inout DisplayList, at now: Instant) {
    guard let line = matchLine else { return }
    let metrics = captionMetrics(of: line.words)
    let middle = Point(x: layout.match.minX, y: layout.match.midY)
    drawMark(line.mark, before: middle, into: &list, at: now)
    list.text(
      line.words, Theme.Fonts.caption, environment.theme.colors.text,
      at: Point(
        x: middle.x + Self.wordsInset, y: middle.y - metrics.height / 2 + metrics.ascent),
      metrics: metrics)
  }

  private func drawMessage(into list: inout DisplayList, at now: Instant) {
    guard let message, let block = layout.messageBlock else { return }
    let mark: Mark? =
      switch message {
      case .saving(let since, _): .busy(since: since)
      case .saved: .met
      case .failed, .wouldReplace: .unmet
      case .generated: nil
      }
    draw(block, mark, in: layout.message, into: &list, at: now)
  }

  /// Words of a line or several, in the middle of their frame, the first behind its mark.
  ///
  /// - Returns: The first line's top leading corner, where the mark's room begins.
  @discardableResult
  private func draw(
    _ block: TextBlock, _ mark: Mark?, in frame: Rect, into list: inout DisplayList,
    at now: Instant
  ) -> Point {
    let origin = Point(x: frame.minX, y: frame.midY - block.height / 2)
    let middle = origin + Vector(dx: 0, dy: block.lines[0].metrics.height / 2)
    if let mark { drawMark(mark, before: middle, into: &list, at: now) }
    block.draw(
      at: origin + Vector(dx: Self.wordsInset, dy: 0), environment.theme.colors.text, into: &list)
    return origin
  }

  /// - Parameter middle: Of the leading side of the line that the mark stands before.
  private func drawMark(
    _ mark: Mark, before middle: Point, into list: inout DisplayList, at now: Instant
  ) {
    let size = Theme.PasswordForm.mark.size
    let box = Rect(
      center: Point(x: middle.x + size / 2, y: middle.y), size: Size(width: size, height: size))
    draw(mark, in: box, into: &list, at: now)
  }

  private func draw(_ mark: Mark, in box: Rect, into list: inout DisplayList, at now: Instant) {
    let colors = environment.theme.colors
    let stroke = Theme.PasswordForm.mark.stroke
    let inner = box.inset(by: stroke / 2)
    switch mark {
    case .neutral:
      list.stroke(
        .roundedRect(.capsule(inner)), colors.secondaryText, width: stroke)
    case .met: list.stroke(.path(Glyph.check(in: inner)), colors.green, width: stroke)
    case .unmet: list.stroke(.path(Glyph.cross(in: inner)), colors.red, width: stroke)
    case .busy(let since): drawSpinner(in: box, since: since, into: &list, at: now)
    }
  }

  /// Dots in a circle that light up one after the other.
  private func drawSpinner(
    in box: Rect, since: Instant, into list: inout DisplayList, at now: Instant
  ) {
    typealias Look = Theme.PasswordForm
    let turns =
      environment.reducesMotion ? 0 : now.seconds(since: since) / Look.spinnerTurn.inSeconds
    let radius = box.width / 2 - Look.spinner.dotRadius
    for dot in 0..<Look.spinner.dots {
      let place = Double(dot) / Double(Look.spinner.dots)
      let behind = turns - place
      let freshness = 1 - (behind - behind.rounded(.down))
      let opacity = Look.spinner.faintest + (1 - Look.spinner.faintest) * freshness
      let angle = 2 * Double.pi * place
      let center = box.center + Vector(dx: cos(angle), dy: sin(angle)) * radius
      list.fill(
        .roundedRect(.circle(center: center, radius: Look.spinner.dotRadius)),
        environment.theme.colors.text.opacity(opacity))
    }
  }
}
