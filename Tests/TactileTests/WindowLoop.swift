import Controls
import Motion
import PasswordForm
import Scene
import TestSupport

@testable import Tactile

/// A model of the event loop's frame scheduling, without a display and with a virtual clock.
struct WindowLoop: ~Copyable {
  var contents: WindowContents
  private(set) var now = Instant.zero
  /// The display list of the last frame.
  private(set) var displayed = DisplayList()
  private var latest = Instant.zero
  private var needsFrame = true
  private var lastPresentation = Instant.zero
  private var lastFrame = Instant.distantPast

  private static let interval = Duration.nanoseconds(16_666_667)

  init(_ contents: consuming WindowContents) { self.contents = contents }

  /// Sends an event, as `Window.deliver` does.
  mutating func send(_ event: InputEvent) {
    latest = max(latest, now)
    _ = contents.advance(to: latest)
    _ = contents.handle(event, at: latest)
    needsFrame = true
  }

  /// Advances the time and draws each frame that is due.
  ///
  /// - Parameter lead: The time from the start of a frame to its presentation.
  mutating func advance(by duration: Duration, lead: Duration) {
    let end = now + duration
    while let due = nextFrame, due <= end {
      now = due
      drawFrame(presentedAfter: lead)
    }
    now = max(now, end)
  }

  private var nextFrame: Instant? {
    if needsFrame { return now }
    return contents.nextChange(after: latest).map { max($0, lastFrame + Self.interval, now) }
  }

  private mutating func drawFrame(presentedAfter lead: Duration) {
    latest = max(latest, now)
    _ = contents.advance(to: latest)
    lastPresentation = max(lastPresentation, latest, now + lead)
    displayed = image(at: lastPresentation)
    (needsFrame, lastFrame) = (false, now)
  }

  private func image(at instant: Instant) -> DisplayList {
    var list = DisplayList()
    contents.draw(into: &list, at: instant)
    return list.flattened
  }

  /// Returns the result of a full redraw now, or `nil` if a frame is due.
  mutating func fullyRedrawnImage() -> DisplayList? {
    let instant = max(now, lastPresentation)
    guard !needsFrame, contents.nextChange(after: latest).map({ $0 > instant }) ?? true else {
      return nil
    }
    contents.invalidateDrawings(at: latest)
    return image(at: instant)
  }
}

extension WindowContents {
  /// Makes all sections draw again, even without changes.
  fileprivate mutating func invalidateDrawings(at now: Instant) { update(environment, at: now) }
}
