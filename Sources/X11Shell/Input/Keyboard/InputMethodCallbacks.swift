import CX11

/// What Xlib calls about an input method's server, in memory that outlives every call.
final class InputMethodCallbacks {
  /// Who is told; `nil` once it is gone, which Xlib is not told.
  private weak var server: InputMethodServer?
  private let destroy = UnsafeMutablePointer<XIMCallback>.allocate(capacity: 1)
  /// Start, draw, caret and done.
  private let preedit = UnsafeMutablePointer<XICCallback>.allocate(capacity: 4)

  init(for server: InputMethodServer) {
    self.server = server
    let me = Unmanaged.passUnretained(self).toOpaque().assumingMemoryBound(to: CChar.self)
    destroy.initialize(
      to: XIMCallback(client_data: me) { _, me, _ in InputMethodCallbacks.server(me)?.ended() })
    // A text may be of any length.
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

  /// What Xlib is to call when the server ends; it lasts until `release()`, if that ever comes.
  func retained() -> UnsafeMutablePointer<XIMCallback> {
    _ = Unmanaged.passRetained(self)
    return destroy
  }

  /// Lets go of what Xlib will not call any more.
  func release() { Unmanaged.passUnretained(self).release() }

  /// The attributes of an input context that tells what is composed.
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

  /// - Parameter movement: An `XIMPreeditCaretCallbackStruct`, which is answered in itself.
  fileprivate func moveCaret(_ movement: XPointer) {
    UnsafeMutableRawPointer(movement)
      .withMemoryRebound(to: XIMPreeditCaretCallbackStruct.self, capacity: 1) { movement in
        composes { $0.moveCaret(&movement.pointee) }
      }
  }

  fileprivate func finishPreedit() {
    composes { $0.finish() }
  }
}
