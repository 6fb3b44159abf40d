import CX11
import Motion
import Testing

@testable import X11Shell

@Suite struct `Input in a queue` {
  private func key(_ keycode: UInt32) -> WaitingInput.Item {
    var event = XEvent()
    (event.xkey.type, event.xkey.keycode) = (KeyPress, keycode)
    return .key(WaitingInput.Key(event: event, received: .zero))
  }

  private func keycode(of item: WaitingInput.Item?) -> UInt32? {
    if case .key(let key) = item { key.event.xkey.keycode } else { nil }
  }

  /// What is left where a key was that has been taken, behind those that still wait.
  private func remains(in queue: InputQueue<WaitingInput.Item>) -> UInt32? {
    queue.elements.withUnsafeBufferPointer { items in
      items.baseAddress.flatMap { keycode(of: $0[items.count]) }
    }
  }

  @Test(arguments: [1, 5, 16, 17, 100])
  func `comes in its order, and leaves nothing behind`(count: Int) {
    var queue = InputQueue<WaitingInput.Item>()
    for keycode in 1...count { queue.append(key(UInt32(keycode))) }
    for keycode in 1...count {
      let next = self.keycode(of: queue.takeFirst())
      let remains = remains(in: queue)
      #expect(next == UInt32(keycode) && remains == 0)
    }
    let (isOver, rest) = (queue.takeFirst() == nil, queue.count)
    #expect(isOver && rest == 0)
  }
}
