import CX11
import Motion
import Testing

@testable import Windowing

@Suite struct `Wiping queue` {
  private func key(_ keycode: UInt32) -> DeferredInputQueue.Item {
    var event = XEvent()
    (event.xkey.type, event.xkey.keycode) = (KeyPress, keycode)
    return .key(DeferredInputQueue.Key(event: event, received: .zero))
  }

  private func keycode(of item: DeferredInputQueue.Item?) -> UInt32? {
    if case .key(let key) = item { key.event.xkey.keycode } else { nil }
  }

  /// Returns the keycode in the memory after the remaining elements, where a removed key was.
  private func wipedKeycode(in queue: InputQueue<DeferredInputQueue.Item>) -> UInt32? {
    queue.elements.withUnsafeBufferPointer { items in
      items.baseAddress.flatMap { keycode(of: $0[items.count]) }
    }
  }

  @Test(arguments: [1, 5, 16, 17, 100])
  func `returns elements in order and wipes their memory`(count: Int) {
    var queue = InputQueue<DeferredInputQueue.Item>()
    for keycode in 1...count { queue.append(key(UInt32(keycode))) }
    for keycode in 1...count {
      let next = self.keycode(of: queue.takeFirst())
      let wiped = wipedKeycode(in: queue)
      #expect(next == UInt32(keycode) && wiped == 0)
    }
    let (isOver, remaining) = (queue.takeFirst() == nil, queue.count)
    #expect(isOver && remaining == 0)
  }
}
