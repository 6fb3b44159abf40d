import Scene

extension TypedText {
  /// Splits text of any length into values, between scalars and without control characters.
  ///
  /// Return, Tab, Escape and similar characters are keys, not text. If the bytes are not UTF-8, all
  /// of them are dropped. No copy is kept.
  static func forEachChunk(of utf8: Span<UInt8>, _ body: (TypedText) -> Void) {
    guard let text = try? UTF8Span(validating: utf8) else { return }
    var scalars = text.makeUnicodeScalarIterator()
    var (start, end) = (0, 0)
    func finish() {
      if start < end, let chunk = TypedText(utf8: utf8.extracting(start..<end)) { body(chunk) }
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
