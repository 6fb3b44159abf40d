import Motion
import Scene

/// What text may be meant for, one under the other beside that text.
///
/// Only keys highlight what Enter takes: what the pointer happens to be on, where the list opens
/// under it, must not take the place of what a person typed.
struct CompletionList {
  var environment: Environment {
    didSet {
      scroller.environment = environment
      layOut()
    }
  }

  /// What it shows, but where and when.
  struct State: Hashable {
    var isOpen = false
    /// The row that Enter takes.
    var highlighted: Int?
    /// The row that the pointer is on.
    var hovered: Int?
    /// Whether a button went down on the list.
    var isPressed = false
    /// The row on which it did.
    var pressed: Int?
  }

  private(set) var state = State()
  /// While it goes away, those that it had.
  private(set) var completions: [CompletionItem] = []
  private(set) var frame = Rect.zero
  private(set) var scroller: Scroller
  /// The text that it is about, and what it must stay within.
  private var target = Rect.zero
  private var bounds = Rect.zero
  /// Whether it stands above the text.
  private(set) var isAbove = false
  /// 0…1: how much of it is there.
  private var presence = Animated(0.0, threshold: Theme.opacityThreshold)

  init(in environment: Environment) {
    self.environment = environment
    scroller = Scroller(in: environment)
  }

  var isOpen: Bool { state.isOpen }

  var highlighted: Int? { state.highlighted }

  func nextChange(after now: Instant) -> Instant? {
    isSeen(at: now)
      ? .earliest(presence.nextChange(after: now), scroller.nextChange(after: now)) : nil
  }

  func isSeen(at now: Instant) -> Bool { presence(at: now) > 0 || isOpen }

  func presence(at now: Instant) -> Double { max(0, min(presence.value(at: now), 1)) }
}

// Opening and closing.
extension CompletionList {
  /// Shows what text may be meant for, from its beginning and with nothing highlighted.
  ///
  /// - Parameters:
  ///   - completions: One at least.
  ///   - target: The text.
  ///   - bounds: What the list must stay within.
  mutating func show(
    _ completions: [CompletionItem], beside target: Rect, in bounds: Rect, at now: Instant
  ) {
    self.completions = completions
    state = State(isOpen: true)
    scroller = Scroller(in: environment)
    place(beside: target, in: bounds)
    fade(to: 1, at: now)
  }

  mutating func close(at now: Instant) {
    guard isOpen else { return }
    state = State()
    fade(to: 0, at: now)
  }

  /// Stands beside the text where it is now.
  mutating func place(beside target: Rect, in bounds: Rect) {
    (self.target, self.bounds) = (target, bounds)
    layOut()
  }

  private mutating func fade(to target: Double, at now: Instant) {
    guard presence.target != target else { return }
    presence.animate(
      to: target, at: now, with: environment.motion(Theme.CompletionList.fade))
  }

  /// Below the text or, where there is less room than above and too little, there; as many rows as
  /// there is room for.
  private mutating func layOut() {
    typealias Look = Theme.CompletionList
    guard !completions.isEmpty else { return }
    let room = bounds.inset(by: Look.margin)
    let (below, above) = (target.maxY + Look.gap, target.minY - Look.gap)
    let (roomBelow, roomAbove) = (room.maxY - below, above - room.minY)
    let wanted = Self.height(ofRows: min(completions.count, Look.rows))
    isAbove = roomBelow < wanted && roomAbove > roomBelow
    let most = Int((max(roomBelow, isAbove ? roomAbove : 0) - 2 * Look.padding) / Look.rowHeight)
    let height = min(wanted, Self.height(ofRows: max(1, most)))
    let width = min(Look.width, room.width)
    // What is in the rows stands under the text.
    let x = target.minX - Look.padding - Look.rowPadding
    frame = environment.snapped(
      Rect(
        x: max(room.minX, min(x, room.maxX - width)), y: isAbove ? above - height : below,
        width: width, height: height))
    scroller.resize(
      content: Double(completions.count) * Look.rowHeight, visible: height - 2 * Look.padding)
  }

  private static func height(ofRows count: Int) -> Double {
    Double(count) * Theme.CompletionList.rowHeight + 2 * Theme.CompletionList.padding
  }
}

// Rows.
extension CompletionList {
  /// Whether a place is on it.
  func contains(_ point: Point) -> Bool { isOpen && frame.contains(point) }

  /// The row at a place.
  func row(at point: Point, _ now: Instant) -> Int? {
    guard contains(point), rowsFrame.contains(point) else { return nil }
    let height = point.y - rowsFrame.minY + scroller.offset(at: now)
    let row = Int(height / Theme.CompletionList.rowHeight)
    return completions.indices.contains(row) ? row : nil
  }

  /// Where rows can be seen.
  var rowsFrame: Rect { frame.inset(by: Theme.CompletionList.padding) }

  /// Where a row is among all, below the first one's top.
  static func place(ofRow row: Int, width: Double) -> Rect {
    let height = Theme.CompletionList.rowHeight
    return Rect(x: 0, y: Double(row) * height, width: width, height: height)
  }

  /// A step of the highlight by key.
  enum Step { case next, previous, nextPage, previousPage }

  /// Goes on to another row: from the last one by way of none to the first, and back; by pages up to
  /// the ends.
  mutating func highlight(_ step: Step, at now: Instant) {
    let (last, page) = (completions.count - 1, max(1, visibleRows - 1))
    switch step {
    case .next: state.highlighted = highlighted.map { $0 < last ? $0 + 1 : nil } ?? 0
    case .previous: state.highlighted = highlighted.map { $0 > 0 ? $0 - 1 : nil } ?? last
    case .nextPage: state.highlighted = min((highlighted ?? 0) + page, last)
    case .previousPage: state.highlighted = max((highlighted ?? 0) - page, 0)
    }
    guard let highlighted else { return }
    scroller.reveal(Self.place(ofRow: highlighted, width: frame.width), margin: 0, at: now)
  }

  private var visibleRows: Int { Int(rowsFrame.height / Theme.CompletionList.rowHeight) }
}

// The pointer.
extension CompletionList {
  /// Takes in where the pointer is; `nil` where it is elsewhere.
  mutating func hover(over point: Point?, at now: Instant) {
    state.hovered = point.flatMap { row(at: $0, now) }
  }

  mutating func press(_ press: PointerPress, at now: Instant) {
    hover(over: press.position, at: now)
    state.isPressed = true
    state.pressed = press.button == .primary ? state.hovered : nil
  }

  /// - Returns: The row that was clicked.
  mutating func release(_ press: PointerPress, at now: Instant) -> Int? {
    hover(over: press.position, at: now)
    defer { letGo() }
    return press.button == .primary && state.hovered == state.pressed ? state.pressed : nil
  }

  /// Forgets a button that went down.
  mutating func letGo() { (state.isPressed, state.pressed) = (false, nil) }

  mutating func scroll(_ step: ScrollStep, at now: Instant) {
    scroller.scroll(notches: step.notches.dy, at: now)
    hover(over: step.position, at: now)
  }
}
