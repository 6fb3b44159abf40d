import Motion
import Scene
import Testing

@testable import X11Shell

@Suite struct `A drag out of the window` {
  private typealias Site = DragSource.Site

  private let start = Instant(nanoseconds: 1_000_000_000)
  private let time = ServerTime(5)
  private let here = Site(window: 1, destination: 1, version: 5)
  private let there = Site(window: 2, destination: 3, version: 3)
  private let enter = DragMessage.enter(version: 5, types: [7], hasMoreTypes: false)

  private func place(_ x: Int) -> PixelPoint { PixelPoint(x: x, y: 0) }

  private func position(_ x: Int) -> DragMessage {
    .position(place(x), time: time, action: 9)
  }

  /// One that is over a window, which has answered where it has.
  private func drag(over site: Site?, accepted isAccepted: Bool? = nil) -> DragSource {
    var drag = DragSource(targets: [7], action: 9)
    _ = drag.move(to: place(0), over: site, at: time)
    if let site, let isAccepted {
      _ = drag.noteStatus(from: site.window, isAccepted: isAccepted, silence: nil, at: start)
    }
    return drag
  }

  @Test func `tells a window of one place before it has answered for the last`() {
    var drag = DragSource(targets: [7], action: 9)
    #expect(
      drag.move(to: place(1), over: here, at: time)
        == [.say(enter, to: here), .say(position(1), to: here)])
    #expect(drag.move(to: place(2), over: here, at: time) == [])
    #expect(drag.move(to: place(3), over: here, at: time) == [])
    #expect(
      drag.noteStatus(from: 1, isAccepted: true, silence: nil, at: start)
        == [.say(position(3), to: here)])
    #expect(drag.noteStatus(from: 1, isAccepted: true, silence: nil, at: start) == [])
    #expect(drag.deadline == nil)
  }

  @Test func `says nothing of places of which a window wants to hear nothing`() {
    var drag = drag(over: here)
    let silence = PixelRect(x: 0, y: 0, width: 10, height: 10)
    _ = drag.noteStatus(from: 1, isAccepted: true, silence: silence, at: start)
    #expect(drag.move(to: place(9), over: here, at: time) == [])
    #expect(drag.move(to: place(10), over: here, at: time) == [.say(position(10), to: here)])
  }

  @Test func `leaves one window before it enters another, whether or not that has answered`() {
    var drag = drag(over: here)
    let enterThere = DragMessage.enter(version: 3, types: [7], hasMoreTypes: false)
    #expect(
      drag.move(to: place(5), over: there, at: time) == [
        .say(.leave, to: here), .say(enterThere, to: there), .say(position(5), to: there),
      ])
    // What the first one says now is late.
    #expect(drag.noteStatus(from: 1, isAccepted: true, silence: nil, at: start) == [])
    #expect(drag.move(to: place(6), over: nil, at: time) == [.say(.leave, to: there)])
  }

  @Test func `drops where that is accepted, and hears what became of it`() {
    var drag = drag(over: here, accepted: true)
    #expect(drag.letGo(at: start) == [.say(.drop(time: time), to: here)])
    #expect(drag.deadline == start + .seconds(2))
    #expect(drag.noteFinish(from: 2, isAccepted: true) == [])
    #expect(drag.cancel() == [])
    #expect(drag.noteFinish(from: 1, isAccepted: true) == [.end(.dropped)])
    #expect(drag.isOver && drag.deadline == nil)
    #expect(drag.noteFinish(from: 1, isAccepted: true) == [])
  }

  @Test(arguments: [(5, DragOutcome.cancelled), (4, .dropped)])
  func `hears from version 5 on that a window could not take it`(
    version: Int, outcome: DragOutcome
  ) {
    let site = Site(window: 1, destination: 1, version: version)
    var drag = drag(over: site, accepted: true)
    _ = drag.letGo(at: start)
    #expect(drag.noteFinish(from: 1, isAccepted: false) == [.end(outcome)])
  }

  @Test func `waits for the answer about the last place before it drops`() {
    var drag = drag(over: here)
    #expect(drag.letGo(at: start) == [])
    #expect(
      drag.noteStatus(from: 1, isAccepted: true, silence: nil, at: start)
        == [.say(.drop(time: time), to: here)])
    // The last place may have come after the question.
    var other = self.drag(over: here)
    _ = other.move(to: place(8), over: here, at: time)
    _ = other.letGo(at: start)
    #expect(
      other.noteStatus(from: 1, isAccepted: true, silence: nil, at: start)
        == [.say(position(8), to: here)])
    #expect(
      other.noteStatus(from: 1, isAccepted: false, silence: nil, at: start)
        == [.say(.leave, to: here), .end(.cancelled)])
  }

  @Test func `is over where nothing takes it`() {
    var nowhere = drag(over: nil)
    #expect(nowhere.letGo(at: start) == [.end(.cancelled)])
    var refused = drag(over: here, accepted: false)
    #expect(refused.letGo(at: start) == [.say(.leave, to: here), .end(.cancelled)])
    var cancelled = drag(over: here, accepted: true)
    #expect(cancelled.cancel() == [.say(.leave, to: here), .end(.cancelled)])
    #expect(cancelled.cancel() == [] && cancelled.letGo(at: start) == [])
  }

  @Test func `row 38: is over 2 s after the button came up, though a window says nothing`() {
    var silent = drag(over: here)
    #expect(silent.advance(to: start + .seconds(60), isTaking: false) == [])
    _ = silent.letGo(at: start)
    #expect(silent.advance(to: start + .milliseconds(1999), isTaking: false) == [])
    #expect(
      silent.advance(to: start + .seconds(2), isTaking: false)
        == [.say(.leave, to: here), .end(.cancelled)])
    var unfinished = drag(over: here, accepted: true)
    _ = unfinished.letGo(at: start)
    // It takes long, but it takes.
    #expect(unfinished.advance(to: start + .seconds(2), isTaking: true) == [])
    #expect(unfinished.advance(to: start + .seconds(4), isTaking: false) == [.release(.dropped)])
  }

  @Test func `offers what was dropped for ten minutes more, as a window may ask the person first`()
  {
    var drag = drag(over: here, accepted: true)
    _ = drag.letGo(at: start)
    #expect(drag.advance(to: start + .seconds(2), isTaking: false) == [.release(.dropped)])
    #expect(!drag.isOver && drag.cancel() == [])
    var answered = drag
    #expect(answered.advance(to: start + .seconds(500), isTaking: false) == [])
    #expect(answered.noteFinish(from: 1, isAccepted: true) == [.end(nil)])
    #expect(drag.advance(to: start + .seconds(602), isTaking: true) == [])
    #expect(drag.advance(to: start + .seconds(604), isTaking: false) == [.end(nil)])
    #expect(drag.isOver && drag.deadline == nil)
  }
}
