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
  /// Of the words there.
  var headingMetrics = TextMetrics(advance: 0, ascent: 0, descent: 0, ink: .zero)
  /// Zero while the inspector is closed.
  var inspectorCard = Rect.zero
  /// The forms' heights that this was made for.
  var formHeight = 0.0
  var tokensHeight = 0.0
  /// The same once that is at rest.
  var tokensRest = 0.0
}

extension WindowContents {
  /// Lays everything out for a window of that size, and gives the focus to the first field if
  /// nothing has it yet.
  ///
  /// - Parameter scale: Device pixels to one logical pixel; the same as before where it is `nil`.
  mutating func resize(to size: Size, scale: Double? = nil, at now: Instant) {
    if let scale, scale != environment.scale { environment.scale = scale }
    let wasFocusShown = focus.flatMap { frame(of: $0, at: now) }.map(scroller.shows) ?? true
    layout.window = Rect(origin: .zero, size: size)
    layOut(at: now)
    placeOverlay(at: now)
    // Who has scrolled away from it is left there.
    if wasFocusShown { moveFocus(to: focus ?? Self.password, at: now) }
  }

  /// Lays everything out anew where a form has become higher or lower.
  mutating func layOutIfNeeded(at now: Instant) {
    if formHeight != layout.formHeight || tokensHeight != layout.tokensHeight
      || tokensRest != layout.tokensRest
    {
      layOut(at: now)
    }
  }

  /// Lays everything out, and lets the button go out of the way of the inspector, or else of what the
  /// form says.
  mutating func layOut(at now: Instant) {
    layOut()
    guard !layout.window.isEmpty else { return }
    button.control.place(in: layout.window, keepingClear: inspectorArea ?? messageArea, at: now)
  }

  /// Where the form says something, once scrolling has come to rest; `nil` while it says nothing.
  private var messageArea: Rect? {
    form.ask { $0.messageFrame }?.offset(by: Vector(dx: 0, dy: -scroller.target))
  }

  /// Where the inspector is, and may be as it scrolls; `nil` while it is closed.
  private var inspectorArea: Rect? {
    guard hasInspector else { return nil }
    let (card, window) = (layout.inspectorCard, layout.window)
    guard scroller.isNeeded else { return card }
    return Rect(x: card.minX, y: window.minY, width: card.width, height: window.height)
  }

  mutating func layOut() {
    typealias Look = Theme.Window
    let width = columnWidth
    layOutForm(width: width)
    layOutTokens(below: layout.formCard.maxY + Look.cardGap, width: width)
    layOutInspector()
    (layout.formHeight, layout.tokensHeight, layout.tokensRest) =
      (formHeight, tokensHeight, tokensRest)
    // What grows may be scrolled to before it is there.
    let growth = max(0, tokensRest - tokensHeight)
    let bottom = max(layout.tokensCard.maxY, layout.inspectorCard.maxY) + growth
    scroller.resize(content: bottom + Look.margin, visible: layout.window.height)
  }

  /// From the column's leading side to the button that rests at the window's trailing side.
  private var roomBesideButton: Double {
    let width = button.ask { $0.size.width }
    let taken = width + Theme.FloatingButton.margin + Theme.Window.buttonGap
    return layout.window.width - Theme.Window.margin - taken
  }

  /// Whether the inspector has room between the column and the button; else it stands below.
  private var isInspectorBeside: Bool {
    typealias Look = Theme.Window
    return roomBesideButton
      >= Look.narrowColumnWidth + Look.cardGap + Look.inspectorWidths.lowerBound
  }

  /// As wide as reads well, or as an inspector beside it leaves room.
  private var columnWidth: Double {
    typealias Look = Theme.Window
    let room =
      hasInspector && isInspectorBeside
      ? roomBesideButton - Look.cardGap - Look.inspectorWidths.lowerBound
      : layout.window.width - 2 * Look.margin
    return min(Look.columnWidth, room)
  }

  /// As wide as column and button leave room; below the column no wider than that.
  private var inspectorWidth: Double {
    typealias Look = Theme.Window
    let column = layout.formCard.width
    let (room, most) =
      isInspectorBeside
      ? (roomBesideButton - column - Look.cardGap, Look.inspectorWidths.upperBound)
      : (roomBesideButton, column)
    return environment.snapped(max(Look.inspectorWidths.lowerBound, min(room, most)))
  }

  private mutating func layOutForm(width: Double) {
    typealias Look = Theme.Window
    let (top, padding) = (Look.margin, Look.cardPadding)
    form.control.place(
      at: Point(x: Look.margin + padding.leading, y: top + padding.top),
      width: width - padding.leading - padding.trailing)
    layout.formCard = Rect(
      x: Look.margin, y: top, width: width, height: formHeight + padding.top + padding.bottom)
  }

  private mutating func layOutTokens(below top: Double, width: Double) {
    typealias Look = Theme.Window
    let padding = Look.cardPadding
    let inner = width - padding.leading - padding.trailing
    layout.headingMetrics = environment.text.metrics(
      of: Self.tokensTitle, style: Theme.Fonts.heading)
    let headingHeight = environment.snapped(layout.headingMetrics.height)
    layout.tokensHeading = Rect(
      x: Look.margin + padding.leading, y: top + padding.top, width: inner,
      height: headingHeight)
    tokens.control.place(
      at: layout.tokensHeading.origin + Vector(dx: 0, dy: headingHeight + Look.headingGap),
      width: inner)
    layout.tokensCard = Rect(
      x: Look.margin, y: top, width: width,
      height: padding.top + headingHeight + Look.headingGap + tokensHeight + padding.bottom)
  }

  /// Beside the column where there is room, from its top; else below it.
  private mutating func layOutInspector() {
    typealias Look = Theme.Window
    let padding = Look.inspectorPadding
    let origin =
      isInspectorBeside
      ? Point(x: layout.formCard.maxX + Look.cardGap, y: layout.formCard.minY)
      : Point(x: Look.margin, y: layout.tokensCard.maxY + Look.cardGap)
    let width = inspectorWidth
    inspector?.control.place(
      at: origin + Vector(dx: padding.leading, dy: padding.top),
      width: width - padding.leading - padding.trailing)
    let height = ofInspector { $0.ask { $0.height } }
    layout.inspectorCard =
      height.map {
        Rect(
          origin: origin, size: Size(width: width, height: $0 + padding.top + padding.bottom))
      } ?? .zero
  }

  static let tokensTitle = "Recipients"

  private var formHeight: Double { form.ask { $0.height } }

  private var tokensHeight: Double { tokens.ask { $0.height } }

  private var tokensRest: Double { tokens.ask { $0.heightAtRest } }

  /// From a place in the window to the same place in the column.
  func scrolled(at now: Instant) -> Vector { Vector(dx: 0, dy: scroller.offset(at: now)) }
}
