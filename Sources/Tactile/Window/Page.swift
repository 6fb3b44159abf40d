import Controls
import Inspector
import Motion
import PasswordForm
import Scene

/// The scrolling content of the window: cards with the password form and the token field in a column,
/// and the button's inspector beside or below it while it is open.
struct Page: ~Copyable, CompositeControl {
  /// An action of a control on the page.
  enum Action {
    case form(PasswordForm.Action)
    case tokens(TokenField<TextTokenAdapter>.Action)
    case inspector(TuningInspector.Action)
  }

  /// The frames on the page.
  struct Layout: Equatable {
    var formCard = Rect.zero
    var tokensCard = Rect.zero
    var tokensHeading = Rect.zero
    /// The text metrics of the heading.
    var headingMetrics = TextMetrics(advance: 0, ascent: 0, descent: 0, ink: .zero)
    /// The card of the inspector. Zero while it is closed.
    var inspectorCard = Rect.zero
  }

  let group: ControlGroup<Action>
  let form: Child<PasswordForm>
  let tokens: Child<TokenField<TextTokenAdapter>>
  /// The inspector. `nil` while it is closed.
  private(set) var inspector: Child<TuningInspector>?
  private(set) var layout = Layout()
  private(set) var frame = Rect.zero
  /// The height of the frame, in which the token field counts with its height at rest, or its current one if that is greater.
  var targetHeight: Double { frame.height }
  /// The drawing of the cards and the heading, with the layout for which it was recorded: each frame shows the page.
  /// `nil` before the first layout.
  private var cards: (layout: Layout, drawing: Recording)?
  /// The width at the trailing edge that the floating button takes, which the inspector leaves free.
  var buttonWidth = 0.0

  init(
    _ form: consuming PasswordForm, _ tokens: consuming TokenField<TextTokenAdapter>,
    in environment: Environment
  ) {
    group = ControlGroup(.manual, in: environment)
    self.form = group.add(form) { [.form($0)] }
    self.tokens = group.add(tokens) { [.tokens($0)] }
  }

  /// Shows or removes the inspector.
  mutating func show(_ inspector: consuming TuningInspector) {
    self.inspector = group.add(inspector) { [.inspector($0)] }
  }

  mutating func removeInspector(at now: Instant) {
    if let inspector { group.remove(inspector, at: now) }
    inspector = nil
  }
}

// Layout.
extension Page {
  mutating func update(_ environment: Environment, at now: Instant) {
    cards = nil
    group.update(environment, at: now)
    layOut(at: frame.origin, width: frame.width, at: now)
  }

  mutating func layOut(at origin: Point, width: Double, at now: Instant) {
    typealias Style = Theme.Window
    let columnWidth = columnWidth(in: width)
    let origin = Point(x: Style.margin, y: Style.margin)
    layout.formCard = layOut(form, at: origin, width: columnWidth, padding: Style.cardPadding, at: now)
    layOutTokens(below: layout.formCard.maxY + Style.cardGap, width: columnWidth, at: now)
    layOutInspector(in: width, at: now)
    // The growing token field can be scrolled to before it has its target height.
    let growth = max(0, tokens.read { $0.targetHeight - $0.frame.height })
    let bottom = max(layout.tokensCard.maxY, layout.inspectorCard.maxY) + growth
    frame = Rect(origin: origin, size: Size(width: width, height: bottom + Style.margin))
    guard cards?.layout != layout else { return }
    var drawing = Recording()
    drawing.record { drawCards(into: &$0) }
    cards = (layout, drawing)
  }

  /// The width from the column's leading edge to a button at rest at the window's trailing edge.
  private func widthBesideButton(in width: Double) -> Double {
    let taken = buttonWidth + theme.floatingButton.margin + Theme.Window.buttonGap
    return width - Theme.Window.margin - taken
  }

  /// Whether the inspector fits between the column and the button. If not, it is below the column.
  private func isInspectorBeside(in width: Double) -> Bool {
    typealias Style = Theme.Window
    return widthBesideButton(in: width)
      >= Style.narrowColumnWidth + Style.cardGap + Style.inspectorWidths.lowerBound
  }

  /// The width of the column, limited by readability and by an inspector beside it.
  private func columnWidth(in width: Double) -> Double {
    typealias Style = Theme.Window
    let available =
      inspector != nil && isInspectorBeside(in: width)
      ? widthBesideButton(in: width) - Style.cardGap - Style.inspectorWidths.lowerBound
      : width - 2 * Style.margin
    return min(Style.columnWidth, available)
  }

