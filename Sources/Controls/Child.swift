public import Motion
public import Scene

/// A control of a container, which draws it once and reuses the recording until its appearance
/// changes.
///
/// The appearance of a control depends only on its state and the time. The recording becomes outdated
/// when the control is modified, also by an event, and at the next change that the control reports
/// (`nextChange(after:)`). The result is therefore always the same as drawing again. A child also
/// caches the next change and the description, so that a container need not compute those of each control.
///
/// This is a class, so that a container and its owner share the control. It also keeps compile times
/// short: the compiler tracks each field of large noncopyable values through every mutating function,
/// but a class reference is a single field.
public final class Child<Base: Control & ~Copyable> {
  private var storedControl: Base
  private var recording = Recording()
  /// Only read and assigned, never passed on as an `inout` argument: then accesses to it need no check at run time.
  private var results = ControlResults()
  /// The arguments of the last layout. `nil` after a change of the environment.
  private var placement: (origin: Point, width: Double)?
  private var overlayBounds: Rect?
  /// The recording before. The next drawing reuses its memory, because the current recording may
  /// still be displayed.
  private var previousRecording = Recording()

  /// Creates a wrapper that owns a control.
  public init(_ control: consuming Base) { storedControl = control }

  /// Calls a closure with the control, which is not copied, and returns its result.
  public func read<Value>(_ body: (borrowing Base) -> Value) -> Value { body(storedControl) }

  /// The control. Modifying it makes the recording outdated.
  public var control: Base {
    _read { yield storedControl }
    _modify {
      results = ControlResults()
      yield &storedControl
    }
  }

  /// In debug builds, checks the recording before a change of the control, which may be the only one in its window. A
  /// recent recording is not checked, so that many events cost little.
  private func checkOldRecording(at now: Instant) {
    #if DEBUG
      guard let times = results.drawnTimes, times.contains(now), times.lowerBound + .milliseconds(100) <= now
      else { return }
      checkRecording(at: now)
    #endif
  }

  #if DEBUG
    /// Draws the control again, and traps if the recording is outdated.
    private func checkRecording(at now: Instant) {
      var drawing = DisplayList()
      storedControl.draw(into: &drawing, at: now)
      guard drawing != recording.list, let times = results.drawnTimes else { return }
      let end = times.upperBound == .distantFuture ? "nil" : "\(times.upperBound)"
      preconditionFailure(
        """
        \(Base.self) has changed its drawing between \(times.lowerBound) and \(now), but nextChange(after:) returned \(end). \
        Return the earliest instant at which something that draw(into:at:) reads changes. Change the control only \
        through its Child. If it shares controls with another owner, return false for isCacheable.
        """)
    }
  #endif
}

/// Results of a control that are valid until it is modified.
private struct ControlResults {
  /// The times at which the recording shows the control.
  var drawnTimes: Range<Instant>?
  /// The last description, and the times at which it describes the control.
  var description: AccessibleTree.Recording?
  var describedTimes: Range<Instant>?
  /// The last result of `nextChange(after:)`, and its argument.
  var change: (time: Instant, next: Instant?)?
  var isModal: Bool?
  /// The number of times that the recording was reused.
  var reuseCount = 0
}

extension Child: Control where Base: ~Copyable {
  public typealias Action = Base.Action

  public static var isCacheable: Bool { Base.isCacheable }

  public var environment: Environment { storedControl.environment }

  public func update(_ environment: Environment, at now: Instant) {
    placement = nil
    control.update(environment, at: now)
  }

  public func advance(to now: Instant) -> Response<Action> {
    checkOldRecording(at: now)
    return control.advance(to: now)
  }

  public func handle(_ event: InputEvent, at now: Instant) -> Response<Action> {
    checkOldRecording(at: now)
    // The access as a modification makes the recording outdated.
    return control.handle(event, at: now)
  }

