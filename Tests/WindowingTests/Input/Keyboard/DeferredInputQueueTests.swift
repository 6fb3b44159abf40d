import CX11
import Motion
import Scene
import Testing

@testable import Windowing
@testable import X11

@Suite struct `Deferred input queue` {
  private typealias Item = DeferredInputQueue.Item

  private func key(_ keycode: UInt32, at milliseconds: Int64 = 0) -> DeferredInputQueue.Key {
    var event = XEvent()
    event.xkey.type = KeyPress
    (event.xkey.keycode, event.xkey.time) = (keycode, Time(milliseconds))
    return .init(event: event, received: instant(milliseconds))
  }

  private func instant(_ milliseconds: Int64) -> Instant {
    Instant(nanoseconds: milliseconds * 1_000_000)
  }

  private func pointer(_ input: InputEvent, at milliseconds: Int64 = 0) -> Item {
    .pointer(input, time: UInt(milliseconds), received: instant(milliseconds))
  }

  private var press: InputEvent { .pointerPressed(PointerPress(at: .zero)) }
  private var release: InputEvent { .pointerReleased(PointerPress(at: .zero)) }

  /// Returns one description for each element, in the order of handling.
  private func order(of input: inout DeferredInputQueue) -> [String] {
    var order: [String] = []
    while let key = input.takeReturned() { order.append("returned \(key.event.xkey.keycode)") }
    while let item = input.takeNext() {
      switch item {
      case .key(let key): order.append("key \(key.event.xkey.keycode)")
      case .pointer(.pointerPressed, _, _): order.append("press")
      case .pointer(.pointerReleased, _, _): order.append("release")
      case .pointer: order.append("pointer")
      case .focus(let isFocused, _): order.append(isFocused ? "in" : "out")
      case .drop: order.append("drop")
      }
    }
    return order
  }

  @Test func `returns input in order, after the returned keys`() {
    var input = DeferredInputQueue()
    input.append(.key(key(40)))
    input.append(pointer(press))
    input.append(returned: key(38))
    input.append(pointer(release))
    input.append(.key(key(41)))
    input.append(.focus(isFocused: false, received: .zero))
    input.append(returned: key(39))
    input.append(.focus(isFocused: true, received: .zero))
    let count = input.items.count
    let order = order(of: &input)
    #expect(
      order == ["returned 38", "returned 39", "key 40", "press", "release", "key 41", "out", "in"])
    let isEmpty = input.isEmpty
    #expect(count == order.count && isEmpty)
  }

  @Test func `has the deadline of its oldest element, except keys that are not yet sent`() {
    var input = DeferredInputQueue()
    input.append(.key(key(40, at: 900)))
    let deadline = input.deadline(after: .zero)
    #expect(deadline == nil)
    _ = input.takeNext()
    input.append(pointer(press, at: 1000))
    input.append(.key(key(41, at: 1100)))
    input.append(pointer(release, at: 1200))
    let first = input.deadline(after: .distantPast)
    _ = input.takeNext()
    let second = input.deadline(after: .distantPast)
    input.append(returned: key(38, at: 900))
    let third = input.deadline(after: .distantPast)
    let times: [Int64] = [1000, 1200, 900]
    #expect([first, second, third] == times.map { instant($0) + DeferredInputQueue.replyTimeout })
  }

  @Test func `extends the deadline for a slow server, up to a limit`() {
    var input = DeferredInputQueue()
    input.append(pointer(press, at: 1000))
    let deadlines = [900, 1300, 2500, 9000].map { input.deadline(after: instant($0)) }
    #expect(deadlines == [1400, 1700, 2900, 3000].map { instant($0) })
  }

  @Test func `reports whether it contains input other than keys`() {
    var input = DeferredInputQueue()
    input.append(returned: key(38))
    input.append(.key(key(40)))
    let keys = input.holdsMoreThanKeys
    input.append(pointer(press))
    let press = input.holdsMoreThanKeys
    _ = (input.takeNext(), input.takeNext())
    let remaining = input.holdsMoreThanKeys
    input.append(.focus(isFocused: false, received: .zero))
    let focus = input.holdsMoreThanKeys
    #expect([keys, press, remaining, focus] == [false, true, false, true])
  }

  @Test func `finds the press of a key release`() {
    var input = DeferredInputQueue()
    input.append(pointer(press))
    input.append(.key(key(38)))
    let isDeferred = [38, 37].map { input.hasDeferredPress(endedBy: key($0).event.xkey) }
    #expect(isDeferred == [true, false])
  }

  @Test func `ends the composition for input that moves the caret or the focus`() {
    let ending: [Item] = [
      pointer(press), .focus(isFocused: false, received: .zero),
      .drop(from: 1, time: ServerTime(milliseconds: 0), received: .zero),
    ]
    let others: [Item] = [
      .key(key(38)), pointer(release), pointer(.pointerMoved(to: .zero)), pointer(.pointerLeft),
      .focus(isFocused: true, received: .zero),
    ]
    #expect(ending.allSatisfy(\.endsComposition) && !others.contains(where: \.endsComposition))
    #expect(ending.map(\.isLeaving) == [false, true, false])
  }
}
