import CX11
import Glibc

extension InputMethodServer {
  /// Calls `body` with the text that the server commits, as UTF-8, and wipes the text afterward.
  ///
  /// - Parameter body: Called at most once. It must not keep the span.
  func withCommit(_ event: inout XKeyEvent, _ body: (Span<UInt8>) -> Void) {
    guard let handles else { return }
    if let needed = lookUp(&event, in: handles.context, capacity: 64, body) {
      _ = lookUp(&event, in: handles.context, capacity: needed, body)
    }
  }

  /// - Returns: The required number of bytes if `capacity` was too small and `body` not called.
  private func lookUp(
    _ event: inout XKeyEvent, in context: OpaquePointer, capacity: Int, _ body: (Span<UInt8>) -> Void
  ) -> Int? {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: capacity) { text in
      guard let address = text.baseAddress else { return nil }
      defer { explicit_bzero(address, capacity) }
      var status: Int32 = 0
      let count = Int(Xutf8LookupString(context, &event, address, Int32(capacity), nil, &status))
      guard status != XBufferOverflow else { return count }
      let isText = status == XLookupChars || status == XLookupBoth
      text.withMemoryRebound(to: UInt8.self) { utf8 in
        let utf8 = utf8.extracting(0..<(isText ? count : 0)).span
        if accepts(commit: utf8) { body(utf8) }
      }
      return nil
    }
  }

  /// Handles a commit by the server.
  ///
  /// - Returns: Whether the text is to be typed.
  private func accepts(commit utf8: Span<UInt8>) -> Bool {
    // Some of the presses may be part of the current composition.
    if unanswered.count > 0 { hasUsedPresses = true }
    unanswered.removeAll()
    tracker.noteServerMessage()
    return composition.commit(utf8)
  }
}
