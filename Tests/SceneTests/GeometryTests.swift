import Scene
import TestSupport
import Testing

@Suite struct `Rectangle` {
  @Test(arguments: seeds(100)) func `is contained in its union with another one`(seed: Int) {
    var generator = SeededGenerator(seed: seed)
    let (a, b) = (Rect.random(using: &generator), Rect.random(using: &generator))
    let union = a.union(b)
    for rect in [a, b] {
      #expect(union.minX <= rect.minX && union.minY <= rect.minY)
      #expect(union.maxX >= rect.maxX - 1e-9 && union.maxY >= rect.maxY - 1e-9)
    }
  }

  @Test(arguments: seeds(100))
  func `intersects another in exactly the points that both contain`(seed: Int) {
    var generator = SeededGenerator(seed: seed)
    let (a, b) = (Rect.random(using: &generator), Rect.random(using: &generator))
    let common = a.intersection(b)
    #expect(a.intersects(b) == !common.isEmpty)
    for _ in 0..<50 {
      let point = Point.random(using: &generator)
      #expect(common.contains(point) == (a.contains(point) && b.contains(point)))
    }
  }

  @Test(arguments: seeds(100)) func `is unchanged by an inset and the opposite outset`(seed: Int) {
    var generator = SeededGenerator(seed: seed)
    let rect = Rect.random(using: &generator)
    let insets = Insets(top: 3, leading: 5, bottom: 7, trailing: 11)
    let back = rect.inset(by: insets).inset(
      by: Insets(top: -3, leading: -5, bottom: -7, trailing: -11))
    guard rect.width > 16, rect.height > 10 else { return }
    #expect(back.origin.distance(to: rect.origin) < 1e-9)
    #expect(abs(back.width - rect.width) < 1e-9 && abs(back.height - rect.height) < 1e-9)
  }

  @Test func `has no negative size`() {
    let rect = Rect(x: 4, y: 4, width: -3, height: 5).inset(by: 9)
    #expect(rect.size == .zero && rect.isEmpty)
    let square = Rect(x: 1, y: 1, width: 2, height: 2)
    #expect(rect.union(square) == square && square.union(rect) == square)
  }

  @Test func `has no point in common with a rectangle that it touches`() {
    let (left, right) = (
      Rect(x: 0, y: 0, width: 5, height: 5), Rect(x: 5, y: 0, width: 5, height: 5)
    )
    #expect(!left.intersects(right))
    #expect(!left.contains(Point(x: 5, y: 2)) && right.contains(Point(x: 5, y: 2)))
  }

  @Test(arguments: seeds(100)) func `is covered by the smallest possible pixel rectangle`(
    seed: Int
  ) {
    var generator = SeededGenerator(seed: seed)
    let rect = Rect.random(using: &generator)
    let scale = [1, 1.25, 1.5, 2][seed % 4]
    let pixels = PixelRect(covering: rect, scale: scale)
    #expect(Double(pixels.x) <= rect.minX * scale && Double(pixels.x) > rect.minX * scale - 1)
    #expect(
      Double(pixels.maxX) >= rect.maxX * scale && Double(pixels.maxX) < rect.maxX * scale + 1)
    #expect(Double(pixels.y) <= rect.minY * scale && Double(pixels.y) > rect.minY * scale - 1)
    #expect(
      Double(pixels.maxY) >= rect.maxY * scale && Double(pixels.maxY) < rect.maxY * scale + 1)
  }
}

@Suite struct `Pixel rectangle` {
  @Test(arguments: seeds(100))
  func `intersects, unites and grows like the set of its pixels`(seed: Int) {
    var generator = SeededGenerator(seed: seed)
    let (a, b) = (PixelRect.random(using: &generator), PixelRect.random(using: &generator))
    let (common, union) = (a.intersection(b), a.union(b))
    #expect(a.pixels.intersection(b.pixels) == common.pixels)
    #expect(union.pixels.isSuperset(of: a.pixels.union(b.pixels)))
    #expect(a.intersects(b) == !a.pixels.isDisjoint(with: b.pixels))
    #expect(a.pixels.count == a.area)
    #expect(a.isEmpty || a.outset(by: 1).area == (a.width + 2) * (a.height + 2))
  }

