import CX11
import Scene

extension Connection {
  /// Makes a secret another client's property (`XChangeProperty`), four bytes a request.
  ///
  /// What is written stays in Xlib's buffer until something else is written over it: so nowhere in
  /// it stand more than four bytes of the secret together, with 24 of a request before and behind.
  ///
  /// - Complexity: A request for each four bytes, and no answer is waited for.
  func write(
    _ secret: any OfferedSecret, to property: Atom, of window: Window, type: Atom
  ) {
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
  }

  private static var secretPiece: Int { 4 }
}
