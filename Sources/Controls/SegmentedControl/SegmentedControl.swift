import Gestures
public import Motion
public import Scene

/// A row or a list of choices, exactly one of which is selected.
///
/// Like a group of radio buttons, it has one focus stop, and the arrow keys change the selection. A press in a list does not
/// move the focus.
public struct SegmentedControl: FocusableControl {
  /// A notification for the owner of the control.
  public enum Action: Hashable, Sendable {
    /// The user selected another segment, given by its index.
    case selected(Int)
  }

  /// The labels of the segments, from the leading to the trailing edge.
  package let labels: [String]
  /// Whether the segments are below each other.
  private let isList: Bool
  /// The index of the selected segment.
  public private(set) var selection: Int
  /// The theme, fonts, scale and other settings.
  public private(set) var environment: Environment

  public private(set) var frame = Rect.zero
  /// The frames of the segments, in the window.
  private(set) var segments: [Rect] = []
  /// The animated index of the selection indicator; a fraction during an animation.
  private(set) var indicator: Animated<Double>
  /// The recognizer of presses on the segments.
  private(set) var recognizer = PressRecognizer()
  public var isFocused = false
  /// The name of the choice for assistive programs.
  public var name = ""

  /// Creates a control.
  ///
  /// - Parameters:
  ///   - labels: The labels in order, at least one.
  ///   - selection: The index of the selected segment, in 0 ..< `labels.count`.
  ///   - isList: Whether the segments are below each other.
  ///   - environment: The theme, fonts, scale and other settings.
  public init(_ labels: [String], selection: Int, isList: Bool = false, in environment: Environment) {
    precondition(
      labels.indices.contains(selection), "selection \(selection) out of range 0..<\(labels.count)")
    self.labels = labels
    self.selection = selection
    self.isList = isList
    self.environment = environment
    indicator = Animated(Double(selection), threshold: environment.threshold(overTravel: 0))
    layOutSegments()
  }

  public mutating func update(_ environment: Environment, at now: Instant) {
    self.environment = environment
    layOutSegments()
  }

  /// Selects a segment without a notification, with an animation.
  ///
  /// - Parameters:
  ///   - segment: The index of the segment, in 0 ..< `labels.count`.
  ///   - now: The start of the animation.
  public mutating func select(_ segment: Int, at now: Instant) {
    precondition(labels.indices.contains(segment), "segment \(segment) not in 0..<\(labels.count)")
    guard segment != selection else { return }
    selection = segment
    // The threshold is in segments, and a segment is narrower than the control.
    indicator.animate(
      to: Double(segment), at: now, with: environment.motion(.spring(theme.motion.control)),
      threshold: environment.threshold(overTravel: max(frame.width, frame.height)))
  }

  /// Sets the position and the width. If the width changes, a running animation ends.
  public mutating func layOut(at origin: Point, width: Double, at now: Instant) {
    let previousWidth = frame.width
    let height = theme.segmentedControl.height * Double(isList ? labels.count : 1)
    frame = environment.snapped(Rect(origin: origin, size: Size(width: width, height: height)))
    layOutSegments()
    if frame.width != previousWidth { indicator.set(Double(selection)) }
  }

  /// Computes the segments. In a row, each has the width of its label and an equal share of the remaining
  /// width.
  private mutating func layOutSegments() {
    let inner = environment.snapped(frame.inset(by: theme.segmentedControl.inset))
    if isList {
      func top(_ index: Int) -> Double {
        environment.snapped(inner.minY + inner.height * Double(index) / Double(labels.count))
      }
      segments = labels.indices.map {
        Rect(x: inner.minX, y: top($0), width: inner.width, height: top($0 + 1) - top($0))
      }
      return
    }
    let advances = labels.map { environment.text.metrics(of: $0, style: theme.fonts.caption).advance }
    let spare = (inner.width - advances.reduce(0, +)) / Double(labels.count)
    var (end, right) = (inner.minX, inner.minX)
    segments = advances.map { advance in
      let left = right
      end += max(0, advance + spare)
      right = environment.snapped(min(end, inner.maxX))
      return Rect(x: left, y: inner.minY, width: right - left, height: inner.height)
    }
  }

  public func nextChange(after now: Instant) -> Instant? { indicator.nextChange(after: now) }
}

// Input and drawing.
extension SegmentedControl {
  public mutating func handle(_ event: InputEvent, at now: Instant) -> Response<Action> {
    switch event {
    case .keyPressed(let press): return keyPressed(press, at: now)
    case .accessibility(let request):
      guard request.path.count == 2, request.path.first == .part(0),
        case .part(let segment) = request.path.last, case .perform = request.kind,
        labels.indices.contains(segment)
      else { return .ignored }
      return choose(segment, at: now)
    default:
      let outcome = recognizer.handle(event, at: now, over: event.pointerPosition.flatMap(segment(at:)))
      guard case .tapped(let segment) = outcome else { return Response(isHandled: outcome.isHandled) }
      return choose(segment, at: now)
    }
  }

