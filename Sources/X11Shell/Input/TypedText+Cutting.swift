import Scene

extension TypedText {
  /// Cuts text of any length into values, between scalars and without control characters.
  ///
  /// Return, Tab, Escape and their like are keys, not text. Bytes that are not UTF-8 are dropped,
  /// all of them. Nothing is kept.
  static func forEachPiece(of utf8: Span<UInt8>, _ body: (TypedText) -> Void) {
    guard let text = try? UTF8Span(validating: utf8) else { return }
    var scalars = text.makeUnicodeScalarIterator()
    var (start, end) = (0, 0)
    func finish() {
      if start < end, let piece = TypedText(utf8: utf8.extracting(start..<end)) { body(piece) }
    }
    while let scalar = scalars.next() {
      let next = scalars.currentCodeUnitOffset
      let isControl = scalar.properties.generalCategory == .control
      if isControl || next - start > capacity {
        finish()
        start = isControl ? next : end
      }
      end = next
    }
    finish()
  }
}
