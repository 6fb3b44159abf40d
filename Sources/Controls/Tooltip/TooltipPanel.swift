import Scene

/// The panel of a tooltip, with its text broken into lines.
struct TooltipPanel {
  private let text: String
  /// The maximum width of the text.
  private let width: Double
  private let block: TextBlock

  /// Creates a panel.
  ///
  /// - Parameter text: The text, which is sanitized. If it exceeds the theme's number of lines, its
  ///   middle is replaced by the number of elided characters.
  init(_ text: String, width: Double, _ environment: Environment) {
    (self.text, self.width) = (text, width)
    block = TooltipElider(text: text, width: width, measuring: environment.text).block
  }

  /// Adds the panel to a display list. It is below the target, or above it if it does not fit below
  /// and there is more space above. It is centered on the target as far as the bounds allow.
  func draw(near target: Rect, in bounds: Rect, into list: inout DisplayList, _ environment: Environment) {
    typealias Style = Theme.Tooltip
    let bounds = bounds.inset(by: Style.margin)
    let available = bounds.width - Style.padding.leading - Style.padding.trailing
    guard width <= max(available, 1) else {
      let narrower = TooltipPanel(text, width: max(available, 1), environment)
      return narrower.draw(near: target, within: bounds, into: &list, environment)
    }
    draw(near: target, within: bounds, into: &list, environment)
  }

  private func draw(
    near target: Rect, within bounds: Rect, into list: inout DisplayList, _ environment: Environment
  ) {
    typealias Style = Theme.Tooltip
    let frame = environment.snapped(frame(near: target, within: bounds))
    let colors = environment.theme.colors
    list.fill(
      .roundedRect(RoundedRect(frame, cornerRadius: environment.snapped(Style.cornerRadius))), colors.text)
    let origin = Point(x: frame.minX + Style.padding.leading, y: frame.minY + Style.padding.top)
    block.draw(at: origin, colors.window, into: &list)
  }

  private func frame(near target: Rect, within bounds: Rect) -> Rect {
    typealias Style = Theme.Tooltip
    let size = Size(
      width: block.width + Style.padding.leading + Style.padding.trailing,
      height: block.height + Style.padding.top + Style.padding.bottom)
    let (below, above) = (target.maxY + Style.gap, target.minY - Style.gap - size.height)
    let (freeBelow, freeAbove) = (bounds.maxY - below - size.height, above - bounds.minY)
    let y = freeBelow >= 0 || freeBelow >= freeAbove ? below : above
    return Rect(
      x: max(bounds.minX, min(target.midX - size.width / 2, bounds.maxX - size.width)),
      y: max(bounds.minY, min(y, bounds.maxY - size.height)), width: size.width, height: size.height)
  }
}

/// Breaks a text into at most the theme's number of lines and elides its middle if it is too long.
private struct TooltipElider {
  typealias Style = Theme.Tooltip

  let text: String
  let width: Double
  let measuring: any TextMeasuring

  /// The lines of the text.
  ///
  /// - Complexity: O(*n*) measurements in the number of displayed characters, and O(*n*) for
  ///   counting the characters of the text.
  var block: TextBlock {
    let limit = maximumCharacters
    if text.prefix(limit + 1).count <= limit {
      let whole = block(DisplaySanitizer.sanitized(text))
      if whole.lines.count <= Style.lines { return whole }
    }
    let count = text.count
    var kept = min(estimatedCharacters, count - 1)
    while true {
      let elided = block(elided(keeping: kept, of: count))
      if elided.lines.count <= Style.lines || kept < 2 { return elided }
      kept = min(kept - 1, Self.withBreakMargin(kept * Style.lines / elided.lines.count))
    }
  }

  private func block(_ text: String) -> TextBlock {
    TextBlock(text, style: Style.style, width: width, measuring: measuring)
  }

  /// The maximum number of characters that can fit, from a low estimate of their width.
  private var maximumCharacters: Int { Int(max(1, width) * Double(Style.lines) / (Style.style.size / 4)) }

  /// The estimated number of characters that fit, from the width of the first ones.
  private var estimatedCharacters: Int {
    let first = text.prefix(Style.lines)
    let displayed = first.map { DisplaySanitizer.sanitized($0) }.joined()
    let advance = measuring.metrics(of: displayed, style: Style.style).advance
    let characters = width * Double(Style.lines) * Double(first.count) / max(1, advance)
    return Self.withBreakMargin(min(Int(characters), maximumCharacters))
  }

  /// Returns 95 % of a number of characters, because lines break between words.
  private static func withBreakMargin(_ characters: Int) -> Int { characters * 19 / 20 }

  /// Returns the beginning and the end of the text, with the number of elided characters between.
  ///
  /// - Parameters:
  ///   - kept: The number of characters to keep.
  ///   - count: The number of characters of the whole text.
  private func elided(keeping kept: Int, of count: Int) -> String {
    let end = kept / 2
    let head = text.prefix(kept - end).map { DisplaySanitizer.sanitized($0) }.joined()
    let tail = text.lastCharacters(end).map { DisplaySanitizer.sanitized($0) }.joined()
    let elidedCount = count - kept
    let noun = elidedCount == 1 ? "character" : "characters"
    return "\(head)… \(Self.grouped(elidedCount)) more \(noun) …\(tail)"
  }

  /// Returns a number with commas between groups of three digits.
  private static func grouped(_ number: Int) -> String {
    let digits = String(number)
    return digits.enumerated().reduce(into: "") { text, digit in
      if digit.offset > 0, (digits.count - digit.offset) % 3 == 0 { text.append(",") }
      text.append(digit.element)
    }
  }
}
