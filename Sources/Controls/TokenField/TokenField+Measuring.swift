import Scene

// Measuring the boxes of a block.
extension TokenField {
  /// Returns the boxes of a block with their sizes.
  func boxes(ofBlock block: Int) -> [BlockLayout.Box] {
    let items = editor.elements.blocks[block].items
    let (composed, cached) = (preeditOffset(inBlock: block), flow.measures(ofBlock: block))
    var (boxes, index): ([BlockLayout.Box], Int) = ([], 0)
    boxes.reserveCapacity(items.count)
    for item in items {
      switch item {
      case .text(let text):
        let end = index + text.count
        let textOffset = composed.flatMap { $0 >= index && $0 <= end ? $0 - index : nil }
        boxes.append(textBox(Array(text.string), at: index, preeditOffset: textOffset))
        index = end
      case .token(let token):
        let measure = cached?[index] ?? measure(of: token)
        if composed == index, boxes.last?.text == nil {
          boxes.append(textBox([], at: index, preeditOffset: 0))
        }
        boxes.append(
          BlockLayout.Box(
            elements: index..<index + 1, frame: Rect(origin: .zero, size: measure.size),
            problem: measure.problem))
        index += 1
      }
    }
    if composed == index, boxes.last?.text == nil {
      boxes.append(textBox([], at: index, preeditOffset: 0))
    }
    return boxes
  }

  private func measure(of token: Token) -> TokenMeasure {
    let size = adapter.size(of: token, within: flow.width, in: environment)
    return TokenMeasure(
      size: Size(width: min(size.width, flow.width), height: size.height), problem: adapter.problem(of: token)
    )
  }

  private func textBox(_ text: [Character], at index: Int, preeditOffset: Int?) -> BlockLayout.Box {
    let run = TextRun(
      text, composing: preeditOffset.map { (preedit.text, $0) }, style: Theme.Fonts.token,
      measuring: environment.text)
    let width = environment.snapped(run.line.metrics.advance + Theme.Caret.width)
    return BlockLayout.Box(
      elements: index..<index + text.count,
      frame: Rect(x: 0, y: 0, width: min(width, flow.width), height: emptyLineHeight), text: run)
  }

  /// Returns the insertion index of the preedit text in a block, or `nil` if it is in another
  /// block.
  private func preeditOffset(inBlock block: Int) -> Int? {
    guard !preedit.isEmpty else { return nil }
    let start = editor.elements.start(ofBlock: block)
    let count = editor.elements.blocks[block].count
    let offset = selection.head - start
    guard (0...count).contains(offset) else { return nil }
    // At a block boundary, the preedit text belongs to text that begins there, or else to the block
    // before.
    let isBetweenElements = selection.head > 0 && selection.head < editor.elements.count
    if isBetweenElements, offset == 0 || offset == count {
      let isBeforeText = editor.elements[selection.head].isText
      return isBeforeText == (offset == 0) ? offset : nil
    }
    return offset
  }
}
