import Scene

/// The text of a tooltip, broken into lines.
struct TooltipPanel {
  private let text: String
  /// Of the text, at most.
  private let width: Double
  private let block: TextBlock

  /// - Parameter text: Shown as `DisplayText` has it; of what is more than the theme's number of
  ///   lines the middle is left out, and how much that is, is told.
  init(_ text: String, width: Double, _ environment: Environment) {
    (self.text, self.width) = (text, width)
    block = Abridger(text: text, width: width, measuring: environment.text).block
  }

  /// Adds it to a display list: below the target or, where there is no room but more above, there;
  /// in the middle of its width as far as the bounds allow.
  func draw(
    near target: Rect, in bounds: Rect, into list: inout DisplayList, _ environment: Environment
  ) {
    typealias Look = Theme.Tooltip
    let bounds = bounds.inset(by: Look.margin)
    let room = bounds.width - Look.padding.leading - Look.padding.trailing
    guard width <= max(room, 1) else {
      let narrower = TooltipPanel(text, width: max(room, 1), environment)
      return narrower.draw(near: target, within: bounds, into: &list, environment)
    }
    draw(near: target, within: bounds, into: &list, environment)
  }

  private func draw(
    near target: Rect, within bounds: Rect, into list: inout DisplayList,
    _ environment: Environment
  ) {
    typealias Look = Theme.Tooltip
    let frame = environment.snapped(frame(near: target, within: bounds))
    let colors = environment.theme.colors
    list.fill(
      .roundedRect(RoundedRect(frame, cornerRadius: environment.snapped(Look.cornerRadius))),
      colors.text)
    let origin = Point(
      x: frame.minX + Look.padding.leading, y: frame.minY + Look.padding.top)
    block.draw(at: origin, colors.window, into: &list)
  }

  private func frame(near target: Rect, within bounds: Rect) -> Rect {
    typealias Look = Theme.Tooltip
    let size = Size(
      width: block.width + Look.padding.leading + Look.padding.trailing,
      height: block.height + Look.padding.top + Look.padding.bottom)
    let (below, above) = (target.maxY + Look.gap, target.minY - Look.gap - size.height)
    let (roomBelow, roomAbove) = (bounds.maxY - below - size.height, above - bounds.minY)
    let y = roomBelow >= 0 || roomBelow >= roomAbove ? below : above
    return Rect(
      x: max(bounds.minX, min(target.midX - size.width / 2, bounds.maxX - size.width)),
      y: max(bounds.minY, min(y, bounds.maxY - size.height)),
      width: size.width, height: size.height)
  }
}

/// Breaks a text into no more lines than there are, its middle left out where it is too long.
private struct Abridger {
  typealias Look = Theme.Tooltip

  let text: String
  let width: Double
  let measuring: any TextMeasuring

  /// - Complexity: O(*n*) measurements in the characters that are shown, and O(*n*) in looking how
  ///   long the text is.
  var block: TextBlock {
    let most = mostCharacters
    if text.prefix(most + 1).count <= most {
      let whole = block(DisplayText.displayed(text))
      if whole.lines.count <= Look.lines { return whole }
    }
    let count = text.count
    var kept = min(likelyCharacters, count - 1)
    while true {
      let abridged = block(abridged(keeping: kept, of: count))
      if abridged.lines.count <= Look.lines || kept < 2 { return abridged }
      kept = min(kept - 1, Self.sparing(kept * Look.lines / abridged.lines.count))
    }
  }

  private func block(_ text: String) -> TextBlock {
    TextBlock(text, style: Look.style, width: width, measuring: measuring)
  }

  /// How many characters there can be, by a low estimate of how narrow they are.
  private var mostCharacters: Int {
    Int(max(1, width) * Double(Look.lines) / (Look.style.size / 4))
  }

  /// How many there will be if all are as wide as the first ones.
  private var likelyCharacters: Int {
    let first = text.prefix(Look.lines)
    let shown = first.map { DisplayText.displayed($0) }.joined()
    let advance = measuring.metrics(of: shown, style: Look.style).advance
    let characters = width * Double(Look.lines) * Double(first.count) / max(1, advance)
    return Self.sparing(min(Int(characters), mostCharacters))
  }

  /// A little less, since lines end where words do.
  private static func sparing(_ characters: Int) -> Int { characters * 19 / 20 }

  /// - Parameter count: Of the whole text.
  private func abridged(keeping kept: Int, of count: Int) -> String {
    let end = kept / 2
    let head = text.prefix(kept - end).map { DisplayText.displayed($0) }.joined()
    let tail = text.lastCharacters(end).map { DisplayText.displayed($0) }.joined()
    let rest = count - kept
    let noun = rest == 1 ? "character" : "characters"
    return "\(head)… \(Self.grouped(rest)) \(noun) left out …\(tail)"
  }

  /// With a comma before each three digits.
  private static func grouped(_ number: Int) -> String {
    let digits = String(number)
    return digits.enumerated().reduce(into: "") { text, digit in
      if digit.offset > 0, (digits.count - digit.offset) % 3 == 0 { text.append(",") }
      text.append(digit.element)
    }
  }
}
