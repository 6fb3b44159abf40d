import CX11
import Scene

extension Connection {
  /// Makes a secret another client's property (`XChangeProperty`), four bytes a request.
  ///
  /// What is written stays in Xlib's buffer until something else is written over it. XCB sends it from
  /// there, without a copy of its own. So the requests begin where the buffer does, and as many bytes
  /// of requests that do nothing are written over them; where somebody looks meanwhile, more than four
  /// bytes of the secret stand nowhere together.
  ///
  /// - Complexity: A request for each four bytes and one for each four bytes of these, and no answer
  ///   is waited for.
  func write(
    _ secret: any OfferedSecret, to property: Atom, of window: Window, type: Atom
  ) {
    XFlush(display)
    let first = XNextRequest(display)
    secret.withUTF8 { utf8 in
      for start in stride(from: 0, to: max(1, utf8.count), by: Self.secretPiece) {
        let piece = utf8.extracting(start..<min(start + Self.secretPiece, utf8.count))
        let mode = start == 0 ? PropModeReplace : PropModeAppend
        _ = piece.withUnsafeBufferPointer {
          XChangeProperty(
            display, window, property, type, 8, mode, $0.baseAddress, Int32($0.count))
        }
      }
    }
    XFlush(display)
    let count = Int(XNextRequest(display) - first)
    for _ in 0..<count * Self.requestSize / Self.emptyRequestSize { XNoOp(display) }
  }

  private static var secretPiece: Int { 4 }

  /// Of `ChangeProperty` with such a piece, and of `NoOperation`, in bytes (X11 protocol, appendix B).
  private static var requestSize: Int { 24 + secretPiece }
  private static var emptyRequestSize: Int { 4 }
}
