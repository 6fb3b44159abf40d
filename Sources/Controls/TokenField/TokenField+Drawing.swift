import Motion
import Scene

extension TokenField {
  func drawBoxes(into list: inout DisplayList, at now: Instant) {
    let shift = viewport.shift(at: now)
    if let (run, frame) = preeditOnlyRun { drawText(run, in: frame.offset(by: shift), from: 0, into: &list) }
    forEachVisibleBox(at: now) { box in
      let (boxFrame, element) = (box.frame.offset(by: shift), box.elements.lowerBound)
      if let run = box.text {
        drawText(run, in: boxFrame, from: element, into: &list)
      } else if case .token(let token) = editor.elements[element] {
        drawToken(token, at: element, box.problem, in: boxFrame, into: &list, at: now)
      }
    }
  }

  private func drawToken(
    _ token: Token, at index: Int, _ problem: String?, in boxFrame: Rect, into list: inout DisplayList,
    at now: Instant
  ) {
    let frame = boxFrame.offset(by: motions.offset(of: token.id, at: now))
    let isSelected = editor.isSelected(index)
    let state = TokenState(
      isSelected: isSelected, problem: problem, flash: motions.flash(of: token.id, at: now),
      isLifted: isSelected && pointer.mode.isDragging)
    let presence = motions.presence(of: token.id, at: now)
    guard presence < 1 || state.isLifted else {
      return editor.adapter.draw(token, in: frame, state: state, environment: environment, into: &list)
    }
    let opacity = state.isLifted ? theme.tokenField.liftedOpacity : max(0, min(presence, 1))
    list.group(fading(frame, presence: state.isLifted ? 1 : presence, opacity: opacity)) {
      editor.adapter.draw(token, in: frame, state: state, environment: environment, into: &$0)
    }
  }

  /// Returns a group that scales its content about the center of a frame.
  private func fading(_ frame: Rect, presence: Double, opacity: Double) -> DisplayList.Group {
    let minimum = environment.theme.tokenField.minimumScale
    let scale = minimum + (1 - minimum) * presence
    return DisplayList.Group(transform: Transform(scale: scale, about: frame.center), opacity: opacity)
  }

  func drawFadingTokens(into list: inout DisplayList, at now: Instant) {
    let shift = viewport.shift(at: now)
    for removed in motions.fadingTokens where removed.presence.nextChange(after: now) != nil {
      let presence = removed.presence.value(at: now)
      let frame = removed.frame.offset(by: shift)
      list.group(fading(frame, presence: presence, opacity: max(0, min(presence, 1)))) {
        editor.adapter.draw(
          removed.token, in: frame, state: TokenState(), environment: environment, into: &$0)
      }
    }
  }

  private func drawText(_ run: TextRun, in frame: Rect, from element: Int, into list: inout DisplayList) {
    let metrics = run.line.metrics
    let containsCaret = textRun(around: selection.head).lowerBound == element
    let left = frame.minX - (containsCaret ? viewport.textOffset : 0)
    let origin = Point(x: left, y: metrics.baseline(aroundY: frame.midY))
    list.group(DisplayList.Group(clip: RoundedRect(frame, cornerRadius: 0))) { list in
      drawSelection(of: run, in: frame, left: left, from: element, into: &list)
      list.text(
        run.displayedText, theme.fonts.token, theme.colors.text, at: origin,
        metrics: metrics)
      drawComposition(of: run, at: origin, into: &list)
    }
  }

  private func drawSelection(
    of run: TextRun, in frame: Rect, left: Double, from element: Int, into list: inout DisplayList
  ) {
    let text = element..<element + run.textCount
    for range in editor.selectedRanges {
      let part = range.clamped(to: text)
      guard !part.isEmpty else { continue }
      let graphemes =
        run.lineIndex(of: part.lowerBound - element)..<run.lineIndex(of: part.upperBound - element)
      for x in run.line.extents(of: graphemes) {
        let area = Rect(
          x: left + x.lowerBound, y: frame.minY, width: x.upperBound - x.lowerBound, height: frame.height)
        list.fill(.rect(environment.snapped(area)), theme.colors.selection)
      }
    }
  }

  /// Draws the underline of the preedit text, thicker where the next key applies.
  private func drawComposition(of run: TextRun, at origin: Point, into list: inout DisplayList) {
    guard let composed = run.composed else { return }
    var start = composed.lowerBound
    for segment in caret.preedit.segments {
      let end = min(start + segment.text.count, composed.upperBound)
      let isHighlighted = segment.style == .highlighted
      let height = environment.lineWidth(isHighlighted ? 2 : 1)
      for x in run.line.extents(of: start..<max(start, end)) {
        let line = Rect(
          x: origin.x + x.lowerBound, y: origin.y + theme.tokenField.waveGap,
          width: x.upperBound - x.lowerBound, height: height)
        list.fill(.rect(environment.snapped(line)), isHighlighted ? theme.colors.accent : theme.colors.text)
      }
      start = max(start, end)
    }
  }

  func drawPlaceholder(into list: inout DisplayList) {
    guard editor.elements.isEmpty, caret.preedit.isEmpty, !configuration.placeholder.isEmpty else { return }
    let frame = Rect(
      origin: viewport.content.origin, size: Size(width: viewport.content.width, height: emptyLineHeight))
    list.line(
      DisplaySanitizer.sanitized(configuration.placeholder), theme.fonts.token, theme.colors.secondaryText,
      in: frame, environment)
  }

  /// Draws the caret, or the drop indicator during a drag.
  func drawCaret(into list: inout DisplayList, at now: Instant) {
    guard pointer.dropPosition == nil else {
      if let bar = dropBar(at: now) { list.fill(.rect(bar), environment.theme.colors.blue) }
      return
    }
    guard showsCaret, let bar = caretFrame(at: now)?.intersection(viewport.frame), !bar.isEmpty else {
      return
    }
    list.fill(.rect(bar), environment.theme.colors.blue.opacity(caret.opacity(at: now)))
  }

  /// Returns the frame of the drop indicator.
  func dropBar(at now: Instant) -> Rect? { pointer.dropPosition.flatMap { caretFrame(at: $0, now) } }

  func drawStatus(into list: inout DisplayList) {
    let style = theme.fonts.caption
    let metrics = environment.text.metrics(of: statusLine.line, style: style)
    list.text(
      statusLine.line, style, environment.theme.colors.secondaryText,
      at: Point(x: statusFrame.minX, y: statusFrame.minY + metrics.ascent), metrics: metrics)
  }
}
