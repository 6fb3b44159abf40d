import Scene

// What a block is laid out of.
extension TokenField {
  /// The boxes of a block with their sizes.
  func boxes(ofBlock block: Int) -> [BlockLayout.Box] {
    let units = editor.units.blocks[block].units
    let (composed, known) = (composedGap(inBlock: block), flow.measures(ofBlock: block))
    var (boxes, index): ([BlockLayout.Box], Int) = ([], 0)
    boxes.reserveCapacity(units.count)
    while index < units.count {
      let measure = known?[index] ?? units[index].token.map(measure)
      guard let measure else {
        let end = units[index...].firstIndex { !$0.isText } ?? units.count
        let gap = composed.flatMap { $0 >= index && $0 <= end ? $0 - index : nil }
        boxes.append(
          textBox(units[index..<end].compactMap(\.character), at: index, composedGap: gap))
        index = end
        continue
      }
      if composed == index, boxes.last?.text == nil {
        boxes.append(textBox([], at: index, composedGap: 0))
      }
      boxes.append(
        BlockLayout.Box(
          units: index..<index + 1, frame: Rect(origin: .zero, size: measure.size),
          problem: measure.problem))
      index += 1
    }
    if composed == units.count, boxes.last?.text == nil {
      boxes.append(textBox([], at: units.count, composedGap: 0))
    }
    return boxes
  }

  private func measure(of token: Token) -> TokenMeasure {
    let size = kind.size(of: token, within: flow.width, in: environment)
    return TokenMeasure(
      size: Size(width: min(size.width, flow.width), height: size.height),
      problem: kind.problem(of: token))
  }

  private func textBox(
    _ text: [Character], at index: Int, composedGap: Int?
  ) -> BlockLayout.Box {
    let run = TextRun(
      text, composing: composedGap.map { (preedit.text, $0) }, style: Theme.Fonts.token,
      measuring: environment.text)
    let width = environment.snapped(run.line.metrics.advance + Theme.Caret.width)
    return BlockLayout.Box(
      units: index..<index + text.count,
      frame: Rect(x: 0, y: 0, width: min(width, flow.width), height: emptyLineHeight), text: run)
  }

  /// Before which unit of a block an input method composes; `nil` where it is elsewhere.
  private func composedGap(inBlock block: Int) -> Int? {
    guard !preedit.isEmpty else { return nil }
    let start = editor.units.start(ofBlock: block)
    let count = editor.units.blocks[block].units.count
    let offset = selection.head - start
    guard (0...count).contains(offset) else { return nil }
    // At a border it stands with text that begins there, or else at the end of what is before.
    let isBetweenUnits = selection.head > 0 && selection.head < editor.units.count
    if isBetweenUnits, offset == 0 || offset == count {
      let isBeforeText = editor.units[selection.head].isText
      return isBeforeText == (offset == 0) ? offset : nil
    }
    return offset
  }
}
