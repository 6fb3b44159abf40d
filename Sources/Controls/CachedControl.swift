public import Motion
public import Scene

/// A wrapper that draws a control once and reuses the recording until its appearance changes.
///
/// The appearance of a control depends only on its state and the time. Access to `control` discards
/// the recording, and so does an event, unless the control reports `Response.changesNothing`. The
/// control also reports until when time changes nothing (`nextChange(after:)`). The result is
/// therefore always the same as drawing again.
public struct CachedControl<Base: Control & ~Copyable>: ~Copyable {
  private let storage: CachedControlStorage<Base>

  /// Creates a wrapper that owns a control.
  public init(_ control: consuming Base) { storage = CachedControlStorage(control) }

  /// Calls a closure with the control, which is not copied, and returns its result.
  public func read<Value>(_ body: (borrowing Base) -> Value) -> Value { body(storage.control) }

  /// The control. Modifying it discards the recording.
  public var control: Base {
    _read { yield storage.control }
    _modify {
      storage.invalidate()
      yield &storage.control
    }
  }
}

extension CachedControl: Control where Base: ~Copyable {
  public typealias Action = Base.Action

  public var environment: Environment {
    get { storage.control.environment }
    set { control.environment = newValue }
  }

  public mutating func advance(to now: Instant) -> [Action] {
    // A deadline is due only if something changes.
    storage.isStatic(at: now) ? [] : control.advance(to: now)
  }

  public mutating func handle(_ event: InputEvent, at now: Instant) -> Response<Action> {
    storage.handle(event, at: now)
  }

  public func draw(into list: inout DisplayList, at now: Instant) { list.show(storage.recording(at: now)) }

  public func nextChange(after now: Instant) -> Instant? { storage.nextChange(after: now) }

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

/// The control and its cached recording.
///
/// This is a class to keep compile times short. A window consists of large noncopyable values, and
/// the compiler tracks each of their fields through every mutating function. A class reference is a
/// single field. Without it, building takes four times as long.
private final class CachedControlStorage<Base: Control & ~Copyable> {
  var control: Base
  /// The times at which the appearance stays the same and no deadline is due, or `nil` if unknown.
  private var validRange: Range<Instant>?
  /// The drawing in `validRange`. Valid only if `isRecorded`.
  private var recording = Recording()
  private var isRecorded = false
  /// The recording before. The next drawing reuses its memory, because the current recording may
  /// still be displayed.
  private var previousRecording = Recording()

  init(_ control: consuming Base) { self.control = control }

  /// Discards the valid range, before or after a change of the control.
  func invalidate() { validRange = nil }

  func isStatic(at now: Instant) -> Bool { nextChange(after: now).map { $0 > now } ?? true }

  func handle(_ event: InputEvent, at now: Instant) -> Response<Base.Action> {
    let response = control.handle(event, at: now)
    if !response.changesNothing { invalidate() }
    return response
  }

  func nextChange(after now: Instant) -> Instant? {
    if let validRange, validRange.contains(now) {
      return validRange.upperBound < .distantFuture ? validRange.upperBound : nil
    }
    let next = control.nextChange(after: now)
    extendValidRange(from: now, until: next ?? .distantFuture)
    return next
  }

  private func extendValidRange(from now: Instant, until next: Instant) {
    guard now < next else {
      validRange = nil
      return
    }
    if let range = validRange, range.overlaps(now..<next) {
      validRange = min(range.lowerBound, now)..<max(range.upperBound, next)
    } else {
      (validRange, isRecorded) = (now..<next, false)
    }
  }

  func recording(at now: Instant) -> Recording {
    let isStatic = isStatic(at: now)
    if !isStatic || !isRecorded {
      swap(&recording, &previousRecording)
      recording.record { control.draw(into: &$0, at: now) }
      isRecorded = isStatic
    }
    return recording
  }
}
