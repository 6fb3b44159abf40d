public import Motion
public import Scene

extension TokenField {
  public mutating func layOut(at origin: Point, width: Double, at now: Instant) {
    let (oldWidth, size) = (fieldFrame.width, Size(width: width, height: fieldFrame.height))
    fieldFrame = environment.snapped(Rect(origin: origin, size: size))
    if fieldFrame.width != oldWidth { resetLayout(at: now) } else { updateHeight(at: now) }
    placeCompletions(at: now)
  }

  public mutating func update(_ environment: Environment, at now: Instant) {
    self.environment = environment
    scroller.environment = environment
    overlay.update(environment, at: now)
    resetLayout(at: now)
  }

  /// Discards the layout and lays the field out again, without animation.
  private mutating func resetLayout(at now: Instant) {
    guard fieldFrame.width > 0 else { return }
    motions.end()
    flow.reset(
      editor.elements, width: content.width, spacing: environment.snapped(theme.tokenField.spacing),
      emptyHeight: emptyLineHeight)
    layOutVisible(at: now)
    endGrowth()
    statusMessage = statusText
  }

  /// The content area of the field, regardless of scrolling. Its height has no meaning.
  var content: Rect { environment.snapped(fieldFrame.inset(by: theme.tokenField.padding)) }

  /// The height of a line with a text token.
  var emptyLineHeight: Double {
    let padding = theme.tokenField.tokenPadding
    let text = environment.text.metrics(of: "x", style: theme.fonts.token)
    return environment.snapped(text.height + padding.top + padding.bottom)
  }

  /// The height of the visible content. The field grows up to its maximum number of lines.
  var visibleHeight: Double {
    let lines = Double(max(1, configuration.maximumLines))
    let limit = lines * (emptyLineHeight + flow.spacing) - flow.spacing
    return min(flow.height, limit)
  }

  /// Returns the offset from content coordinates to window coordinates.
  func shift(at now: Instant) -> Vector {
    content.origin - .zero - Vector(dx: 0, dy: scroller.offset(at: now))
  }

  /// Returns the frame of the caret: two pixels wide, centered on its edge, as high as its line.
  func caretFrame(at now: Instant) -> Rect? {
    composedCaret.map { bar(for: $0, movedBy: textScroll, now) } ?? caretFrame(at: caretPosition, now)
  }

  /// Returns the frame of a caret at a caret position.
  func caretFrame(at position: CaretPosition, _ now: Instant) -> Rect? {
    let moved = flow.line(at: position, in: editor.elements).map(textScrollOffset(on:)) ?? 0
    return flow.caret(at: position, in: editor.elements).map { bar(for: $0, movedBy: moved, now) }
  }

  private func bar(for caret: Rect, movedBy distance: Double, _ now: Instant) -> Rect {
    let width = environment.lineWidth(theme.field.caretWidth)
    let shift = shift(at: now)
    let middle = min(caret.minX - distance + shift.dx, content.maxX)
    return Rect(
      x: environment.snapped(middle - width / 2), y: caret.minY + shift.dy, width: width, height: caret.height
    )
  }
}

// Layout of blocks.
extension TokenField {
  /// Lays out the content that is or soon becomes visible, and the content around the caret.
  mutating func layOutVisible(at now: Instant) {
    guard flow.width > 0, !editor.elements.isEmpty else { return updateHeight(at: now) }
    layOutView(at: scroller.offset(at: now), now)
    layOut(around: selection.head, at: now)
    updateHeight(at: now)
  }

  /// The height that is laid out beyond the visible content on either side: as much again, which no
  /// scroll exceeds within one frame.
  private var overscan: Double {
    Double(max(1, configuration.maximumLines)) * (emptyLineHeight + flow.spacing)
  }

  /// Lays out the content that is visible, or nearly, at a scroll offset.
  mutating func layOutView(at offset: Double, _ now: Instant) {
    layOut(from: offset - overscan, to: offset + 2 * overscan, at: now)
  }

  private mutating func layOut(from top: Double, to bottom: Double, at now: Instant) {
    // The start of the first block is an estimate, which affects at most the first lines of the
    // next one.
    var block = max(0, flow.block(atHeight: top) - 2)
    while block < editor.elements.blocks.count, flow.top(ofBlock: block) < bottom {
      layOutFull(block: block, at: now)
      block += 1
    }
  }

  /// Lays out the blocks of a caret at an insertion index, and of the lines above and below it.
  mutating func layOut(around index: Int, at now: Instant) {
    guard !editor.elements.isEmpty else { return }
    var block = max(0, editor.elements.location(of: index).block - 1)
    while block <= editor.elements.location(of: index).block {
      layOutFull(block: block, at: now)
      block += 1
    }
  }

  /// Lays out a block and the next one, unless they are laid out. Fills the last line of the block
  /// with elements of the following ones. The visible content does not move.
  private mutating func layOutFull(block: Int, at now: Instant) {
    layOut(block: block, at: now)
    while block + 1 < editor.elements.blocks.count {
      layOut(block: block + 1, at: now)
      let fitting = flow.elementsFitting(after: block)
      guard fitting > 0 else { return }
      let (seen, seenAtRest) = (line(at: scroller.offset(at: now)), line(at: scroller.target))
      flow.update(for: editor.moveBoundary(after: block, by: fitting))
      for changed in [block + 1, block] where flow.layouts.indices.contains(changed) {
        setLayout(ofBlock: changed)
      }
      shiftContent(by: (now: growth(above: seen), atRest: growth(above: seenAtRest)), at: now)
    }
  }

