import CX11
import Scene

extension Connection {
  /// Makes a secret another client's property (`XChangeProperty`), four bytes a request.
  ///
  /// What is written stays in Xlib's buffer until something else is written over it. XCB sends it from
  /// there, without a copy of its own. So the requests begin where the buffer does, and the very same
  /// requests with zeros in the secret's place are written over them: `XNoOp` would leave the second of
  /// each four bytes as it is. Where somebody looks meanwhile, more than four bytes of the secret stand
  /// nowhere together.
  ///
  /// - Complexity: Two requests for each four bytes, and no answer is waited for.
  func write(
    _ secret: any OfferedSecret, to property: Atom, of window: Window, type: Atom
  ) {
    // Takes the zeros; nobody listens to it.
    let scratch = XCreateSimpleWindow(display, root, -1, -1, 1, 1, 0, 0, 0)
    XFlush(display)
    let count = secret.withUTF8 { utf8 in
      writeInPieces(utf8, to: property, of: window, type: type)
      return utf8.count
    }
    XFlush(display)
    let zeros = [UInt8](repeating: 0, count: count)
    writeInPieces(zeros.span, to: property, of: scratch, type: type)
    XDestroyWindow(display, scratch)
  }

  /// The most bytes in a request.
  private static var secretPiece: Int { 4 }

  private func writeInPieces(
    _ bytes: Span<UInt8>, to property: Atom, of window: Window, type: Atom
  ) {
    for start in stride(from: 0, to: max(1, bytes.count), by: Self.secretPiece) {
      let piece = bytes.extracting(start..<min(start + Self.secretPiece, bytes.count))
      let mode = start == 0 ? PropModeReplace : PropModeAppend
      _ = piece.withUnsafeBufferPointer {
        XChangeProperty(
          display, window, property, type, 8, mode, $0.baseAddress, Int32($0.count))
      }
    }
  }
}
