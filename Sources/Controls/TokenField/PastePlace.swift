import Scene

/// Where something is to be pasted: what was selected when it was asked for, however the content
/// has changed since.
struct PastePlace {
  /// How many things were asked for before. At the same gap they stand in this order, whichever
  /// comes first, and what a person types stands behind them: as if all had come at once.
  let order: Int
  /// Whether nothing was done since, but for what was asked for before it.
  private(set) var isLast = true
  private var editCount: Int
  private var selection: TextSelection
  private var scattered: [Range<Int>]

  /// Where caret and selection are now.
  init<Kind>(in editor: TokenEditor<Kind>, order: Int) {
    (self.order, editCount) = (order, editor.editCount)
    (selection, scattered) = (editor.selection, editor.scattered)
  }

  /// Selects what was selected then, as far as it is there.
  func restore<Kind>(in editor: inout TokenEditor<Kind>) {
    (editor.selection, editor.scattered) = (selection, scattered)
  }

  /// The first of all that is selected, where what is pasted goes; the caret where nothing is.
  var range: Range<Int> { ranges.first ?? selection.range }

  /// All that is selected, in order: no two overlap or touch.
  var ranges: [Range<Int>] { (scattered + [selection.range]).filter { !$0.isEmpty }.united() }

  /// Whether the same is selected in both, in the same content.
  func isSame(as other: Self) -> Bool {
    selection == other.selection && scattered == other.scattered
  }

  /// Follows what was done to the content since it did so last: it stays between the same units.
  /// Where they went it is where they were, and behind what came instead.
  ///
  /// - Parameters:
  ///   - editor: Its news tell it; they must not have been taken since.
  ///   - place: The place of what was pasted; `nil` where a person did it.
  /// - Complexity: O(*m*) in the number of changes, and in that of ranges that were selected.
  mutating func follow<Kind>(_ editor: TokenEditor<Kind>, pasting place: PastePlace? = nil) {
    let news = editor.news.replacements.suffix(editor.editCount - editCount)
    editCount = editor.editCount
    let isBehind = place.map { $0.order < order } ?? false
    if !news.isEmpty, !isBehind { isLast = false }
    for (range, count) in news.lazy.flatMap(\.steps) { follow(range, count, isBehind: isBehind) }
  }

  private mutating func follow(_ replaced: Range<Int>, _ count: Int, isBehind: Bool) {
    let growth = count - replaced.count
    func follow(_ range: Range<Int>) -> Range<Int>? {
      let isMet = range.isEmpty && replaced.isEmpty && range.lowerBound == replaced.lowerBound
      if isMet ? isBehind : range.lowerBound >= replaced.upperBound {
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
  /// Whether what comes for it is not wanted any more.
  var isGivenUp = false
}

/// What has come and is being read.
struct Paste<Kind: TokenKind> {
  let source: ReceivedData.Source
  var place: PastePlace
  var content: PastedContent<Kind>
  /// What of it is put in, once all is read; `nil` where there is no room for it.
  var insertion: PasteInsertion<Kind>?

  /// What it holds on to, for who frees it in steps.
  var leftovers: [UnitSequence<Kind.Token>] { [content.units] + (insertion?.leftovers ?? []) }
}

/// What was read and has been put in, or is not wanted any more, or can't be undone or done again any
/// more; freed in steps, since to free a million tokens takes longer than a frame has.
struct PasteRemains<Token> {
  private var blocks: [UnitSequence<Token>.Block] = []

  var isEmpty: Bool { blocks.isEmpty }

  mutating func append(_ units: UnitSequence<Token>) { blocks += units.blocks }

  /// Frees some of it.
  ///
  /// - Parameter limit: After how many units to stop.
  mutating func release(atMost limit: Int) {
    var left = limit
    while left > 0, let block = blocks.popLast() { left -= block.units.count }
  }
}
