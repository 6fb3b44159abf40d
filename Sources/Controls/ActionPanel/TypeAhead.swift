import Motion
import Scene

/// Finds an item by the letters that its label begins with.
///
/// Of what is typed it keeps only what stands in a label anyway: a password that is typed into a
/// menu by mistake is not kept.
struct TypeAhead: Sendable {
  /// What was typed of a word, in lower case: the beginning of some label or of a word in it.
  private var prefix = ""
  /// Whether what is typed is no beginning of anything; so is all that follows without a pause.
  private var isLost = false
  private var lastTyped: Instant?

  /// Takes in some more of what is typed.
  ///
  /// A single letter goes on to the next label that begins with it, however often it is repeated;
  /// more letters stay with the item at hand while its label begins with them, unless they are all
  /// of another label. Labels that have the letters at the beginning of a later word are found
  /// where no label begins with them.
  ///
  /// - Parameters:
  ///   - current: The item at hand.
  ///   - labels: Of all items.
  /// - Returns: The item found; `nil` for none.
  mutating func find(
    _ text: TypedText, from current: Int?, in labels: [String], at now: Instant
  ) -> Int? {
    let typed = text.letters
    guard !typed.isEmpty else { return nil }
    if let lastTyped, lastTyped.duration(to: now) > Theme.ActionPanel.typingPause {
      self = TypeAhead()
    }
    lastTyped = now
    guard !isLost else { return nil }
    if !(prefix.count == 1 && typed == prefix) { prefix += typed }
    let start = current.map { prefix.count == 1 ? $0 + 1 : $0 } ?? 0
    let found = firstIndex(in: labels.map { $0.lowercased() }, from: start)
    if found == nil { (prefix, isLost) = ("", true) }
    return found
  }

  /// The label that is the prefix; or else the first at or after `start`, around the end, that has
  /// the prefix at its beginning, or else at the beginning of any word.
  private func firstIndex(in labels: [String], from start: Int) -> Int? {
    let order = labels.indices.map { (start + $0) % labels.count }
    return wholeLabel(among: order, of: labels)
      ?? order.first { labels[$0].hasPrefix(prefix) }
      ?? order.first { hasWord(labels[$0]) }
  }

  /// A single letter is no whole label: it goes on from one to the next.
  private func wholeLabel(among order: [Int], of labels: [String]) -> Int? {
    prefix.count > 1 ? order.first { labels[$0] == prefix } : nil
  }

  private func hasWord(_ label: String) -> Bool {
    label.indices.contains { index in
      label[index] == " " && label[label.index(after: index)...].hasPrefix(prefix)
    }
  }
}

extension TypedText {
  /// The text in lower case; empty where it holds control characters.
  fileprivate var letters: String {
    withUTF8 { bytes in
      guard let valid = try? UTF8Span(validating: bytes) else { return "" }
      let text = String(copying: valid)
      let isText = text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
      return isText ? text.lowercased() : ""
    }
  }
}
