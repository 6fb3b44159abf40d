import Motion
public import Scene

extension TokenField {
  /// Puts the field with its status line somewhere.
  ///
  /// - Parameters:
  ///   - origin: The top leading corner.
  ///   - width: In logical pixels; the height follows from it.
  public mutating func place(at origin: Point, width: Double) {
    let isOtherWidth = width != frame.width
    frame = Rect(x: origin.x, y: origin.y, width: width, height: frame.height)
    if isOtherWidth { layOutAnew() } else { adoptHeight(at: nil) }
    placeCompletions()
  }

  mutating func environmentChanged(from old: Environment) {
    scroller.environment = environment
    overlay.environment = environment
    layOutAnew()
  }

  /// Forgets all places; nothing moves visibly.
  private mutating func layOutAnew() {
    guard frame.width > 0 else { return }
    motions.end()
    // Whether it has come to rest is told by the time alone, which is not known here.
    scroller.endMomentum()
    flow.reset(
      editor.units, width: content.width, spacing: environment.snapped(Theme.TokenField.spacing),
      emptyHeight: emptyLineHeight)
    layOutVisible(at: .zero)
    endGrowth()
    sentence = describe()
  }

  /// Where content stands, scrolled or not; its height does not matter.
  var content: Rect { environment.snapped(frame.inset(by: Theme.TokenField.padding)) }

  /// As high as if a text token were there.
  var emptyLineHeight: Double {
    let padding = Theme.TokenField.tokenPadding
    let text = environment.text.metrics(of: "x", style: Theme.Fonts.token)
    return environment.snapped(text.height + padding.top + padding.bottom)
  }

  /// Of content in sight; the field grows up to as many lines as it may have.
  var visibleHeight: Double {
    let lines = Double(max(1, configuration.maximumLines))
    let limit = lines * (emptyLineHeight + flow.spacing) - flow.spacing
    return min(flow.height, limit)
  }

  /// From content's space to the window's.
  func shift(at now: Instant) -> Vector {
    content.origin - .zero - Vector(dx: 0, dy: scroller.offset(at: now))
  }

  /// The caret's bar, two pixels wide around the edge it marks and as high as its line.
  func caretFrame(at now: Instant) -> Rect? {
    composedCaret.map { bar(for: $0, movedBy: textScroll, now) } ?? caretFrame(at: caretPlace, now)
  }

  /// The bar that a caret would be in some place.
  func caretFrame(at place: CaretPlace, _ now: Instant) -> Rect? {
    let moved = flow.line(at: place, in: editor.units).map(scrolledOut(on:)) ?? 0
    return flow.caret(at: place, in: editor.units).map { bar(for: $0, movedBy: moved, now) }
  }

  private func bar(for caret: Rect, movedBy distance: Double, _ now: Instant) -> Rect {
    let width = environment.line(Theme.Caret.width)
    let shift = shift(at: now)
    let middle = min(caret.minX - distance + shift.dx, content.maxX)
    return Rect(
      x: environment.snapped(middle - width / 2), y: caret.minY + shift.dy, width: width,
      height: caret.height)
  }
}

// Laying out.
extension TokenField {
  /// Lays out what can be seen now, or soon, and where the caret is.
  mutating func layOutVisible(at now: Instant) {
    guard flow.width > 0, !editor.units.isEmpty else {
      return adoptHeight(at: now)
    }
    layOutView(at: scroller.offset(at: now), now)
    layOut(around: selection.head, at: now)
    adoptHeight(at: now)
  }

  /// How much is laid out beyond what can be seen: as much again on either side, which no frame's
  /// scrolling passes.
  private var visibleReach: Double {
    Double(max(1, configuration.maximumLines)) * (emptyLineHeight + flow.spacing)
  }

  /// Lays out what is in sight, or nearly, where content is moved up so far.
  mutating func layOutView(at offset: Double, _ now: Instant) {
    layOut(from: offset - visibleReach, to: offset + 2 * visibleReach, at: now)
  }

  private mutating func layOut(from top: Double, to bottom: Double, at now: Instant) {
    // Where the first of them begins is a guess, which shows in the next one's first lines at most.
    var block = max(0, flow.block(atHeight: top) - 2)
    while block < editor.units.blocks.count, flow.top(ofBlock: block) < bottom {
      layOutFull(block: block, at: now)
      block += 1
    }
  }

  /// Lays out the blocks that a caret in a gap, and the lines above and below it, are in.
  mutating func layOut(around gap: Int, at now: Instant) {
    guard !editor.units.isEmpty else { return }
    var block = max(0, editor.units.place(of: gap).block - 1)
    while block <= editor.units.place(of: gap).block {
      layOutFull(block: block, at: now)
      block += 1
    }
  }

  /// Lays out a block and the one behind it, where nobody did, and has its last line go on with what
  /// follows as far as there is room. What is seen stays where it is seen.
  private mutating func layOutFull(block: Int, at now: Instant) {
    layOut(block: block, at: now)
    while block + 1 < editor.units.blocks.count {
      layOut(block: block + 1, at: now)
      let room = flow.room(behind: block)
      guard room > 0 else { return }
      let (seen, seenAtRest) = (line(at: scroller.offset(at: now)), line(at: scroller.target))
      flow.follow(editor.moveBorder(behind: block, by: room))
      for changed in [block + 1, block] where flow.layouts.indices.contains(changed) {
        setLayout(ofBlock: changed)
      }
      shiftContent(by: (now: growth(above: seen), atRest: growth(above: seenAtRest)), at: now)
    }
  }

  private func line(at height: Double) -> TokenFlow<Token>.LinePlace? {
    flow.line(atHeight: height, in: editor.units)
  }

  /// How much lower a line is than it was.
  private func growth(above line: TokenFlow<Token>.LinePlace?) -> Double {
    guard let line, let place = flow.line(ofUnit: line.gaps.lowerBound, in: editor.units) else {
      return 0
    }
    return place.top - line.top
  }

  /// Scrolls by what content has grown above what is seen, and above what will be seen at rest.
  private mutating func shiftContent(by growth: (now: Double, atRest: Double), at now: Instant) {
    guard growth != (0, 0) else { return }
    scroller.resize(content: flow.height, visible: visibleHeight, growth: growth, at: now)
  }

  /// Lays out a block, where nobody did. What is below it stays where it is seen: if all of the block
  /// is above, what its height was guessed wrong by is scrolled away.
  private mutating func layOut(block: Int, at now: Instant) {
    guard flow.layouts[block] == nil else { return }
    let bottom = flow.top(ofBlock: block + 1)
    let count = setLayout(ofBlock: block)
    let growth = flow.top(ofBlock: block + count) - bottom
    shiftContent(
      by: (
        now: bottom <= scroller.offset(at: now) ? growth : 0,
        atRest: bottom <= scroller.target ? growth : 0
      ), at: now)
  }

  /// Lays out a block anew, and divides it where it has grown too large.
  ///
  /// - Returns: How many blocks it is now.
  @discardableResult
  private mutating func setLayout(ofBlock block: Int) -> Int {
    let layout = BlockLayout(boxes(ofBlock: block), width: flow.width, spacing: flow.spacing)
    let count = editor.units.blocks[block].units.count
    flow.set(layout, ofBlock: block, units: count)
    typealias Units = UnitSequence<Token>
    let borders =
      count > Units.largestBlockCount ? layout.borders(every: Units.preferredBlockCount) : []
    guard !borders.isEmpty else { return 1 }
    flow.follow(editor.split(block: block, at: borders))
    for part in block...block + borders.count { setLayout(ofBlock: part) }
    return borders.count + 1
  }
}
