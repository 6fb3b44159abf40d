import Scene

/// One block of a token field's content, laid out, in a space that begins at its top leading corner.
///
/// It is not generic, though its tokens are: a hundred boxes are made anew with each key, and code
/// that does not know its types takes ten times as long for each.
struct BlockLayout {
  /// A token, or text in one piece.
  struct Box {
    /// Which units of the block; none where there is only text that is being composed.
    var units: Range<Int>
    var frame: Rect
    /// `nil` for a token.
    var text: TextRun?
    /// What is wrong with the token; `nil` where nothing is.
    var problem: String?
  }

  /// Boxes side by side, as high as the highest of them.
  struct Line {
    var boxes: Range<Int>
    var top: Double
    var height: Double
  }

  private(set) var boxes: [Box]
  private(set) var lines: [Line] = []

  /// Breaks boxes into lines.
  ///
  /// - Parameters:
  ///   - boxes: With their sizes.
  ///   - width: Of a line; a box that is wider has a line of its own.
  ///   - spacing: Between neighbours, and between lines.
  /// - Complexity: O(*n*).
  init(_ boxes: [Box], width: Double, spacing: Double) {
    self.boxes = boxes
    var line = Line(boxes: 0..<0, top: 0, height: 0)
    var x = 0.0
    for index in boxes.indices {
      let size = boxes[index].frame.size
      if !line.boxes.isEmpty, x + size.width > width {
        close(line)
        let top = line.top + line.height + spacing
        (line, x) = (Line(boxes: index..<index, top: top, height: 0), 0)
      }
      self.boxes[index].frame.origin = Point(x: x, y: line.top)
      line.boxes = line.boxes.lowerBound..<index + 1
      line.height = max(line.height, size.height)
      x += size.width + spacing
    }
    if !line.boxes.isEmpty { close(line) }
  }

  /// Ends a line and centres its boxes in its height.
  private mutating func close(_ line: Line) {
    for index in line.boxes {
      boxes[index].frame.origin.y += (line.height - boxes[index].frame.height) / 2
    }
    lines.append(line)
  }

  /// From the first line's top to the last one's bottom.
  var height: Double { lines.last.map { $0.top + $0.height } ?? 0 }

  /// The box that a unit is in; `nil` behind the last one.
  ///
  /// - Complexity: O(log *n*).
  func box(ofUnit offset: Int) -> Int? {
    var (low, high) = (0, boxes.count)
    while low < high {
      let middle = (low + high) / 2
      if boxes[middle].units.upperBound <= offset { low = middle + 1 } else { high = middle }
    }
    return low < boxes.count ? low : nil
  }

  /// The line that a box is on.
  func line(ofBox box: Int) -> Int? { lines.firstIndex { $0.boxes.contains(box) } }

  /// The units that a line begins and ends with.
  func units(of line: Line) -> Range<Int> {
    boxes[line.boxes.lowerBound].units
      .lowerBound..<boxes[line.boxes.upperBound - 1].units.upperBound
  }

  /// How many units of what follows this block would have room on its last line.
  func roomForUnits(of next: BlockLayout, width: Double, spacing: Double) -> Int {
    guard let last = boxes.last else { return 0 }
    // Added up as lines are, so that both agree to the last bit.
    var (x, count) = (last.frame.minX + (last.frame.width + spacing), 0)
    for box in next.boxes {
      guard x + box.frame.width <= width else { break }
      x += box.frame.width + spacing
      count = box.units.upperBound
    }
    return count
  }

  /// Where a block of many units can be divided without a trace: at the starts of lines, each part
  /// of so many units or a few more.
  func borders(every count: Int) -> [Int] {
    lines.dropFirst().reduce(into: []) { borders, line in
      let start = units(of: line).lowerBound
      if start - (borders.last ?? 0) >= count { borders.append(start) }
    }
  }
}

/// What a token's kind said of it, which stays so as long as the token does.
struct TokenMeasure {
  var size: Size
  /// What is wrong with it; `nil` where nothing is.
  var problem: String?
}

extension BlockLayout {
  /// What is known of the tokens, one for each unit.
  var measures: [TokenMeasure?] {
    var measures = [TokenMeasure?](repeating: nil, count: boxes.last?.units.upperBound ?? 0)
    for box in boxes where box.text == nil {
      measures[box.units.lowerBound] = TokenMeasure(size: box.frame.size, problem: box.problem)
    }
    return measures
  }
}
