public import Scene

/// A generator of random display lists with all kinds of elements, for an image of 120 × 90.
public struct RandomDisplayList {
  private var generator: SeededGenerator
  private let text: any TextMeasuring

  public init(seed: Int, text: any TextMeasuring) {
    generator = SeededGenerator(seed: seed)
    self.text = text
  }

  /// Returns a list with an optional background and some elements, including nested groups.
  public mutating func next() -> DisplayList {
    var list = DisplayList()
    if Bool.random(using: &generator) {
      list.fill(.rect(Rect(x: 0, y: 0, width: 120, height: 90)), color())
    }
    addElements(to: &list, depth: 0)
    return list
  }

  /// Returns a list for the next frame: the elements of `list` with some of them removed, changed,
  /// inserted and moved.
  public mutating func variation(of list: DisplayList) -> DisplayList {
    var new = DisplayList()
    addVariation(of: list.elements[...], to: &new)
    return new
  }

  /// Returns a coordinate in or near the image: integer, half-integer or arbitrary.
  private mutating func coordinate(upTo limit: Double) -> Double {
    let value = Double.random(in: -20...limit + 20, using: &generator)
    switch Int.random(in: 0..<3, using: &generator) {
    case 0: return value.rounded()
    case 1: return value.rounded() + 0.5
    default: return value
    }
  }

  private mutating func number(_ range: ClosedRange<Double>) -> Double {
    Double.random(in: range, using: &generator)
  }

  private mutating func point() -> Point {
    Point(x: coordinate(upTo: 120), y: coordinate(upTo: 90))
  }

  private mutating func rect() -> Rect {
    Rect(
      origin: point(), size: Size(width: coordinate(upTo: 60), height: coordinate(upTo: 50)))
  }

  private mutating func roundedRect() -> RoundedRect {
    RoundedRect(rect(), cornerRadius: max(0, number(-5...20)))
  }

  private mutating func color() -> Color {
    Color(
      red: number(0...1), green: number(0...1), blue: number(0...1),
      alpha: Bool.random(using: &generator) ? 1 : number(0...1))
  }

  private mutating func shape() -> Shape {
    switch Int.random(in: 0..<3, using: &generator) {
    case 0: return .rect(rect())
    case 1: return .roundedRect(roundedRect())
    default:
      var path = Path(lines: [point(), point(), point()])
      path.curve(to: point(), point(), point())
      if Bool.random(using: &generator) { path.close() }
      return .path(path)
    }
  }

  private mutating func addElements(to list: inout DisplayList, depth: Int) {
    for _ in 0..<Int.random(in: 1...5, using: &generator) { addElement(to: &list, depth: depth) }
  }

  private mutating func addElement(to list: inout DisplayList, depth: Int) {
    switch Int.random(in: 0..<(depth < 3 ? 10 : 6), using: &generator) {
    case 0, 1: list.fill(shape(), color())
    case 2: list.stroke(shape(), color(), width: number(0.3...6))
    case 3:
      let offset = Vector(dx: number(-5...5), dy: number(-5...5))
      list.shadow(
        of: roundedRect(), Shadow(color: color(), offset: offset, blur: number(0.5...9)))
    case 4: addText(to: &list)
    case 5: list.image(image(), in: Rect(origin: point(), size: Size(width: 8, height: 6)))
    case 6:
      var recording = Recording()
      recording.record { addElements(to: &$0, depth: depth + 1) }
      list.show(recording)
    default:
      let group = group()
      list.group(group) { addElements(to: &$0, depth: depth + 1) }
    }
  }

  /// Returns an image of 8 × 6 random pixels.
  private mutating func image() -> Image {
    let pixels = (0..<48).map { _ in
      let alpha = UInt32.random(in: 0...255, using: &generator)
      let parts = (0..<3).map { _ in UInt32.random(in: 0...alpha, using: &generator) }
      return alpha << 24 | parts[0] << 16 | parts[1] << 8 | parts[2]
    }
    return Image(width: 8, height: 6, pixels: pixels)
  }

  private mutating func addText(to list: inout DisplayList) {
    let string = ["Drag me!", "fj", "Åg̈", "illumination"].randomElement(using: &generator) ?? ""
    let style = TextStyle(
      family: "Inter", size: number(6...30),
      weight: Bool.random(using: &generator) ? .regular : .bold)
    list.text(
      string, style, color(), at: point(), metrics: text.metrics(of: string, style: style),
      placement: Bool.random(using: &generator) ? .wholePixels : .exact)
  }

  private mutating func group() -> DisplayList.Group {
    let chance = Int.random(in: 0..<8, using: &generator)
    let transform = Transform(
      scale: chance & 1 == 0 ? 1 : number(0.3...1.8),
      translation: Vector(dx: coordinate(upTo: 10), dy: coordinate(upTo: 10)))
    return DisplayList.Group(
      transform: transform, opacity: chance & 2 == 0 ? 1 : number(-0.1...1),
      clip: chance & 4 == 0 ? nil : roundedRect())
  }

  private mutating func addVariation(
    of elements: ArraySlice<DisplayList.Element>, to list: inout DisplayList
  ) {
    var index = elements.startIndex
    while index < elements.endIndex {
      let element = elements[index]
      index += 1
      let chance = Int.random(in: 0..<12, using: &generator)
      if chance == 0 { addElement(to: &list, depth: 2) }
      if case .group(var group, let count) = element {
        let content = elements[index..<index + count]
        index += count
        if chance == 1 { continue }
        if chance == 2 { group = self.group() }
        if chance == 3 { group.transform.translation.dx += 1 }
        list.group(group) { addVariation(of: content, to: &$0) }
      } else if case .recording(var recording) = element {
        if chance == 1 { continue }
        if chance < 8 { vary(&recording) }
        list.show(recording)
      } else if chance != 1 {
        add(element, to: &list, recolored: chance == 2)
      }
    }
  }

  /// Records a variation in place, as a view does. The previous frame may share the memory of the
  /// recording.
  private mutating func vary(_ recording: inout Recording) {
    let elements = recording.list.elements
    recording.record { addVariation(of: elements[...], to: &$0) }
  }

  private mutating func add(
    _ element: DisplayList.Element, to list: inout DisplayList, recolored: Bool
  ) {
    switch element {
    case .shape(let shape, .fill, let color): list.fill(shape, recolored ? self.color() : color)
    case .shape(let shape, .stroke(let width), let color):
      list.stroke(shape, recolored ? self.color() : color, width: width)
    case .shadow(let shape, let shadow): list.shadow(of: shape, shadow)
    case .text(let text):
      let metrics = self.text.metrics(of: text.string, style: text.style)
      list.text(
        text.string, text.style, recolored ? color() : text.color, at: text.origin,
        metrics: metrics, placement: text.placement)
    case .image(let image, let position):
      list.image(
        image,
        in: Rect(origin: position, size: Size(width: Double(image.width), height: Double(image.height))))
    case .secret, .group, .recording: break
    }
  }
}
