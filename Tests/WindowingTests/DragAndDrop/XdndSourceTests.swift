import Motion
import Scene
import Testing

@testable import Windowing
@testable import X11

@Suite struct `Drag source` {
  private typealias DropTarget = XdndSource.DropTarget

  private let start = Instant(nanoseconds: 1_000_000_000)
  private let time = ServerTime(5)
  private let here = DropTarget(window: 1, destination: 1, version: 5)
  private let there = DropTarget(window: 2, destination: 3, version: 3)
  private let enter = DragMessage.enter(version: 5, types: [7], hasMoreTypes: false)

  private func point(_ x: Int) -> PixelPoint { PixelPoint(x: x, y: 0) }

  private func position(_ x: Int) -> DragMessage {
    .position(point(x), time: time, action: 9)
  }

  /// Returns a source that drags over a target. If `isAccepted` is not `nil`, the target has
  /// replied.
  private func drag(over target: DropTarget?, accepted isAccepted: Bool? = nil) -> XdndSource {
    var drag = XdndSource(targets: [7], action: 9)
    _ = drag.move(to: point(0), over: target, at: time)
    if let target, let isAccepted {
      _ = drag.handleStatus(from: target.window, isAccepted: isAccepted, at: start)
    }
    return drag
  }

  @Test func `sends the next position only after the reply to the last one`() {
    var drag = XdndSource(targets: [7], action: 9)
    #expect(
      drag.move(to: point(1), over: here, at: time)
        == [.send(enter, to: here), .send(position(1), to: here)])
    #expect(drag.move(to: point(2), over: here, at: time) == [])
    #expect(drag.move(to: point(3), over: here, at: time) == [])
    #expect(
      drag.handleStatus(from: 1, isAccepted: true, at: start)
        == [.send(position(3), to: here)])
    #expect(drag.handleStatus(from: 1, isAccepted: true, at: start) == [])
    #expect(drag.deadline == nil)
  }

  @Test func `leaves a target before it enters another one, with or without a reply`() {
    var drag = drag(over: here)
    let enterThere = DragMessage.enter(version: 3, types: [7], hasMoreTypes: false)
    #expect(
      drag.move(to: point(5), over: there, at: time) == [
        .send(.leave, to: here), .send(enterThere, to: there), .send(position(5), to: there),
      ])
    // The reply of the first target is late.
    #expect(drag.handleStatus(from: 1, isAccepted: true, at: start) == [])
    #expect(drag.move(to: point(6), over: nil, at: time) == [.send(.leave, to: there)])
  }

  @Test func `drops on an accepting target and reports the result`() {
    var drag = drag(over: here, accepted: true)
    #expect(drag.buttonReleased(at: start) == [.send(.drop(time: time), to: here)])
    #expect(drag.deadline == start + .seconds(2))
    #expect(drag.handleFinished(from: 2, isAccepted: true) == [])
    #expect(drag.cancel() == [])
    #expect(drag.handleFinished(from: 1, isAccepted: true) == [.finish(.dropped)])
    #expect(drag.end(.cancelled) == [])
    #expect(drag.deadline == nil)
    #expect(drag.handleFinished(from: 1, isAccepted: true) == [])
  }

  @Test(arguments: [(5, DragOutcome.cancelled), (4, .dropped)])
  func `reports a failed drop only from version 5 on`(
    version: Int, outcome: DragOutcome
  ) {
    let target = DropTarget(window: 1, destination: 1, version: version)
    var drag = drag(over: target, accepted: true)
    _ = drag.buttonReleased(at: start)
    #expect(drag.handleFinished(from: 1, isAccepted: false) == [.finish(outcome)])
  }

  @Test func `waits for the reply to the last position before it drops`() {
    var drag = drag(over: here)
    #expect(drag.buttonReleased(at: start) == [])
    #expect(
      drag.handleStatus(from: 1, isAccepted: true, at: start)
        == [.send(.drop(time: time), to: here)])
    // The last position may be newer than the pending request.
    var other = self.drag(over: here)
    _ = other.move(to: point(8), over: here, at: time)
    _ = other.buttonReleased(at: start)
    #expect(
      other.handleStatus(from: 1, isAccepted: true, at: start)
        == [.send(position(8), to: here)])
    #expect(
      other.handleStatus(from: 1, isAccepted: false, at: start)
        == [.send(.leave, to: here), .finish(.cancelled)])
  }

  @Test func `cancels the drag without an accepting target`() {
    var noTarget = drag(over: nil)
    #expect(noTarget.buttonReleased(at: start) == [.finish(.cancelled)])
    var refused = drag(over: here, accepted: false)
    #expect(refused.buttonReleased(at: start) == [.send(.leave, to: here), .finish(.cancelled)])
    var cancelled = drag(over: here, accepted: true)
    #expect(cancelled.cancel() == [.send(.leave, to: here), .finish(.cancelled)])
    #expect(cancelled.cancel() == [] && cancelled.buttonReleased(at: start) == [])
  }

  @Test func `row 38: ends 2 s after the button release if the target is unresponsive`() {
    var unresponsive = drag(over: here)
    #expect(unresponsive.advance(to: start + .seconds(60), isTaking: false) == [])
    _ = unresponsive.buttonReleased(at: start)
    #expect(unresponsive.advance(to: start + .milliseconds(1999), isTaking: false) == [])
    #expect(
      unresponsive.advance(to: start + .seconds(2), isTaking: false)
        == [.send(.leave, to: here), .finish(.cancelled)])
    var slow = drag(over: here, accepted: true)
    _ = slow.buttonReleased(at: start)
    // The target is slow but still reading.
    #expect(slow.advance(to: start + .seconds(2), isTaking: true) == [])
    #expect(slow.advance(to: start + .seconds(4), isTaking: false) == [.reportResult(.dropped)])
  }

  @Test func `offers dropped data for 10 more minutes, since the target may ask the user`() {
    var drag = drag(over: here, accepted: true)
    _ = drag.buttonReleased(at: start)
    #expect(drag.advance(to: start + .seconds(2), isTaking: false) == [.reportResult(.dropped)])
    #expect(drag.deadline != nil && drag.cancel() == [])
    var answered = drag
    #expect(answered.advance(to: start + .seconds(500), isTaking: false) == [])
    #expect(answered.handleFinished(from: 1, isAccepted: true) == [.finish(nil)])
    #expect(drag.advance(to: start + .seconds(602), isTaking: true) == [])
    #expect(drag.advance(to: start + .seconds(604), isTaking: false) == [.finish(nil)])
    #expect(drag.end(.cancelled) == [])
    #expect(drag.deadline == nil)
  }
}
