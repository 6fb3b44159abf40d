public import Motion
public import Scene

/// A control that is drawn once for as long as it looks the same.
///
/// What a control looks like follows from its state and the time. Nobody changes the state but by
/// `control`, which forgets what was drawn, and by events, of which the control says itself whether
/// they change anything (`Response.changesNothing`), as it does until when time does not
/// (`nextChange(after:)`). So nobody has to know what a change is about: what is shown is always what
/// drawing anew would give.
public struct Retained<Base: Control & ~Copyable>: ~Copyable {
  private let storage: RetainedStorage<Base>

  public init(_ control: consuming Base) { storage = RetainedStorage(control) }

  /// Asks the control; unlike a look at `control` it copies nothing of it.
  public func ask<Answer>(_ question: (borrowing Base) -> Answer) -> Answer {
    question(storage.control)
  }

  /// The control itself.
  public var control: Base {
    _read { yield storage.control }
    _modify {
      storage.forget()
      yield &storage.control
    }
  }
}

extension Retained: Control where Base: ~Copyable {
  public typealias Action = Base.Action

  public var environment: Environment {
    get { storage.control.environment }
    set { control.environment = newValue }
  }

  public mutating func advance(to now: Instant) -> [Action] {
    // Nothing is due where nothing changes.
    storage.isStill(at: now) ? [] : control.advance(to: now)
  }

  public mutating func handle(_ event: InputEvent, at now: Instant) -> Response<Action> {
    storage.handle(event, at: now)
  }

  public func draw(into list: inout DisplayList, at now: Instant) {
    list.show(storage.picture(at: now))
  }

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

/// The control and what is known of it.
///
/// It is behind a reference because a window is made of large values, and the compiler follows every
/// number in one that cannot be copied through every function that changes one of them; a part
/// behind a reference is one number to it. Without this, building a program takes four times as
/// long.
private final class RetainedStorage<Base: Control & ~Copyable> {
  var control: Base
  /// Times at which it looks the same and has no deadline; `nil` where none are known.
  private var stillness: Range<Instant>?
  /// What it looks like then, where that `isDrawn`.
  private var picture = Recording()
  private var isDrawn = false
  /// The one before, whose memory comes next: it may still be on the screen while that is drawn.
  private var former = Recording()

  init(_ control: consuming Base) { self.control = control }

  /// The control is about to be changed.
  func forget() { stillness = nil }

  func isStill(at now: Instant) -> Bool { nextChange(after: now).map { $0 > now } ?? true }

  func handle(_ event: InputEvent, at now: Instant) -> Response<Base.Action> {
    let response = control.handle(event, at: now)
    if !response.changesNothing { forget() }
    return response
  }

  func nextChange(after now: Instant) -> Instant? {
    if let stillness, stillness.contains(now) {
      return stillness.upperBound < .distantFuture ? stillness.upperBound : nil
    }
    let next = control.nextChange(after: now)
    note(from: now, until: next ?? .distantFuture)
    return next
  }

  private func note(from now: Instant, until next: Instant) {
    guard now < next else {
      stillness = nil
      return
    }
    if let known = stillness, known.overlaps(now..<next) {
      stillness = min(known.lowerBound, now)..<max(known.upperBound, next)
    } else {
      (stillness, isDrawn) = (now..<next, false)
    }
  }

  func picture(at now: Instant) -> Recording {
    let isStill = isStill(at: now)
    if !isStill || !isDrawn {
      swap(&picture, &former)
      picture.record { control.draw(into: &$0, at: now) }
      isDrawn = isStill
    }
    return picture
  }
}