  public func draw(into list: inout DisplayList, at now: Instant) {
    guard Base.isCacheable else { return storedControl.draw(into: &list, at: now) }
    if results.drawnTimes?.contains(now) == true {
      #if DEBUG
        // Only the first, second, fourth, eighth … reuse, so that a control at rest costs little.
        results.reuseCount += 1
        if results.reuseCount & (results.reuseCount - 1) == 0 { checkRecording(at: now) }
      #endif
    } else {
      swap(&recording, &previousRecording)
      recording.record { storedControl.draw(into: &$0, at: now) }
      results.drawnTimes = now..<max(now, nextChange(after: now) ?? .distantFuture)
    }
    list.show(recording)
  }

  public func describe(into tree: inout AccessibleTree, at now: Instant) {
    guard Base.isCacheable else { return storedControl.describe(into: &tree, at: now) }
    if results.describedTimes?.contains(now) != true {
      let next = nextChange(after: now) ?? .distantFuture
      (results.description, results.describedTimes) = (nil, now..<max(now, next))
    }
    var description = results.description
    tree.add(&description) { storedControl.describe(into: &$0, at: now) }
    results.description = description
  }

  public func drawOverlay(into list: inout DisplayList, at now: Instant) {
    storedControl.drawOverlay(into: &list, at: now)
  }

  public func nextChange(after now: Instant) -> Instant? {
    guard Base.isCacheable else { return storedControl.nextChange(after: now) }
    if let (time, next) = results.change, now == time || now > time && now < next ?? .distantFuture {
      return next
    }
    let next = storedControl.nextChange(after: now)
    results.change = (now, next)
    return next
  }

  public func hitTest(_ point: Point, at now: Instant) -> HitRegion { storedControl.hitTest(point, at: now) }

  public var isModal: Bool {
    guard Base.isCacheable else { return storedControl.isModal }
    if let isModal = results.isModal { return isModal }
    let isModal = storedControl.isModal
    results.isModal = isModal
    return isModal
  }

  public func pointerShape(over point: Point, at now: Instant) -> PointerShape? {
    storedControl.pointerShape(over: point, at: now)
  }

  public func setOverlayBounds(_ bounds: Rect, at now: Instant) {
    // The recording does not contain the overlays.
    if bounds != overlayBounds {
      (results.change, results.isModal, results.describedTimes) = (nil, nil, nil)
    }
    overlayBounds = bounds
    storedControl.setOverlayBounds(bounds, at: now)
  }

  public func acceptedType(of drop: DropInfo, at now: Instant) -> DataType? {
    storedControl.acceptedType(of: drop, at: now)
  }

  public func textInputContext(at now: Instant) -> TextInputContext? {
    storedControl.textInputContext(at: now)
  }

  public var focusStopCount: Int { storedControl.focusStopCount }

  public func focus(_ stop: Int?, at now: Instant) { control.focus(stop, at: now) }

  public func revealFocus(at now: Instant) { control.revealFocus(at: now) }

  public func focusStop(under point: Point, at now: Instant) -> Int? {
    storedControl.focusStop(under: point, at: now)
  }

  public func currentFocusStop(_ stop: Int) -> Int? { storedControl.currentFocusStop(stop) }

  public func frame(ofFocusStop stop: Int, at now: Instant) -> Rect {
    storedControl.frame(ofFocusStop: stop, at: now)
  }
}

extension Child: SecretTextSource, SecretControl where Base: SecretControl & ~Copyable {
  public var wantsKeyboardGrab: Bool { storedControl.wantsKeyboardGrab }

  public func withGrapheme(at index: Int, of handle: SecretHandle, _ body: (Span<UInt8>) -> Void) {
    storedControl.withGrapheme(at: index, of: handle, body)
  }
}

extension Child: ColumnControl where Base: ColumnControl & ~Copyable {
  public var frame: Rect { storedControl.frame }

  public var targetHeight: Double { storedControl.targetHeight }

  public var maximumWidth: Double { storedControl.maximumWidth }

  /// Lays the control out, and keeps the recording if the origin and the width are unchanged.
  public func layOut(at origin: Point, width: Double, at now: Instant) {
    if Base.isCacheable, let placement, placement == (origin, width) { return }
    placement = (origin, width)
    control.layOut(at: origin, width: width, at: now)
  }
}