  @Test(arguments: seeds(200)) func `of device pixels has the area of its parts in and outside another one`(
    seed: Int
  ) {
    var generator = SeededGenerator(seed: seed)
    func number() -> Int {
      [.min, -1 << 40, -1, 0, 1, 7, 1 << 31, .max].randomElement(using: &generator) ?? 0
    }
    let (a, b) = (
      PixelRect(x: number(), y: number(), width: number(), height: number()),
      PixelRect(x: number(), y: number(), width: number(), height: number())
    )
    let common = a.intersection(b)
    #expect(a.contains(common) && b.contains(common) || common.isEmpty)
    let parts = a.parts(outside: b)
    #expect(parts.indices.reduce(common.area) { $0 + parts[$1].area } == a.area)
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity, 1e300])
  func `clamps coordinates that are too large, infinite or NaN`(number: Double) {
    let pixels = PixelRect(covering: Rect(x: number, y: 0, width: 1, height: 1), scale: 2)
    #expect(abs(pixels.x) <= 1 << 30)
    #expect(pixels.outset(by: 1).height == 4)
  }
}

@Suite struct `Rounded rectangle` {
  @Test func `clamps its radius to half of the shorter side`() {
    let rect = Rect(x: 0, y: 0, width: 10, height: 6)
    #expect(RoundedRect(rect, cornerRadius: 50).cornerRadius == 3)
    #expect(RoundedRect(rect, cornerRadius: -1).cornerRadius == 0)
    #expect(RoundedRect.capsule(rect) == RoundedRect(rect, cornerRadius: 3))
  }

  @Test(arguments: seeds(100)) func `contains exactly the points within its radius if it is a circle`(
    seed: Int
  ) {
    var generator = SeededGenerator(seed: seed)
    let circle = RoundedRect.circle(center: Point(x: 50, y: 50), radius: 30)
    let point = Point.random(using: &generator)
    #expect(circle.contains(point) == (point.distance(to: Point(x: 50, y: 50)) <= 30))
  }

  @Test func `contains the midpoints of its sides but not its corners`() {
    let shape = RoundedRect(Rect(x: 0, y: 0, width: 20, height: 20), cornerRadius: 8)
    #expect(shape.contains(Point(x: 10, y: 0)) && shape.contains(Point(x: 0, y: 10)))
    #expect(!shape.contains(Point(x: 1, y: 1)) && !shape.contains(Point(x: 20, y: 10)))
  }

  @Test func `keeps the centers of its corners when inset`() {
    let shape = RoundedRect(Rect(x: 0, y: 0, width: 20, height: 30), cornerRadius: 8)
    let inner = shape.inset(by: 3)
    #expect(inner.cornerRadius == 5)
    #expect(inner.rect.inset(by: inner.cornerRadius) == shape.rect.inset(by: shape.cornerRadius))
  }
}

@Suite struct `Geometric transform` {
  @Test(arguments: seeds(100)) func `followed by another applies both in order`(seed: Int) {
    var generator = SeededGenerator(seed: seed)
    let (inner, outer) = (
      Transform.random(using: &generator), Transform.random(using: &generator)
    )
    let point = Point.random(using: &generator)
    let (once, twice) = (inner.followed(by: outer)(point), outer(inner(point)))
    #expect(once.distance(to: twice) < 1e-9)
  }

  @Test(arguments: seeds(100)) func `about a point keeps that point fixed`(seed: Int) {
    var generator = SeededGenerator(seed: seed)
    let center = Point.random(using: &generator)
    let transform = Transform(scale: .random(in: 0.1...4, using: &generator), about: center)
    #expect(transform(center).distance(to: center) < 1e-9)
  }

  @Test(arguments: seeds(100))
  func `maps the corners of a rectangle to those of the result`(seed: Int) {
    var generator = SeededGenerator(seed: seed)
    let (transform, rect) = (
      Transform.random(using: &generator), Rect.random(using: &generator)
    )
    let result = transform(rect)
    #expect(transform(rect.origin) == result.origin)
    let corner = transform(Point(x: rect.maxX, y: rect.maxY))
    #expect(corner.distance(to: Point(x: result.maxX, y: result.maxY)) < 1e-9)
  }
}

@Suite struct `Point geometry` {
  @Test(arguments: seeds(100)) func `clamped to a rectangle is the nearest point in it`(seed: Int) {
    var generator = SeededGenerator(seed: seed)
    let (point, rect) = (Point.random(using: &generator), Rect.random(using: &generator))
    let nearest = point.clamped(to: rect)
    #expect(nearest.x >= rect.minX && nearest.x <= rect.maxX)
    #expect(nearest.y >= rect.minY && nearest.y <= rect.maxY)
    for _ in 0..<20 {
      let other = Point.random(using: &generator).clamped(to: rect)
      #expect(point.distance(to: nearest) <= point.distance(to: other) + 1e-9)
    }
  }

