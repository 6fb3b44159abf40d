public import Motion
public import Scene

/// A few choices side by side, of which always one is selected.
///
/// To the keyboard it is one stop, as a group of radio buttons: arrows select.
public struct SegmentedControl: ValueControl {
  /// What the control asks its owner to do.
  public enum Action: Hashable, Sendable {
    /// A person selected another segment.
    case selected(Int)
  }

  public let labels: [String]
  public private(set) var selection: Int
  public var environment: Environment {
    didSet { layOut() }
  }

  public private(set) var frame = Rect.zero
  /// Where the segments stand, side by side.
  private(set) var segments: [Rect] = []
  /// Which segment the selection's mark is on, a fraction while it is on its way.
  private(set) var mark: Animated<Double>
  private(set) var hovered: Int?
  private(set) var pressed: Int?
  public var isFocused = false

  /// Creates a control.
  ///
  /// - Parameters:
  ///   - labels: From the leading to the trailing side, at least one.
  ///   - selection: 0 ..< `labels.count`.
  public init(_ labels: [String], selection: Int, in environment: Environment) {
    precondition(
      labels.indices.contains(selection), "segment \(selection) of \(labels.count) is selected")
    self.labels = labels
    self.selection = selection
    self.environment = environment
    mark = Animated(Double(selection), threshold: environment.placeThreshold)
    layOut()
  }

  /// Selects a segment without telling the owner.
  ///
  /// - Parameter segment: 0 ..< `labels.count`.
  public mutating func select(_ segment: Int, at now: Instant) {
    precondition(labels.indices.contains(segment), "segment \(segment) of \(labels.count)")
    guard segment != selection else { return }
    selection = segment
    // A whole segment's way is less than the width.
    mark.animate(
      to: Double(segment), at: now,
      with: environment.motion(.spring(Theme.SegmentedControl.spring)),
      threshold: environment.placeThreshold / max(1, frame.width))
  }

  /// Puts the control somewhere.
  ///
  /// - Parameter width: Of all segments together, in logical pixels.
  public mutating func place(at origin: Point, width: Double) {
    let formerWidth = frame.width
    frame = environment.snapped(
      Rect(origin: origin, size: Size(width: width, height: Theme.SegmentedControl.height)))
    layOut()
    if frame.width != formerWidth { mark.set(Double(selection)) }
  }

  /// Gives each segment the room its label needs, and all of them the same of what is left.
  private mutating func layOut() {
    let advances = labels.map {
      environment.text.metrics(of: $0, style: Theme.Fonts.caption).advance
    }
    let inner = environment.snapped(frame.inset(by: Theme.SegmentedControl.inset))
    let spare = (inner.width - advances.reduce(0, +)) / Double(labels.count)
    var (end, right) = (inner.minX, inner.minX)
    segments = advances.map { advance in
      let left = right
      end += max(0, advance + spare)
      right = environment.snapped(min(end, inner.maxX))
      return Rect(x: left, y: inner.minY, width: right - left, height: inner.height)
    }
  }

  public func nextChange(after now: Instant) -> Instant? { mark.nextChange(after: now) }
}

// Input.
extension SegmentedControl {
  public mutating func handle(_ event: InputEvent, at now: Instant) -> Response<Action> {
    switch event {
    case .pointerMoved(let point):
      let before = hovered
      hovered = segment(at: point)
      return Response(
        isHandled: hovered != nil || pressed != nil, changesNothing: hovered == before)
    case .pointerLeft:
      hovered = nil
      return .ignored
    case .pointerPressed(let press):
      guard press.button == .primary, let segment = segment(at: press.position) else {
        return .ignored
      }
      (pressed, hovered) = (segment, segment)
      return .handled()
    case .pointerReleased(let press): return released(press, at: now)
    case .pointerGrabLost, .windowHidden:
      pressed = nil
      return .ignored
    case .keyPressed(let press): return keyPressed(press, at: now)
    case .scrolled, .textCommitted, .preeditChanged, .data, .windowFocusChanged,
      .keyboardChanged, .windowCovered:
      return .ignored
    }
  }

  private mutating func released(_ press: PointerPress, at now: Instant) -> Response<Action> {
    guard press.button == .primary, let pressed else { return .ignored }
    self.pressed = nil
    guard segment(at: press.position) == pressed else { return .handled() }
    return choose(pressed, at: now)
  }

  private mutating func keyPressed(_ press: KeyPress, at now: Instant) -> Response<Action> {
    guard isFocused, press.modifiers.isEmpty else { return .ignored }
    switch press.key {
    case .left, .up: return choose(selection - 1, at: now)
    case .right, .down: return choose(selection + 1, at: now)
    case .home: return choose(0, at: now)
    case .end: return choose(labels.count - 1, at: now)
    case .space, .enter: return .handled()
    default: return .ignored
    }
  }

  /// - Parameter segment: Beyond the ends nothing is selected anew.
  private mutating func choose(_ segment: Int, at now: Instant) -> Response<Action> {
    guard labels.indices.contains(segment), segment != selection else { return .handled() }
    select(segment, at: now)
    return .handled(.selected(segment))
  }

  private func segment(at point: Point) -> Int? {
    segments.firstIndex { $0.contains(point) }
  }
}

extension SegmentedControl {
  public func pointerShape(over point: Point, at now: Instant) -> PointerShape? {
    segment(at: point) == nil ? nil : .hand
  }
}
