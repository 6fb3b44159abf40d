public import Motion
public import Scene

extension TokenField {
  public mutating func layOut(at origin: Point, width: Double, at now: Instant) {
    if viewport.place(at: origin, width: width) {
      overlay.closeMenu(at: now)
      resetLayout(at: now)
    } else {
      updateHeight(at: now)
    }
    placeCompletions(at: now)
  }

  public mutating func update(_ environment: Environment, at now: Instant) {
    self.environment = environment
    viewport.update(environment)
    overlay.update(environment, at: now)
    resetLayout(at: now)
  }

  /// Discards the layout and lays the field out again, without animation.
  private mutating func resetLayout(at now: Instant) {
    guard viewport.content.width > 0 else { return }
    motions.end()
    let anchors = anchors(at: now)
    flow.reset(
      count: count, dividedAt: editor.elements.boundaries(in: 0..<count, every: FlowLayout.preferredCount),
      width: viewport.content.width, spacing: environment.snapped(theme.tokenField.spacing),
      emptyHeight: emptyLineHeight, around: anchors.map(\.element), caret: selection.head,
      BoxMeasurer(self).boxes)
    follow(anchors, at: now)
    layOutVisible(at: now)
    viewport.endGrowth()
    updateDragPreview(at: now)
    updateStatus()
  }

  /// The height of a line with a text token.
  var emptyLineHeight: Double {
    let padding = theme.tokenField.tokenPadding
    let text = environment.text.metrics(of: "x", style: theme.fonts.token)
    return environment.snapped(text.height + padding.top + padding.bottom)
  }

  /// The height of the visible content. The field grows up to its maximum number of lines.
  var visibleHeight: Double {
    min(flow.height, maximumHeight - flow.spacing)
  }

  /// The height of the maximum number of lines, with the spacing below each.
  private var maximumHeight: Double {
    Double(max(1, configuration.maximumLines)) * (emptyLineHeight + flow.spacing)
  }

  /// Returns the frame of the caret: two pixels wide, centered on its edge, as high as its line.
  func caretFrame(at now: Instant) -> Rect? {
    composedCaret.map { bar(for: $0, movedBy: viewport.textOffset, now) }
      ?? caretFrame(at: caretPosition, now)
  }

  /// Returns the frame of a caret at a caret position.
  func caretFrame(at position: CaretPosition, _ now: Instant) -> Rect? {
    let moved = flow.line(at: position).map(textScrollOffset(on:)) ?? 0
    return flow.caret(at: position).map { bar(for: $0, movedBy: moved, now) }
  }

  private func bar(for caret: Rect, movedBy distance: Double, _ now: Instant) -> Rect {
    let width = environment.lineWidth(theme.field.caretWidth)
    let shift = viewport.shift(at: now)
    let middle = min(caret.minX - distance + shift.dx, viewport.content.maxX)
    return Rect(
      x: environment.snapped(middle - width / 2), y: caret.minY + shift.dy, width: width, height: caret.height
    )
  }

  // Layout of the content.

  /// Lays out the content that is or soon becomes visible, and the content around the caret.
  mutating func layOutVisible(at now: Instant) {
    guard flow.width > 0, !editor.elements.isEmpty else { return updateHeight(at: now) }
    // Before the visible content, whose lines it may break differently.
    layOut(.around(selection.head), at: now)
    var offset: Double
    // Content above may be higher than estimated, so that other content becomes visible.
    repeat {
      offset = viewport.scroller.offset(at: now)
      layOut(band(at: offset), at: now)
    } while viewport.scroller.offset(at: now) != offset
    updateHeight(at: now)
  }

  /// The height that is laid out beyond the visible content on either side: one more visible height, which no
  /// scroll exceeds within one frame.
  private var overscan: Double { max(0, maximumHeight) }

  /// Returns the content that is visible, or nearly, at a scroll offset.
  private func band(at offset: Double) -> FlowLayout.Part {
    .band(offset - overscan...offset + 2 * overscan)
  }

  /// Lays out a part of the content.
  mutating func layOut(_ part: FlowLayout.Part, at now: Instant) {
    guard !flow.isLaidOut(part) else { return }
    let anchors = anchors(at: now)
    flow.layOut(part, BoxMeasurer(self).boxes)
    follow(anchors, at: now)
  }

  /// Returns the content at the scroll offset and at the target of scrolling.
  private func anchors(at now: Instant) -> [FlowLayout.Anchor] {
    [viewport.scroller.offset(at: now), viewport.scroller.target].map(flow.anchor(atHeight:))
  }

  /// Scrolls so that the content at anchors does not move.
  private mutating func follow(_ anchors: [FlowLayout.Anchor], at now: Instant) {
    let growth = (now: flow.movement(of: anchors[0]), atRest: flow.movement(of: anchors[1]))
    guard growth != (0, 0) else { return }
    viewport.scroller.resize(content: flow.height, visible: visibleHeight, growth: growth, at: now)
  }
}

