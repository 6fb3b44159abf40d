// The list in words.
extension TokenField {
  /// How many completions there are, and which is highlighted; `nil` where no list is open.
  var completionWords: Sentence? {
    let count = completions.count
    guard count > 0 else { return nil }
    let amount = count < Self.completionLimit ? "\(count)" : "\(count) or more"
    let words = count == 1 ? "1 suggestion" : "\(amount) suggestions"
    guard let index = highlightedCompletion else { return Sentence(words) }
    let name = DisplayText.elided(completions[index].text, to: Theme.TokenField.nameLimit)
    return "\(words), \((index + 1).ordinal): \(name: name)"
  }
}

extension Int {
  /// Its ordinal number in English, spelt out up to ten.
  fileprivate var ordinal: String {
    let words = [
      "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth",
    ]
    if words.indices.contains(self - 1) { return words[self - 1] }
    if (11...13).contains(self % 100) { return "\(self)th" }
    return switch self % 10 {
    case 1: "\(self)st"
    case 2: "\(self)nd"
    case 3: "\(self)rd"
    default: "\(self)th"
    }
  }
}
