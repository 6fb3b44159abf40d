import Scene

/// Where something is to be pasted: what was selected, in the content after so many changes.
struct PastePlace {
  private var editCount: Int
  private var selection: TextSelection
  private var scattered: [Range<Int>]

  /// Where a caret stands now.
  init<Kind>(in editor: TokenEditor<Kind>) {
    (editCount, selection, scattered) = (editor.editCount, editor.selection, editor.scattered)
  }

  /// Selects what was selected then, however the caret has been moved meanwhile. Where the content has
  /// changed, the caret stays where it is, and what is selected now is no more.
  func restore<Kind>(in editor: inout TokenEditor<Kind>) {
    if editCount == editor.editCount {
      (editor.selection, editor.scattered) = (selection, scattered)
    } else {
      editor.scattered = []
      editor.selection.collapse()
    }
  }

  /// Follows what something else that was pasted has changed; it is behind that where both have the
  /// same place.
  ///
  /// - Parameters:
  ///   - replacements: What was done to the content after `start` changes, in this order.
  mutating func follow(_ replacements: [(range: Range<Int>, count: Int)], since start: Int) {
    guard editCount == start else { return }
    editCount += replacements.count
    for (range, count) in replacements { follow(range, count) }
  }

  private mutating func follow(_ replaced: Range<Int>, _ count: Int) {
    let growth = count - replaced.count
    func follow(_ range: Range<Int>) -> Range<Int>? {
      if range.lowerBound >= replaced.upperBound {
        return range.lowerBound + growth..<range.upperBound + growth
      }
      return range.upperBound <= replaced.lowerBound ? range : nil
    }
    scattered = scattered.compactMap(follow)
    if let range = follow(selection.range) {
      let isForward = selection.anchor <= selection.head
      selection = TextSelection(
        anchor: isForward ? range.lowerBound : range.upperBound,
        head: isForward ? range.upperBound : range.lowerBound)
    } else {
      // What was to be replaced has gone, or has become other units.
      selection = TextSelection(caret: replaced.lowerBound + count)
    }
  }
}

/// What was asked for and has not come.
struct PasteRequest {
  let pasteboard: Pasteboard
  let types: [DataType]
  var place: PastePlace
}

/// What has come and is being read.
struct Paste<Kind: TokenKind> {
  let source: ReceivedData.Source
  var place: PastePlace
  var content: PastedContent<Kind>
}
