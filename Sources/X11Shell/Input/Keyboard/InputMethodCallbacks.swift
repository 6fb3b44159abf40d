import CX11

/// The callbacks for Xlib about an input method server, in memory that outlives every call.
final class InputMethodCallbacks {
  /// The receiver of the calls. `nil` after its end, which Xlib does not know of.
  private weak var server: InputMethodServer?
  private let destroy = UnsafeMutablePointer<XIMCallback>.allocate(capacity: 1)
  /// The callbacks for start, draw, caret and done.
  private let preedit = UnsafeMutablePointer<XICCallback>.allocate(capacity: 4)

  init(for server: InputMethodServer) {
    self.server = server
    let me = Unmanaged.passUnretained(self).toOpaque().assumingMemoryBound(to: CChar.self)
    destroy.initialize(
      to: XIMCallback(client_data: me) { _, me, _ in InputMethodCallbacks.server(me)?.ended() })
    // -1 stands for text of any length.
    (preedit + 0).initialize(to: XICCallback(client_data: me) { _, _, _ in -1 })
    (preedit + 1).initialize(
      to: XICCallback(client_data: me) { _, me, change in
        if let change { InputMethodCallbacks.server(me)?.draw(change) }
        return 0
      })
    (preedit + 2).initialize(
      to: XICCallback(client_data: me) { _, me, movement in
        if let movement { InputMethodCallbacks.server(me)?.moveCaret(movement) }
        return 0
      })
    (preedit + 3).initialize(
      to: XICCallback(client_data: me) { _, me, _ in
        InputMethodCallbacks.server(me)?.finishPreedit()
        return 0
      })
  }

  deinit {
    destroy.deallocate()
    preedit.deallocate()
  }

  /// Returns the callback for the server's end. It lasts until `release()`, if that is ever called.
  func retained() -> UnsafeMutablePointer<XIMCallback> {
    _ = Unmanaged.passRetained(self)
    return destroy
  }

  /// Releases the memory after the last call by Xlib.
  func release() { Unmanaged.passUnretained(self).release() }

  /// The attributes of an input context that reports its preedit text.
  var preeditAttributes: XVaNestedList? {
    CX11PreeditCallbacks(preedit, preedit + 1, preedit + 2, preedit + 3)
  }

  private static func server(_ me: XPointer?) -> InputMethodServer? {
    me.flatMap { Unmanaged<InputMethodCallbacks>.fromOpaque($0).takeUnretainedValue().server }
  }
}

extension InputMethodServer {
  /// - Parameter change: An `XIMPreeditDrawCallbackStruct`.
  fileprivate func draw(_ change: XPointer) {
    let change = UnsafeRawPointer(change).load(as: XIMPreeditDrawCallbackStruct.self)
    composes { $0.draw(change) }
  }

  /// - Parameter movement: An `XIMPreeditCaretCallbackStruct`, which receives the reply.
  fileprivate func moveCaret(_ movement: XPointer) {
    UnsafeMutableRawPointer(movement).withMemoryRebound(to: XIMPreeditCaretCallbackStruct.self, capacity: 1) {
      movement in composes { $0.moveCaret(&movement.pointee) }
    }
  }

  fileprivate func finishPreedit() { composes { $0.finish() } }
}