  private mutating func keyPressed(_ press: KeyPress, at now: Instant) -> Response<Action> {
    guard isFocused, press.modifiers.isEmpty else { return .ignored }
    switch press.key {
    case .left, .up: return choose(selection - 1, at: now)
    case .right, .down: return choose(selection + 1, at: now)
    case .home: return choose(0, at: now)
    case .end: return choose(labels.count - 1, at: now)
    // In a list, Enter gives the answer of a dialog.
    case .enter where isList: return .ignored
    case .space, .enter: return .handled()
    default: return .ignored
    }
  }

  public func describe(into tree: inout AccessibleTree, at now: Instant) {
    tree.add(.part(0), AccessibleNode(.group, name, in: frame)) { tree in
      for (index, label) in labels.enumerated() {
        let isSelected = index == selection
        tree.add(
          .part(index),
          AccessibleNode(
            // Keys go to the selected segment.
            .radioButton, label, states: isSelected ? focusStates.union(.checked) : [],
            actions: [environment.pressAction()], in: segments[index]))
      }
    }
  }

  /// Selects a segment and notifies the owner. An index out of range has no effect.
  private mutating func choose(_ segment: Int, at now: Instant) -> Response<Action> {
    guard labels.indices.contains(segment), segment != selection else { return .handled() }
    select(segment, at: now)
    return .handled(.selected(segment))
  }

  public func focusStop(under point: Point, at now: Instant) -> Int? {
    !isList && frame.contains(point) ? 0 : nil
  }

  public func frame(ofFocusStop stop: Int, at now: Instant) -> Rect { isList ? segments[selection] : frame }

  private func segment(at point: Point) -> Int? { segments.firstIndex { $0.contains(point) } }

  public func pointerShape(over point: Point, at now: Instant) -> PointerShape? {
    segment(at: point) == nil ? nil : .hand
  }

  public func draw(into list: inout DisplayList, at now: Instant) {
    let style = theme.segmentedControl
    let colors = environment.theme.colors
    let shape = RoundedRect(frame, cornerRadius: style.cornerRadius)
    list.fill(.roundedRect(shape), colors.text.opacity(style.backgroundOpacity))
    if let hovered = recognizer.hovered {
      let opacity = hovered == recognizer.pressed ? style.pressedOpacity : style.hoveredOpacity
      list.fill(.roundedRect(inner(segments[hovered])), colors.accent.opacity(opacity))
    }
    drawIndicator(into: &list, at: now)
    for (index, label) in labels.enumerated() { draw(label, of: index, into: &list) }
    guard showsFocus else { return }
    // Neither other segments nor the edge of a scroll view are below the ring in a list.
    let ring = environment.theme.focusRing
    list.focusRing(
      around: isList ? inner(segments[selection]).inset(by: ring.gap + ring.width) : shape, environment)
  }

  private func drawIndicator(into list: inout DisplayList, at now: Instant) {
    let style = theme.segmentedControl
    let accent = environment.theme.colors.accent
    let shape = inner(indicatorFrame(at: now))
    list.fill(.roundedRect(shape), accent.opacity(style.selectedOpacity))
    // An outline in a list would look like the focus, so a check mark marks the selected segment.
    if !isList { return list.outline(inside: shape, accent, width: style.selectedOutline, environment) }
    let (row, height) = (shape.rect, shape.rect.height)
    let box = Rect(x: row.maxX - height, y: row.minY, width: height, height: height).inset(by: 0.3 * height)
    list.stroke(.path(SymbolPath.check(in: box)), accent, width: style.selectedOutline)
  }

  /// Returns the frame of the selection indicator. Between two segments it is interpolated.
  private func indicatorFrame(at now: Instant) -> Rect {
    let position = max(0, min(indicator.value(at: now), Double(segments.count - 1)))
    let from = segments[Int(position)]
    let to = segments[min(Int(position) + 1, segments.count - 1)]
    let fraction = position - position.rounded(.down)
    return Rect(
      x: from.minX + fraction * (to.minX - from.minX), y: from.minY + fraction * (to.minY - from.minY),
      width: from.width + fraction * (to.width - from.width),
      height: from.height + fraction * (to.height - from.height))
  }

  private func inner(_ segment: Rect) -> RoundedRect {
    let style = theme.segmentedControl
    return RoundedRect(segment, cornerRadius: style.cornerRadius - style.inset)
  }

  private func draw(_ label: String, of index: Int, into list: inout DisplayList) {
    let (colors, style) = (environment.theme.colors, theme.segmentedControl)
    let isHighlighted = index == selection || index == recognizer.hovered
    let padding = Insets(leading: style.cornerRadius, trailing: segments[index].height)
    list.line(
      label, theme.fonts.caption, isHighlighted ? colors.text : colors.secondaryText,
      in: segments[index].inset(by: isList ? padding : Insets(all: style.inset)),
      alignment: isList ? .leading : .center, environment)
  }
}
