import Motion
import Scene

/// Finds an item by typed letters at the beginning of its label.
///
/// Stores typed text only while it matches a label. A password that the user types into a menu by
/// mistake is not stored.
struct TypeAhead: Sendable {
  /// The maximum pause between typed letters that are part of the same search text.
  private static let typingPause = Duration.seconds(1)

  /// The typed text in lowercase: the beginning of a label or of a word in a label.
  private var prefix = ""
  /// Whether the typed text matches no label. Further text without a pause is then ignored.
  private var hasFailed = false
  private var lastTyped: Instant?

  /// Adds typed text and returns the matching item.
  ///
  /// A single letter, also a repeated one, moves to the next label that begins with it. Several
  /// letters stay on the current item while its label begins with them, unless another label equals
  /// them. If no label begins with the letters, labels with a later word that does are matched.
  ///
  /// - Parameters:
  ///   - text: The typed text.
  ///   - current: The index of the current item, or `nil` for none.
  ///   - labels: The labels of all items.
  /// - Returns: The index of the matching item, or `nil` for none.
  mutating func find(_ text: TypedText, from current: Int?, in labels: [String], at now: Instant) -> Int? {
    let typed = text.lowercasedText
    guard !typed.isEmpty else { return nil }
    if let lastTyped, lastTyped.duration(to: now) > Self.typingPause { self = TypeAhead() }
    lastTyped = now
    guard !hasFailed else { return nil }
    if !(prefix.count == 1 && typed == prefix) { prefix += typed }
    let start = current.map { prefix.count == 1 ? $0 + 1 : $0 } ?? 0
    let found = firstIndex(in: labels.map { $0.lowercased() }, from: start)
    if found == nil { (prefix, hasFailed) = ("", true) }
    return found
  }

  /// Returns whether a space belongs to the typed text, because a label begins with both.
  func continues(withSpaceIn labels: [String], at now: Instant) -> Bool {
    guard let lastTyped, lastTyped.duration(to: now) <= Self.typingPause, !prefix.isEmpty else {
      return false
    }
    return labels.contains { $0.lowercased().hasPrefix("\(prefix) ") }
  }

  /// Returns the label that equals the prefix. Otherwise returns the first label from `start`,
  /// wrapping around, that begins with the prefix, or else that has a word beginning with it.
  private func firstIndex(in labels: [String], from start: Int) -> Int? {
    let order = labels.indices.map { (start + $0) % labels.count }
    // A single letter never matches a whole label, because it moves from one label to the next.
    let exactMatch = prefix.count > 1 ? order.first { labels[$0] == prefix } : nil
    return exactMatch ?? order.first { labels[$0].hasPrefix(prefix) }
      ?? order.first { hasMatchingWord(labels[$0]) }
  }

  private func hasMatchingWord(_ label: String) -> Bool {
    label.indices.contains { index in
      label[index] == " " && label[label.index(after: index)...].hasPrefix(prefix)
    }
  }
}

extension TypedText {
  /// The text in lowercase, or an empty string if it contains control characters or invalid UTF-8.
  fileprivate var lowercasedText: String {
    withUTF8 { bytes in
      guard let valid = try? UTF8Span(validating: bytes) else { return "" }
      let text = String(copying: valid)
      let isText = text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
      return isText ? text.lowercased() : ""
    }
  }
}