/// Measures the boxes of tokens and text for the layout.
private struct BoxMeasurer<Adapter: TokenAdapter> {
  private let elements: ElementSequence<Adapter.Token>
  private let adapter: Adapter
  private let environment: Environment
  private let (width, textHeight): (Double, Double)
  /// The preedit text at the caret.
  private let (preedit, caret): (String, Int)

  init(_ field: TokenField<Adapter>) {
    (elements, adapter, environment) = (field.editor.elements, field.adapter, field.environment)
    (width, textHeight) = (field.viewport.content.width, field.emptyLineHeight)
    (preedit, caret) = (field.caret.preedit.text, field.selection.head)
  }

  func boxes(of range: Range<Int>, known: [TokenMeasure?]) -> [BlockLayout.Box] {
    let composed = preeditIndex(in: range)
    var boxes: [BlockLayout.Box] = []
    boxes.reserveCapacity(range.count)
    var index = range.lowerBound
    for item in elements.items(in: range) {
      let start = index - range.lowerBound
      switch item {
      case .text(let text):
        let preedit = composed.flatMap { (index...index + text.count).contains($0) ? $0 - index : nil }
        boxes.append(textBox(Array(text.string), at: start, preeditAt: preedit))
        index += text.count
      case .token(let token):
        if composed == index, boxes.last?.text == nil { boxes.append(textBox([], at: start, preeditAt: 0)) }
        boxes.append(box(of: token, at: start, known.isEmpty ? nil : known[start]))
        index += 1
      }
    }
    if composed == range.upperBound, boxes.last?.text == nil {
      boxes.append(textBox([], at: range.count, preeditAt: 0))
    }
    return boxes
  }

  private func box(of token: Adapter.Token, at start: Int, _ known: TokenMeasure?) -> BlockLayout.Box {
    let measure = known ?? measure(of: token)
    return BlockLayout.Box(
      elements: start..<start + 1, frame: Rect(origin: .zero, size: measure.size), problem: measure.problem)
  }

  private func measure(of token: Adapter.Token) -> TokenMeasure {
    let size = adapter.size(of: token, within: width, in: environment)
    return TokenMeasure(
      size: Size(width: min(size.width, width), height: size.height),
      problem: adapter.problem(of: token, in: environment))
  }

  private func textBox(_ text: [Character], at start: Int, preeditAt index: Int?) -> BlockLayout.Box {
    let run = TextRun(
      text, composing: index.map { (preedit, $0) }, style: environment.theme.fonts.token,
      measuring: environment.text)
    let advance = environment.snapped(run.line.metrics.advance + environment.theme.field.caretWidth)
    return BlockLayout.Box(
      elements: start..<start + text.count,
      frame: Rect(x: 0, y: 0, width: min(advance, width), height: textHeight), text: run)
  }

  /// Returns the insertion index of the preedit text if it belongs to a range of elements.
  private func preeditIndex(in range: Range<Int>) -> Int? {
    guard !preedit.isEmpty, range.contains(caret) || range.upperBound == caret else { return nil }
    // At a boundary, the preedit text belongs to text that begins there, or else to the elements
    // before.
    let isBetweenElements = caret > 0 && caret < elements.count
    guard isBetweenElements, caret == range.lowerBound || caret == range.upperBound else { return caret }
    return elements[caret].isText == (caret == range.lowerBound) ? caret : nil
  }
}

// Scrolling.
extension TokenField {
  /// Calls a closure with the boxes of the visible lines.
  func forEachVisibleBox(at now: Instant, _ body: (FlowLayout.PlacedBox) -> Void) {
    guard !editor.elements.isEmpty, flow.width > 0 else { return }
    flow.forEachBox(in: viewport.band(extendedBy: flow.spacing, at: now), body)
  }

  /// Scrolls so that the caret is visible, in the field and in text that is wider than a line.
  mutating func revealCaret(at now: Instant) {
    viewport.reveal(composedCaret ?? flow.caret(at: caretPosition), inTextOf: caretBox)
    guard viewport.scroller.isScrollable, !viewport.scroller.isAutoscrolling else { return }
    while let caret = flow.caret(at: caretPosition) {
      viewport.scroller.reveal(caret, margin: 0, at: now)
      let target = viewport.scroller.target
      layOut(band(at: target), at: now)
      updateHeight(at: now)
      // Content that becomes visible may differ from its estimated height, once for each block.
      let updated = flow.caret(at: caretPosition)
      guard updated != caret || viewport.scroller.target != target else { return }
    }
  }