  @Test func `returns to its position when moved by a vector and back`() {
    let (point, vector) = (Point(x: 3, y: -4), Vector(dx: 3, dy: 4))
    #expect((point + vector) - vector == point)
    #expect((point + vector) - point == vector)
    #expect(vector.length == 5 && (-vector).length == 5)
  }
}

@Suite struct `Path bounds` {
  @Test func `contain all points, including control points`() {
    var path = Path(lines: [Point(x: 2, y: 3), Point(x: 5, y: 1)])
    path.curve(to: Point(x: 6, y: 2), Point(x: 9, y: 8), Point(x: 0, y: 4))
    path.close()
    #expect(path.bounds == Rect(x: 0, y: 1, width: 9, height: 7))
    #expect(Path().bounds == .zero)
  }

  @Test func `an arc has the ends and the distance of its angles`() {
    for sweep in [0.5, -2, 3, 2 * Double.pi, 100] {
      var path = Path()
      path.addArc(center: Point(x: 10, y: 20), radius: 5, from: 1, sweep: sweep)
      let angle = 1 + max(-2 * .pi, min(sweep, 2 * .pi))
      var points: [Point] = []
      for element in path.elements {
        switch element {
        case .move(let point), .curve(_, _, let point): points.append(point)
        default: Issue.record("unexpected element")
        }
      }
      let end = Point(x: 10, y: 20) + Vector(angle: angle, length: 5)
      #expect((points.last ?? .zero).distance(to: end) < 1e-9)
      for point in points { #expect(abs(point.distance(to: Point(x: 10, y: 20)) - 5) < 1e-9) }
    }
  }

  @Test func `an arc with NaN, infinity or no radius adds nothing`() {
    var path = Path()
    for number in [Double.nan, .infinity] {
      path.addArc(center: .zero, radius: number, from: 0, sweep: 1)
      path.addArc(center: .zero, radius: 1, from: number, sweep: 1)
      path.addArc(center: .zero, radius: 1, from: 0, sweep: number)
    }
    path.addArc(center: .zero, radius: 0, from: 0, sweep: 1)
    path.addArc(to: .zero, around: .zero)
    #expect(path.elements.isEmpty)
  }

  @Test(arguments: seeds(50)) func `a half circle has the control points of its radius`(seed: Int) {
    var generator = SeededGenerator(seed: seed)
    let range = -100.0...100
    let center = Point(x: .random(in: range, using: &generator), y: .random(in: range, using: &generator))
    let radius = Vector(angle: .random(in: 0...7, using: &generator), length: 5)
    var path = Path()
    path.move(to: center + radius)
    path.addArc(to: center - radius, around: center)
    guard case .curve(let first, let second, _)? = path.elements.last else {
      Issue.record("no curve")
      return
    }
    // 4/3 · tan(180° / 4) of the radius along the tangents.
    for control in [first, second] {
      #expect(abs(control.distance(to: center) - 5 * (1 + 16.0 / 9).squareRoot()) < 1e-6)
    }
  }

  @Test func `an arc around its last point is a line`() {
    var path = Path()
    path.move(to: .zero)
    path.addArc(to: Point(x: 1, y: 0), around: .zero)
    #expect(path.elements.last == .line(Point(x: 1, y: 0)))
  }

  @Test func `a rotated path has rotated points`() {
    let path = Path(lines: [Point(x: 2, y: 1), Point(x: 3, y: 1)], closed: true)
    let rotated = path.rotated(by: .pi / 2, about: Point(x: 2, y: 1))
    #expect(rotated.elements.first == .move(Point(x: 2, y: 1)) && rotated.elements.last == .close)
    guard case .line(let end) = rotated.elements[1] else { return #expect(Bool(false)) }
    #expect(end.distance(to: Point(x: 2, y: 2)) < 1e-9)
  }

  @Test func `of a circle are the enclosing square`() {
    var path = Path()
    path.addCircle(center: Point(x: 10, y: 20), radius: 5)
    #expect(path.bounds == Rect(x: 5, y: 15, width: 10, height: 10))
  }
}
