import CX11
import Motion
import Testing

@testable import Windowing

@Suite struct `Memory of deferred input` {
  private func key(_ keycode: UInt32) -> DeferredInputQueue.Item {
    var event = XEvent()
    (event.xkey.type, event.xkey.keycode) = (KeyPress, keycode)
    return .key(DeferredInputQueue.Key(event: event, received: .zero))
  }

  private func keycode(of item: DeferredInputQueue.Item?) -> UInt32? {
    if case .key(let key) = item { key.event.xkey.keycode } else { nil }
  }

  /// Returns the keycode in the memory after the remaining elements, where a removed key was.
  private func wipedKeycode(in queue: DeferredInputQueue) -> UInt32? {
    queue.items.withUnsafeBufferPointer { items in
      items.baseAddress.flatMap { keycode(of: $0[items.count]) }
    }
  }

  @Test(arguments: [1, 5, 16, 17, 100])
  func `is wiped when an element is removed`(count: Int) {
    var queue = DeferredInputQueue()
    for keycode in 1...count { queue.append(key(UInt32(keycode))) }
    for keycode in 1...count {
      let next = self.keycode(of: queue.takeNext())
      let wiped = wipedKeycode(in: queue)
      #expect(next == UInt32(keycode) && wiped == 0)
    }
    let (isOver, isEmpty) = (queue.takeNext() == nil, queue.isEmpty)
    #expect(isOver && isEmpty)
  }
}