  private func line(at height: Double) -> TokenFlow<Token>.LineLocation? {
    flow.line(atHeight: height, in: editor.elements)
  }

  /// Returns how much lower a line is than before.
  private func growth(above line: TokenFlow<Token>.LineLocation?) -> Double {
    guard let line, let location = flow.line(ofElement: line.insertionRange.lowerBound, in: editor.elements)
    else { return 0 }
    return location.top - line.top
  }

  /// Scrolls by the growth of the content above the visible area, for the current scroll offset and
  /// for its target.
  private mutating func shiftContent(by growth: (now: Double, atRest: Double), at now: Instant) {
    guard growth != (0, 0) else { return }
    scroller.resize(content: flow.height, visible: visibleHeight, growth: growth, at: now)
  }

  /// Lays out a block unless it is laid out. The visible content below it does not move: if the
  /// block is completely above the visible area, the error of its estimated height is scrolled
  /// away.
  private mutating func layOut(block: Int, at now: Instant) {
    guard flow.layouts[block] == nil else { return }
    let bottom = flow.top(ofBlock: block + 1)
    let count = setLayout(ofBlock: block)
    let growth = flow.top(ofBlock: block + count) - bottom
    shiftContent(
      by: (
        now: bottom <= scroller.offset(at: now) ? growth : 0, atRest: bottom <= scroller.target ? growth : 0
      ), at: now)
  }

  /// Lays out a block again and splits it if it is too large.
  ///
  /// - Returns: The number of blocks after the split.
  @discardableResult private mutating func setLayout(ofBlock block: Int) -> Int {
    let layout = BlockLayout(boxes(ofBlock: block), width: flow.width, spacing: flow.spacing)
    let count = editor.elements.blocks[block].count
    flow.set(layout, ofBlock: block, elementCount: count)
    typealias Elements = ElementSequence<Token>
    let boundaries =
      count > Elements.maximumBlockSize ? layout.splitOffsets(every: Elements.preferredBlockSize) : []
    guard !boundaries.isEmpty else { return 1 }
    flow.update(for: editor.split(block: block, at: boundaries))
    for part in block...block + boundaries.count { setLayout(ofBlock: part) }
    return boundaries.count + 1
  }
}

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
      text, composing: preeditOffset.map { (preedit.text, $0) }, style: theme.fonts.token,
      measuring: environment.text)
    let width = environment.snapped(run.line.metrics.advance + theme.field.caretWidth)
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

// The height of the field. It is animated with a spring when lines are added or removed.
extension TokenField {
  /// The current frame of the field with its status line. The height changes over time in
  /// `advance(to:)`.
  public var frame: Rect {
    let size = Size(width: fieldFrame.width, height: statusFrame.maxY - fieldFrame.minY)
    return Rect(origin: fieldFrame.origin, size: size)
  }

  /// The height at the end of the animation.
  package var targetHeight: Double { frame.height + targetFrame.height - fieldFrame.height }

  /// The field frame at the end of the animation.
  var targetFrame: Rect { frame(ofHeight: animatedHeight.target) }

  /// Updates the height to the current content.
  mutating func updateHeight(at now: Instant) {
    let padding = theme.tokenField.padding
    let target = environment.snapped(visibleHeight + padding.top + padding.bottom)
    if target != animatedHeight.target { grow(to: target, at: now) }
    fieldFrame = frame(ofHeight: animatedHeight.value(at: now))
    scroller.resize(content: flow.height, visible: visibleHeight)
  }

  private mutating func grow(to target: Double, at now: Instant) {
    animatedHeight.animate(
      to: target, at: now, with: environment.motion(.spring(theme.motion.fieldHeight)),
      threshold: environment.positionThreshold)
  }

  /// Ends the animation of the height immediately.
  mutating func endGrowth() {
    animatedHeight.set(animatedHeight.target)
    fieldFrame = targetFrame
  }

  /// Returns the next instant at which the height changes: `now` if the frame does not have its
  /// final height yet. Returns `nil` if the height does not change again.
  func growthChange(after now: Instant) -> Instant? {
    animatedHeight.nextChange(after: now) ?? (fieldFrame.height == targetFrame.height ? nil : now)
  }

  private func frame(ofHeight height: Double) -> Rect {
    environment.snapped(
      Rect(origin: fieldFrame.origin, size: Size(width: fieldFrame.width, height: max(0, height))))
  }

  private var statusHeight: Double {
    environment.snapped(environment.text.metrics(of: "x", style: theme.fonts.caption).height)
  }

  /// The frame of the status line.
  var statusFrame: Rect { statusFrame(below: fieldFrame) }

  /// Returns the frame of the status line for a frame of the field.
  func statusFrame(below frame: Rect) -> Rect {
    Rect(
      x: frame.minX, y: frame.maxY + environment.snapped(theme.tokenField.statusGap), width: frame.width,
      height: statusHeight)
  }
}
