import CX11
import Motion
import Scene
import Testing

@testable import X11Shell

@Suite struct `Input that waits for an input method` {
  private typealias Item = WaitingInput.Item

  private func key(_ keycode: UInt32, at milliseconds: Int64 = 0) -> WaitingInput.Key {
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

  /// What has its turn, one after the other, in a word each.
  private func turns(of input: inout WaitingInput) -> [String] {
    var turns: [String] = []
    while let key = input.takeReturned() { turns.append("back \(key.event.xkey.keycode)") }
    while let item = input.takeNext() {
      switch item {
      case .key(let key): turns.append("key \(key.event.xkey.keycode)")
      case .pointer(.pointerPressed, _, _): turns.append("press")
      case .pointer(.pointerReleased, _, _): turns.append("release")
      case .pointer: turns.append("pointer")
      case .focus(let isFocused, _): turns.append(isFocused ? "in" : "out")
      case .drop: turns.append("drop")
      }
    }
    return turns
  }

  @Test func `comes in its order, keys that were handed back first`() {
    var input = WaitingInput()
    input.append(.key(key(40)))
    input.append(pointer(press))
    input.append(returned: key(38))
    input.append(pointer(release))
    input.append(.key(key(41)))
    input.append(.focus(isFocused: false, received: .zero))
    input.append(returned: key(39))
    input.append(.focus(isFocused: true, received: .zero))
    let count = input.count
    let turns = turns(of: &input)
    #expect(
      turns == ["back 38", "back 39", "key 40", "press", "release", "key 41", "out", "in"])
    let isEmpty = input.isEmpty
    #expect(count == turns.count && isEmpty)
  }

  /// A press behind a key, and a key behind a press.
  @Test(arguments: [false, true])
  func `waits as long as the oldest of it may`(isPressFirst: Bool) {
    var input = WaitingInput()
    let deadline = input.deadline(heard: .zero)
    #expect(deadline == nil)
    let items = [Item.key(key(40, at: 1000)), pointer(press, at: 1000)]
    input.append(isPressFirst ? items[1] : items[0])
    input.append(pointer(release, at: 1200))
    input.append(.key(key(41, at: 1300)))
    let first = input.deadline(heard: .distantPast)
    _ = input.takeNext()
    let second = input.deadline(heard: .distantPast)
    input.append(returned: key(38, at: 900))
    let third = input.deadline(heard: .distantPast)
    let received: [Int64] = [1000, 1200, 900]
    #expect([first, second, third] == received.map { instant($0) + WaitingInput.patience })
  }

  @Test func `waits for a server that is slow, but not for ever`() {
    var input = WaitingInput()
    input.append(pointer(press, at: 1000))
    let deadlines = [900, 1300, 2500, 9000].map { input.deadline(heard: instant($0)) }
    #expect(deadlines == [1400, 1700, 2900, 3000].map { instant($0) })
  }

  @Test func `has the pointer wait behind what is no key`() {
    var input = WaitingInput()
    input.append(returned: key(38))
    input.append(.key(key(40)))
    let keys = input.holdsMoreThanKeys
    input.append(pointer(press))
    let press = input.holdsMoreThanKeys
    _ = (input.takeNext(), input.takeNext())
    let rest = input.holdsMoreThanKeys
    input.append(.focus(isFocused: false, received: .zero))
    let focus = input.holdsMoreThanKeys
    #expect([keys, press, rest, focus] == [false, true, false, true])
  }

  @Test func `has the release of a key wait behind its press, wherever that is`() {
    var input = WaitingInput()
    input.append(pointer(press))
    input.append(.key(key(38)))
    let holds = [38, 37].map { input.holdPress(endedBy: key($0).event.xkey) }
    #expect(holds == [true, false])
  }

  @Test func `ends what is composed where it takes the caret or the keyboard elsewhere`() {
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
