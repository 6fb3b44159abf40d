import CX11
import Motion
import Testing

@testable import X11Shell

@Suite struct `Keys that wait` {
  private func key(_ keycode: UInt32) -> WaitingKeys.Key {
    var event = XEvent()
    (event.xkey.type, event.xkey.keycode) = (KeyPress, keycode)
    return WaitingKeys.Key(event: event, received: .zero)
  }

  /// What is left where a key was that has been taken, behind those that still wait.
  private func remains(in queue: KeyQueue) -> UInt32? {
    queue.keys.withUnsafeBufferPointer { keys in
      keys.baseAddress.map { $0[keys.count].event.xkey.keycode }
    }
  }

  @Test(arguments: [1, 5, 16, 17, 100])
  func `come in their order, and leave nothing behind`(count: Int) {
    var queue = KeyQueue()
    for keycode in 1...count { queue.append(key(UInt32(keycode))) }
    for keycode in 1...count {
      let next = queue.takeFirst()?.event.xkey.keycode
      let remains = remains(in: queue)
      #expect(next == UInt32(keycode) && remains == 0)
    }
    let (isOver, rest) = (queue.takeFirst() == nil, queue.count)
    #expect(isOver && rest == 0)
  }
}
