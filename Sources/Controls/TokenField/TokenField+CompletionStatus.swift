// The status message of the completion list.
extension TokenField {
  /// The number of completions and the highlighted one, or `nil` if no list is open.
  var completionStatus: StatusMessage? {
    let count = completions.count
    guard count > 0 else { return nil }
    let amount = count < Self.completionLimit ? "\(count)" : "\(count) or more"
    let label = count == 1 ? "1 suggestion" : "\(amount) suggestions"
    guard let index = highlightedCompletion else { return StatusMessage(label) }
    let name = DisplaySanitizer.elided(completions[index].text, to: Theme.TokenField.nameLimit)
    return "\(label), \((index + 1).ordinal): \(userText: name)"
  }
}

extension Int {
  /// The ordinal number in English, as a word up to ten.
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
