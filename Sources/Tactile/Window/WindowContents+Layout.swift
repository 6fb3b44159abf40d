import Controls
import Motion
import PasswordForm
import Scene

/// Where things stand: the cards in the column's own space, from its top; the rest in the window's.
struct WindowLayout {
  var window = Rect.zero
  var formCard = Rect.zero
  var tokensCard = Rect.zero
  var tokensHeading = Rect.zero
  /// The forms' heights that this was made for.
  var formHeight = 0.0
  var tokensHeight = 0.0
}

extension WindowContents {
  /// Lays everything out for a window of that size, and gives the focus to the first field if
  /// nothing has it yet.
  mutating func resize(to size: Size, at now: Instant) {
    let wasFocusShown = focus.flatMap { frame(of: $0, at: now) }.map(scroller.shows) ?? true
    layout.window = Rect(origin: .zero, size: size)
    layOut()
    button.place(in: layout.window, at: now)
    // Who has scrolled away from it is left there.
    if wasFocusShown { moveFocus(to: focus ?? Self.password, at: now) }
  }

  /// Lays everything out anew where a form has become higher or lower.
  mutating func layOutIfNeeded() {
    if form.height != layout.formHeight || tokens.height != layout.tokensHeight { layOut() }
  }

  mutating func layOut() {
    typealias Look = Theme.Window
    let width = min(Look.columnWidth, layout.window.width - 2 * Look.margin)
    let padding = Look.cardPadding
    let inner = width - padding.leading - padding.trailing

    let top = Look.margin
    form.place(at: Point(x: Look.margin + padding.leading, y: top + padding.top), width: inner)
    layout.formCard = Rect(
      x: Look.margin, y: top, width: width, height: form.height + padding.top + padding.bottom)

    let second = layout.formCard.maxY + Look.cardGap
    let headingHeight = environment.snapped(headingMetrics.height)
    layout.tokensHeading = Rect(
      x: Look.margin + padding.leading, y: second + padding.top, width: inner,
      height: headingHeight)
    tokens.place(
      at: layout.tokensHeading.origin + Vector(dx: 0, dy: headingHeight + Look.headingGap),
      width: inner)
    layout.tokensCard = Rect(
      x: Look.margin, y: second, width: width,
      height: padding.top + headingHeight + Look.headingGap + tokens.height + padding.bottom)
    (layout.formHeight, layout.tokensHeight) = (form.height, tokens.height)

    scroller.resize(
      content: layout.tokensCard.maxY + Look.margin, visible: layout.window.height)
  }

  static let tokensTitle = "Recipients"

  var headingMetrics: TextMetrics {
    environment.text.metrics(of: Self.tokensTitle, style: Theme.Fonts.heading)
  }

  /// From a place in the window to the same place in the column.
  func scrolled(at now: Instant) -> Vector { Vector(dx: 0, dy: scroller.offset(at: now)) }
}
