/// A builder that joins parts of other sequences. Where text meets text, it segments the graphemes
/// again, regardless of how many texts are joined.
struct GraphemeJoiningBuilder<Token> {
  typealias Elements = ElementSequence<Token>

  private var builder = Elements.Builder()
  /// The text at the end of the content, starting at a grapheme boundary.
  private var text = ""
  /// The number of UTF-8 bytes of `text` from which on its graphemes are segmented.
  private var segmentationThreshold = Self.minimumThreshold

  private static var minimumThreshold: Int { 1024 }

  /// Adds an element.
  ///
  /// - Parameter fingerprint: The fingerprint of the element, or `nil` if it is unknown.
  /// - Complexity: O(1) on average.
  mutating func append(_ element: Elements.Element, fingerprint: Elements.Fingerprint? = nil) {
    if let character = element.character {
      append(text: String(character))
    } else {
      endText()
      builder.append(element, fingerprint: fingerprint)
    }
  }

  /// Adds a range of elements of a sequence.
  ///
  /// - Returns: The number of copied elements.
  /// - Complexity: O(*b*) in the number of blocks, and in the lengths of the first block, the last
  ///   block and the text at both ends, on average.
  @discardableResult mutating func append(_ elements: Elements, _ range: Range<Int>) -> Int {
    guard !range.isEmpty else { return 0 }
    let head = elements.textRun(after: range.lowerBound).clamped(to: range)
    append(text: elements.string(in: head))
    guard head != range else { return head.count }
    endText()
    let tail = elements.textRun(before: range.upperBound).clamped(to: range)
    let copied = builder.append(elements, head.upperBound..<tail.lowerBound)
    append(text: elements.string(in: tail))
    return head.count + copied + tail.count
  }

  private mutating func append(text more: String) {
    text += more
    guard text.utf8.count >= segmentationThreshold else { return }
    let characters = Array(text)
    for character in characters.dropLast() { builder.append(.text(character)) }
    // More text may continue the last grapheme. A very long grapheme is segmented again only when
    // the text has doubled.
    text = characters.last.map { String($0) } ?? ""
    segmentationThreshold = max(Self.minimumThreshold, 2 * text.utf8.count)
  }

  private mutating func endText() {
    for character in text { builder.append(.text(character)) }
    (text, segmentationThreshold) = ("", Self.minimumThreshold)
  }

  /// Returns the complete sequence.
  ///
  /// - Complexity: O(*b*) in the number of blocks.
  consuming func build() -> Elements {
    endText()
    return builder.build()
  }
}
