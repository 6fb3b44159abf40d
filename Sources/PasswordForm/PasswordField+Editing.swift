package import Controls
import Secrets

/// The units are graphemes. There are no words in a password, so that none of their borders can be
/// found out, and whichever way its characters are read, they stand in the order of typing.
extension PasswordField: TextEditing {
  package var unitCount: Int { text.graphemeCount }

  package func destination(of movement: TextSelection.Movement, from gap: Int) -> Int {
    switch movement {
    case .left: max(0, gap - 1)
    case .right: min(gap + 1, unitCount)
    case .wordLeft, .pieceLeft, .lineStart, .toStart: 0
    case .wordRight, .pieceRight, .lineEnd, .toEnd: unitCount
    case .up, .down: gap
    }
  }

  package func wordStart(before gap: Int) -> Int { 0 }

  package func wordEnd(after gap: Int) -> Int { unitCount }

  package mutating func remove(_ range: Range<Int>) {
    selection = TextSelection(caret: text.remove(graphemes: range))
  }
}
