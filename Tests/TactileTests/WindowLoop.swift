import Controls
import Motion
import PasswordForm
import Scene
import TestSupport

@testable import Tactile

/// The run loop's rules about when a frame is drawn, without a display, on a virtual clock.
struct WindowLoop: ~Copyable {
  var contents: WindowContents
  private(set) var now = Instant.zero
  /// What the last frame has shown.
  private(set) var shown = DisplayList()
  private var latest = Instant.zero
  private var needsFrame = true
  private var lastSeen = Instant.zero
  private var lastFrame = Instant.distantPast

  private static let interval = Duration.nanoseconds(16_666_667)

  init(_ contents: consuming WindowContents) { self.contents = contents }

  /// Hands an event over, as `RunLoop.tell` does.
  mutating func tell(_ event: InputEvent) {
    let wasDue = isDue(after: latest)
    latest = max(latest, now)
    _ = contents.advance(to: latest)
    let isNews = !contents.handle(event, at: latest).changesNothing
    if isNews || wasDue && !isDue(after: latest) { needsFrame = true }
  }

  private func isDue(after instant: Instant) -> Bool {
    contents.nextChange(after: instant).map { $0 <= now } ?? false
  }

  /// Lets time pass, with a frame whenever one is due.
  ///
  /// - Parameter lead: How long after a frame has begun it is seen.
  mutating func pass(_ duration: Duration, lead: Duration) {
    let end = now + duration
    while let due = nextFrame, due <= end {
      now = due
      drawFrame(seenAfter: lead)
    }
    now = max(now, end)
  }

  private var nextFrame: Instant? {
    if needsFrame { return now }
    return contents.nextChange(after: latest).map { max($0, lastFrame + Self.interval, now) }
  }

  private mutating func drawFrame(seenAfter lead: Duration) {
    latest = max(latest, now)
    _ = contents.advance(to: latest)
    lastSeen = max(lastSeen, latest, now + lead)
    shown = picture(at: lastSeen)
    (needsFrame, lastFrame) = (false, now)
  }

  private func picture(at instant: Instant) -> DisplayList {
    var list = DisplayList()
    contents.draw(into: &list, at: instant)
    return list.flattened
  }

  /// What would be shown now, were all of it drawn anew; `nil` where a frame is due anyway.
  mutating func pictureDrawnAnew() -> DisplayList? {
    let instant = max(now, lastSeen)
    guard !needsFrame, contents.nextChange(after: latest).map({ $0 > instant }) ?? true else {
      return nil
    }
    contents.forgetPictures()
    return picture(at: instant)
  }
}

extension WindowContents {
  /// Has all parts drawn anew, though nothing has changed.
  fileprivate mutating func forgetPictures() {
    let (inColumn, onButton) = (columnEnvironment, environment)
    form.control.environment = inColumn
    tokens.control.environment = inColumn
    inspector?.control.environment = inColumn
    button.control.environment = onButton
  }
}