  /// The width of the inspector, limited by column and button; below the column, by its width.
  private func inspectorWidth(in width: Double) -> Double {
    typealias Style = Theme.Window
    let column = layout.formCard.width
    let (available, maximum) =
      isInspectorBeside(in: width)
      ? (widthBesideButton(in: width) - column - Style.cardGap, Style.inspectorWidths.upperBound)
      : (widthBesideButton(in: width), column)
    return environment.snapped(max(Style.inspectorWidths.lowerBound, min(available, maximum)))
  }

  /// Whether the form has another height than at the last layout.
  var isFormResized: Bool {
    let padding = Theme.Window.cardPadding
    return form.frame.height + padding.top + padding.bottom != layout.formCard.height
  }

  /// Lays out a control in a card, below a header.
  ///
  /// - Returns: The frame of the card.
  private func layOut<Content: ColumnControl & ~Copyable>(
    _ child: Child<Content>, at origin: Point, width: Double, padding: Insets, below header: Double = 0,
    at now: Instant
  ) -> Rect {
    child.layOut(
      at: origin + Vector(dx: padding.leading, dy: padding.top + header),
      width: width - padding.leading - padding.trailing, at: now)
    let height = padding.top + header + child.frame.height + padding.bottom
    return Rect(origin: origin, size: Size(width: width, height: height))
  }

  private mutating func layOutTokens(below top: Double, width: Double, at now: Instant) {
    let padding = Theme.Window.cardPadding
    layout.headingMetrics = environment.text.metrics(
      of: environment.text(.recipients), style: theme.fonts.heading)
    let height = environment.snapped(layout.headingMetrics.height)
    let origin = Point(x: Theme.Window.margin, y: top)
    layout.tokensHeading = Rect(
      x: origin.x + padding.leading, y: top + padding.top,
      width: width - padding.leading - padding.trailing, height: height)
    layout.tokensCard = layOut(
      tokens, at: origin, width: width, padding: padding, below: height + Theme.Window.headingGap, at: now)
  }

  /// Places the inspector beside the column, aligned with its top, or below it.
  private mutating func layOutInspector(in width: Double, at now: Instant) {
    typealias Style = Theme.Window
    guard let inspector else {
      layout.inspectorCard = .zero
      return
    }
    let origin =
      isInspectorBeside(in: width)
      ? Point(x: layout.formCard.maxX + Style.cardGap, y: layout.formCard.minY)
      : Point(x: Style.margin, y: layout.tokensCard.maxY + Style.cardGap)
    layout.inspectorCard = layOut(
      inspector, at: origin, width: inspectorWidth(in: width), padding: Style.inspectorPadding, at: now)
  }
}

// Drawing.
extension Page {
  func draw(into list: inout DisplayList, at now: Instant) {
    if let cards { list.show(cards.drawing) }
    group.draw(into: &list, at: now)
  }

  private func drawCards(into list: inout DisplayList) {
    drawCard(layout.formCard, into: &list)
    drawCard(layout.tokensCard, into: &list)
    if inspector != nil { drawCard(layout.inspectorCard, into: &list) }
    let metrics = layout.headingMetrics
    let origin = layout.tokensHeading.origin + Vector(dx: 0, dy: metrics.ascent)
    list.text(
      environment.text(.recipients), theme.fonts.heading, theme.colors.text, at: origin, metrics: metrics)
  }

  private func drawCard(_ card: Rect, into list: inout DisplayList) {
    let style = Theme.Window.cardShadow
    let colors = environment.theme.colors
    let shape = RoundedRect(environment.snapped(card), cornerRadius: Theme.Window.cardCornerRadius)
    list.shadow(of: shape, Shadow(color: colors.cardShadow, offset: style.offset, blur: style.blur))
    list.fill(.roundedRect(shape), colors.card)
  }
}

extension Theme {
  /// The style of the window. Lengths are in logical pixels.
  enum Window {
    static let size = Size(width: 960, height: 640)
    static let minimumSize = Size(width: 480, height: 420)
    /// The margin around the column.
    static let margin = 20.0
    /// The maximum width of the column, so that lines stay easy to read.
    static let columnWidth = 440.0
    /// The minimum width to which the column shrinks beside the inspector.
    static let narrowColumnWidth = 360.0
    /// The inspector shrinks before the column does.
    static let inspectorWidths = 256.0...312.0
    static let inspectorPadding = Insets(horizontal: 12, vertical: 16)
    /// The distance from the inspector to the button that rests beside it.
    static let buttonGap = 12.0
    static let cardGap = 16.0
    static let cardPadding = Insets(horizontal: 20, vertical: 20)
    static let cardCornerRadius = 16.0
    static let cardShadow = (offset: Vector(dx: 0, dy: 2), blur: 5.0)
    static let headingGap = 8.0
  }
}
