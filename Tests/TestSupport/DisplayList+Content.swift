public import Scene

extension DisplayList {
  /// The list with each recording replaced by its elements.
  public var flattened: DisplayList {
    var list = DisplayList()
    list.add(range, of: self)
    return list
  }

  private mutating func add(_ indices: Range<Int>, of list: DisplayList) {
    var index = indices.lowerBound
    while index < indices.upperBound {
      let next = index + list.footprints[index].elementCount
      switch list.elements[index] {
      case .shape(let shape, .fill, let color): fill(shape, color)
      case .shape(let shape, .stroke(let width), let color): stroke(shape, color, width: width)
      case .shadow(let shape, let shadow): self.shadow(of: shape, shadow)
      case .text(let text): self.text(text)
      case .secret(let secret): self.secret(secret)
      case .image(let image, let position):
        self.image(image, in: Rect(origin: position, size: list.footprints[index].ink.size))
      case .group(let group, _): self.group(group) { $0.add(index + 1..<next, of: list) }
      case .recording(let recording): add(recording.list.range, of: recording.list)
      }
      index = next
    }
  }

  /// The texts in painting order, and the areas that their glyphs cover in the window.
  public var textFrames: [(string: String, ink: Rect)] {
    let flat = flattened
    var (texts, transforms) = ([(String, Rect)](), [(end: Int, transform: Transform)]())
    for (index, element) in flat.elements.enumerated() {
      transforms.removeAll { $0.end <= index }
      switch element {
      case .group(let group, _):
        transforms.append((index + flat.footprints[index].elementCount, group.transform))
      case .text(let text):
        texts.append((text.string, transforms.reversed().reduce(text.ink) { $1.transform($0) }))
      case .shape, .shadow, .secret, .image, .recording: break
      }
    }
    return texts
  }

  /// Returns the texts whose ink is within a rectangle, in painting order.
  public func texts(within area: Rect) -> [String] {
    textFrames.filter { $0.ink.intersection(area) == $0.ink }.map(\.string)
  }
}

extension DisplayList {
  /// All lines of text in the list, in painting order.
  public var texts: [String] {
    elements.compactMap { if case .text(let text) = $0 { text.string } else { nil } }
  }

  /// The colors of all shapes in the list, in painting order.
  public var shapeColors: [Color] {
    elements.compactMap { if case .shape(_, _, let color) = $0 { color } else { nil } }
  }
}
