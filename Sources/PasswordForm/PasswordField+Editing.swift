package import Controls
import Secrets

/// The elements are graphemes. A password has no word boundaries, so that caret movement does not
/// reveal them. Characters stay in the order of typing regardless of their writing direction.
extension PasswordField: TextEditing {
  package var elementCount: Int { text.graphemeCount }

  package func destination(of movement: TextSelection.Movement, from index: Int) -> Int {
    switch movement {
    case .left: max(0, index - 1)
    case .right: min(index + 1, elementCount)
    case .wordLeft, .tokenLeft, .lineStart, .toStart: 0
    case .wordRight, .tokenRight, .lineEnd, .toEnd: elementCount
    case .up, .down: index
    }
  }

  package func wordStart(before index: Int) -> Int { 0 }

  package func wordEnd(after index: Int) -> Int { elementCount }

  package mutating func remove(_ range: Range<Int>) {
    selection = TextSelection(caret: text.remove(graphemes: range))
  }
}
