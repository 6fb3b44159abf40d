import Controls
import Motion
import PasswordForm
import Scene

/// The layout of the window. Cards are in column coordinates, from its top; all else is in window
/// coordinates.
struct WindowLayout {
  var window = Rect.zero
  var formCard = Rect.zero
  var tokensCard = Rect.zero
  var tokensHeading = Rect.zero
  /// The text metrics of the heading.
  var headingMetrics = TextMetrics(advance: 0, ascent: 0, descent: 0, ink: .zero)
  /// The card of the inspector. Zero while it is closed.
  var inspectorCard = Rect.zero
  /// The heights of the form and the token field for which the layout was computed.
  var formHeight = 0.0
  var tokensHeight = 0.0
  /// The target height of the token field.
  var tokensTargetHeight = 0.0
}

extension WindowContents {
  /// Lays everything out for a window size. Moves the focus to the first field if there is none.
  ///
  /// - Parameter scale: Device pixels per logical pixel. `nil` keeps the current scale.
  mutating func resize(to size: Size, scale: Double? = nil, at now: Instant) {
    if let scale, scale != environment.scale { updateEnvironment(at: now) { $0.scale = scale } }
    let wasFocusShown = focus.flatMap { frame(of: $0, at: now) }.map(scroller.shows) ?? true
    layout.window = Rect(origin: .zero, size: size)
    layOut(at: now)
    updateOverlayBounds(at: now)
    // If the user has scrolled away from the focus, the scroll position is kept.
    if wasFocusShown { moveFocus(to: focus ?? Self.password, at: now) }
  }

  /// Lays everything out again if the height of the form or of the token field has changed.
  mutating func layOutIfNeeded(at now: Instant) {
    if formHeight != layout.formHeight || tokensHeight != layout.tokensHeight
      || tokensTargetHeight != layout.tokensTargetHeight
    {
      layOut(at: now)
    }
  }

  /// Lays everything out, and moves the button clear of the inspector or, if it is closed, of the
  /// form's message.
  mutating func layOut(at now: Instant) {
    layOutColumn(at: now)
    guard !layout.window.isEmpty else { return }
    button.control.place(in: layout.window, keepingClear: inspectorArea ?? messageArea, at: now)
  }

  /// The area of the form's message after scrolling has ended. `nil` if there is no message.
  private var messageArea: Rect? {
    form.read { $0.messageFrame }?.offset(by: Vector(dx: 0, dy: -scroller.target))
  }

  /// The area that the inspector can cover as it scrolls. `nil` while it is closed.
  private var inspectorArea: Rect? {
    guard hasInspector else { return nil }
    let (card, window) = (layout.inspectorCard, layout.window)
    guard scroller.isScrollable else { return card }
    return Rect(x: card.minX, y: window.minY, width: card.width, height: window.height)
  }

  /// Lays out everything except the button.
  mutating func layOutColumn(at now: Instant) {
    typealias Style = Theme.Window
    let width = columnWidth
    layOutForm(width: width, at: now)
    layOutTokens(below: layout.formCard.maxY + Style.cardGap, width: width, at: now)
    layOutInspector(at: now)
    (layout.formHeight, layout.tokensHeight, layout.tokensTargetHeight) =
      (formHeight, tokensHeight, tokensTargetHeight)
    // The growing token field can be scrolled to before it has its target height.
    let growth = max(0, tokensTargetHeight - tokensHeight)
    let bottom = max(layout.tokensCard.maxY, layout.inspectorCard.maxY) + growth
    scroller.resize(content: bottom + Style.margin, visible: layout.window.height)
  }

  /// The width from the column's leading edge to a button at rest at the window's trailing edge.
  private var widthBesideButton: Double {
    let width = button.read { $0.size.width }
    let taken = width + Theme.FloatingButton.margin + Theme.Window.buttonGap
    return layout.window.width - Theme.Window.margin - taken
  }

  /// Whether the inspector fits between the column and the button. If not, it is below the column.
  private var isInspectorBeside: Bool {
    typealias Style = Theme.Window
    return widthBesideButton
      >= Style.narrowColumnWidth + Style.cardGap + Style.inspectorWidths.lowerBound
  }

  /// The width of the column, limited by readability and by an inspector beside it.
  private var columnWidth: Double {
    typealias Style = Theme.Window
    let available =
      hasInspector && isInspectorBeside
      ? widthBesideButton - Style.cardGap - Style.inspectorWidths.lowerBound
      : layout.window.width - 2 * Style.margin
    return min(Style.columnWidth, available)
  }

  /// The width of the inspector, limited by column and button; below the column, by its width.
  private var inspectorWidth: Double {
    typealias Style = Theme.Window
    let column = layout.formCard.width
    let (available, maximum) =
      isInspectorBeside
      ? (widthBesideButton - column - Style.cardGap, Style.inspectorWidths.upperBound)
      : (widthBesideButton, column)
    return environment.snapped(max(Style.inspectorWidths.lowerBound, min(available, maximum)))
  }

  private mutating func layOutForm(width: Double, at now: Instant) {
    typealias Style = Theme.Window
    let (top, padding) = (Style.margin, Style.cardPadding)
    form.layOut(
      at: Point(x: Style.margin + padding.leading, y: top + padding.top),
      width: width - padding.leading - padding.trailing, at: now)
    layout.formCard = Rect(
      x: Style.margin, y: top, width: width, height: formHeight + padding.top + padding.bottom)
  }

  private mutating func layOutTokens(below top: Double, width: Double, at now: Instant) {
    typealias Style = Theme.Window
    let padding = Style.cardPadding
    let inner = width - padding.leading - padding.trailing
    layout.headingMetrics = environment.text.metrics(
      of: Self.tokensTitle, style: Theme.Fonts.heading)
    let headingHeight = environment.snapped(layout.headingMetrics.height)
    layout.tokensHeading = Rect(
      x: Style.margin + padding.leading, y: top + padding.top, width: inner,
      height: headingHeight)
    tokens.layOut(
      at: layout.tokensHeading.origin + Vector(dx: 0, dy: headingHeight + Style.headingGap),
      width: inner, at: now)
    layout.tokensCard = Rect(
      x: Style.margin, y: top, width: width,
      height: padding.top + headingHeight + Style.headingGap + tokensHeight + padding.bottom)
  }

  /// Places the inspector beside the column, aligned with its top, or below it.
  private mutating func layOutInspector(at now: Instant) {
    typealias Style = Theme.Window
    let padding = Style.inspectorPadding
    let origin =
      isInspectorBeside
      ? Point(x: layout.formCard.maxX + Style.cardGap, y: layout.formCard.minY)
      : Point(x: Style.margin, y: layout.tokensCard.maxY + Style.cardGap)
    let width = inspectorWidth
    inspector?.layOut(
      at: origin + Vector(dx: padding.leading, dy: padding.top),
      width: width - padding.leading - padding.trailing, at: now)
    let height = withInspector { $0.frame.height }
    layout.inspectorCard =
      height.map {
        Rect(
          origin: origin, size: Size(width: width, height: $0 + padding.top + padding.bottom))
      } ?? .zero
  }

  static let tokensTitle = "Recipients"

  private var formHeight: Double { form.frame.height }

  private var tokensHeight: Double { tokens.frame.height }

  private var tokensTargetHeight: Double { tokens.read { $0.targetHeight } }

  /// Returns the offset from window coordinates to column coordinates.
  func scrolled(at now: Instant) -> Vector { Vector(dx: 0, dy: scroller.offset(at: now)) }
}
