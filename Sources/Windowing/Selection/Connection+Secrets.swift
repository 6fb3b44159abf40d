import CX11
import Scene
import X11

extension Connection {
  /// Writes a secret to another client's property (`XChangeProperty`), four bytes per request.
  ///
  /// Xlib keeps written requests in its buffer until other requests overwrite them. XCB sends them
  /// from there, without its own copy. So the requests start at the beginning of the buffer, and
  /// the same requests with zeros instead of the secret overwrite them. `XNoOp` would leave the
  /// second byte of every four unchanged. In the meantime, no more than four bytes of the secret
  /// are adjacent in memory.
  ///
  /// - Complexity: Two requests for every four bytes. Waits for no reply.
  func write(_ secret: any SecretProvider, to property: Atom, of window: WindowID, type: Atom) {
    // The destination of the zeros. No client observes it.
    let scratch = makeHiddenWindow(observing: NoEventMask)
    XFlush(display)
    let count = secret.withUTF8 { utf8 in
      writeInChunks(utf8, to: property, of: window, type: type)
      return utf8.count
    }
    XFlush(display)
    let zeros = [UInt8](repeating: 0, count: count)
    writeInChunks(zeros.span, to: property, of: scratch, type: type)
    XDestroyWindow(display, scratch)
  }

  /// The maximum number of bytes in a request.
  private static var secretChunkSize: Int { 4 }

  private func writeInChunks(_ bytes: Span<UInt8>, to property: Atom, of window: WindowID, type: Atom) {
    for start in stride(from: 0, to: max(1, bytes.count), by: Self.secretChunkSize) {
      let chunk = bytes.extracting(start..<min(start + Self.secretChunkSize, bytes.count))
      let mode = start == 0 ? PropModeReplace : PropModeAppend
      _ = chunk.withUnsafeBufferPointer {
        XChangeProperty(display, window, property, type, 8, mode, $0.baseAddress, Int32($0.count))
      }
    }
  }
}