  /// Returns the horizontal scroll offset of a line. Only text that is wider than a line is
  /// scrolled, and it is alone on its line.
  func textScrollOffset(on line: FlowLayout.LineLocation) -> Double {
    guard viewport.textOffset > 0, let own = flow.line(at: caretPosition) else { return 0 }
    return own.block == line.block && own.line == line.line ? viewport.textOffset : 0
  }

  /// The box of the text that contains the caret, or `nil` if there is none.
  private var caretBox: FlowLayout.PlacedBox? {
    let text = textRun(around: selection.head)
    return text.isEmpty ? nil : flow.box(ofElement: text.lowerBound)
  }

  /// Scrolls the field. At the end of the content, the owner of the field handles the event.
  mutating func scrolled(_ step: ScrollEvent, at now: Instant) -> Response<Action> {
    guard viewport.scroll(by: step, at: now) else { return .ignored }
    layOutVisible(at: now)
    return .handled()
  }

  // The height of the field. It is animated with a spring when lines are added or removed.

  /// The current frame of the field with its status line. The height changes over time in
  /// `advance(to:)`.
  public var frame: Rect {
    let size = Size(width: viewport.frame.width, height: statusFrame.maxY - viewport.frame.minY)
    return Rect(origin: viewport.frame.origin, size: size)
  }

  public var targetHeight: Double { frame.height + viewport.targetFrame.height - viewport.frame.height }

  /// Updates the height to the current content.
  mutating func updateHeight(at now: Instant) {
    viewport.fit(content: flow.height, visible: visibleHeight, at: now)
  }

  /// The frame of the status line.
  var statusFrame: Rect { statusFrame(below: viewport.frame) }

  /// Returns the frame of the status line for a frame of the field.
  func statusFrame(below frame: Rect) -> Rect {
    let height = environment.text.metrics(of: "x", style: theme.fonts.caption).height
    return Rect(
      x: frame.minX, y: frame.maxY + environment.snapped(theme.tokenField.statusGap), width: frame.width,
      height: environment.snapped(height))
  }

  // Hit testing.

  /// Returns the index of the token at a point in the window. Near the sides of a token, the caret
  /// position is meant instead, and the result is `nil`.
  func token(at point: Point, at now: Instant) -> Int? {
    let inContent = point - viewport.shift(at: now)
    guard let line = flow.line(atHeight: inContent.y) else { return nil }
    let margin = TokenFieldConstants.caretMargin
    return flow.boxes(on: line).first { box in
      box.text == nil && box.frame.minX + margin <= inContent.x && inContent.x < box.frame.maxX - margin
        && line.top <= inContent.y && inContent.y < line.top + line.height
    }?.elements.lowerBound
  }

  /// Returns the caret position nearest to a point in the window.
  func caretPosition(at point: Point, at now: Instant) -> CaretPosition? {
    let inContent = point - viewport.shift(at: now)
    guard !editor.elements.isEmpty else { return CaretPosition(insertionIndex: 0) }
    guard let line = flow.line(atHeight: inContent.y) else { return nil }
    return flow.caretPosition(on: line, nearestTo: inContent.x + textScrollOffset(on: line))
  }

  /// Returns the frame of an element in the window at the end of its animation.
  func frame(ofElement index: Int, at now: Instant) -> Rect? {
    flow.box(ofElement: index)?.frame.offset(by: viewport.shift(at: now))
  }

  /// Returns the token or the text run at a point in the window.
  func hitBox(at point: Point, at now: Instant) -> FlowLayout.PlacedBox? {
    let inContent = point - viewport.shift(at: now)
    return flow.line(atHeight: inContent.y).flatMap { line in
      flow.boxes(on: line).first { $0.frame.contains(inContent) }
    }
  }

  /// Returns the index of the grapheme of text at a point in the window.
  func grapheme(at point: Point, at now: Instant) -> Int? {
    guard let hit = hitBox(at: point, at: now), let run = hit.text, run.composed == nil else { return nil }
    let start = hit.elements.lowerBound
    let scroll = textRun(around: selection.head).lowerBound == start ? viewport.textOffset : 0
    let x = point.x - viewport.shift(at: now).dx - hit.frame.minX + scroll
    return run.line.clusters.firstIndex { $0.x.contains(x) }.map { start + $0 }
  }

  /// Returns the range of the word at an insertion index.
  func word(around index: Int) -> Range<Int> {
    let text = textRun(around: index)
    let word = words(in: text).word(around: index - text.lowerBound)
    return text.lowerBound + word.lowerBound..<text.lowerBound + word.upperBound
  }

  public func pointerShape(over point: Point, at now: Instant) -> PointerShape? {
    if pointer.mode.isDragging { return .grabbing }
    if let shape = overlayPointerShape(over: point, at: now) { return shape }
    guard viewport.frame.contains(point) else { return nil }
    return token(at: point, at: now) == nil ? .text : .arrow
  }
}
