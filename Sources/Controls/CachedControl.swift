public import Motion
public import Scene

/// A wrapper that draws a control once and reuses the recording until its appearance changes.
///
/// The appearance of a control depends only on its state and the time. The recording becomes outdated
/// when the control is modified, also by an event, and at the next change that the control reports
/// (`nextChange(after:)`). The result is therefore always the same as drawing again.
public struct CachedControl<Base: Control & ~Copyable>: ~Copyable {
  private let storage: CachedControlStorage<Base>

  /// Creates a wrapper that owns a control.
  public init(_ control: consuming Base) { storage = CachedControlStorage(control) }

  /// Calls a closure with the control, which is not copied, and returns its result.
  public func read<Value>(_ body: (borrowing Base) -> Value) -> Value { body(storage.control) }

  /// The control. Modifying it makes the recording outdated.
  public var control: Base {
    _read { yield storage.control }
    _modify {
      storage.validTimes = nil
      yield &storage.control
    }
  }
}

extension CachedControl: Control where Base: ~Copyable {
  public typealias Action = Base.Action

  public var environment: Environment { storage.control.environment }

  public mutating func update(_ environment: Environment, at now: Instant) {
    control.update(environment, at: now)
  }

  public mutating func advance(to now: Instant) -> [Action] {
    // A deadline is due only if something changes.
    guard let next = nextChange(after: now), next <= now else { return [] }
    return control.advance(to: now)
  }

  public mutating func handle(_ event: InputEvent, at now: Instant) -> Response<Action> {
    control.handle(event, at: now)
  }

  public func draw(into list: inout DisplayList, at now: Instant) { list.show(storage.recording(at: now)) }

  public func nextChange(after now: Instant) -> Instant? { storage.control.nextChange(after: now) }

  public func pointerShape(over point: Point, at now: Instant) -> PointerShape? {
    storage.control.pointerShape(over: point, at: now)
  }

  public var focusStopCount: Int { storage.control.focusStopCount }

  public mutating func focus(_ stop: Int?, at now: Instant) { control.focus(stop, at: now) }

  public func focusStop(under point: Point, at now: Instant) -> Int? {
    storage.control.focusStop(under: point, at: now)
  }

  public func frame(ofFocusStop stop: Int, at now: Instant) -> Rect {
    storage.control.frame(ofFocusStop: stop, at: now)
  }
}

extension CachedControl: ColumnControl where Base: ColumnControl & ~Copyable {
  public var frame: Rect { storage.control.frame }

  /// Lays the control out, and keeps the recording if the origin and the width are unchanged.
  public mutating func layOut(at origin: Point, width: Double, at now: Instant) {
    guard origin != frame.origin || width != frame.width else { return }
    control.layOut(at: origin, width: width, at: now)
  }
}

/// The control and its cached recording.
///
/// This is a class to keep compile times short. A window consists of large noncopyable values, and
/// the compiler tracks each of their fields through every mutating function. A class reference is a
/// single field. Without it, building takes four times as long.
private final class CachedControlStorage<Base: Control & ~Copyable> {
  var control: Base
  private var recording = Recording()
  /// The times at which `recording` shows the control, or `nil` if it was modified since.
  var validTimes: Range<Instant>?
  /// The recording before. The next drawing reuses its memory, because the current recording may
  /// still be displayed.
  private var previousRecording = Recording()

  init(_ control: consuming Base) { self.control = control }

  func recording(at now: Instant) -> Recording {
    if validTimes?.contains(now) == true { return recording }
    swap(&recording, &previousRecording)
    recording.record { control.draw(into: &$0, at: now) }
    validTimes = now..<max(now, control.nextChange(after: now) ?? .distantFuture)
    return recording
  }
}
