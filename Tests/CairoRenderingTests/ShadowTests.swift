import CairoRendering
import Glibc
import Scene
import TestSupport
import Testing

@Suite struct `Rendered shadow` {
  @Test(arguments: [2.0, 4, 8], [0.0, 6, 15])
  func `equals the shape blurred by a Gaussian`(blur: Double, radius: Double) throws {
    let shape = RoundedRect(Rect(x: 30, y: 35, width: 40, height: 30), cornerRadius: radius)
    let picture = try draw(size: 100) { list in
      list.shadow(of: shape, Shadow(color: .black, offset: .zero, blur: blur))
    }
    for (x, y) in [(50, 50), (30, 50), (30, 35), (35, 36), (69, 64), (27, 45), (75, 70)] {
      let expected = 255 * blurred(shape, blur, at: Point(x: Double(x) + 0.5, y: Double(y) + 0.5))
      #expect(abs(Double(picture[x, y] >> 24) - expected) <= 2, "at \(x), \(y)")
    }
  }

  @Test(arguments: seeds(20))
  func `decreases monotonically outward and is symmetric`(seed: Int) throws {
    var generator = SeededGenerator(seed: seed)
    let shape = RoundedRect(
      Rect(
        center: Point(x: 60, y: 60),
        size: Size(
          width: .random(in: 4...70, using: &generator),
          height: .random(in: 4...70, using: &generator))),
      cornerRadius: .random(in: 0...35, using: &generator))
    let blur = Double.random(in: 0.5...8, using: &generator)
    let picture = try draw(size: 120) { list in
      list.shadow(of: shape, Shadow(color: .black, offset: .zero, blur: blur))
    }
    for y in 60..<119 {
      for x in 60..<119 {
        let outer = max(picture[x + 1, y], picture[x, y + 1])
        if outer > picture[x, y] { Issue.record("darker outward at \(x), \(y)") }
      }
    }
    #expect((0..<120).allSatisfy { picture[$0, 50] == picture[119 - $0, 69] })
  }

  @Test(arguments: [0.05, 0.1, 0.3, 0.55, 1], [6.0, 9, 12])
  func `ends where its darkness rounds to zero`(alpha: Double, blur: Double) throws {
    let shape = RoundedRect(Rect(x: 60, y: 60, width: 80, height: 80), cornerRadius: 8)
    let shadow = Shadow(color: Color(red: 0, green: 0, blue: 0, alpha: alpha), offset: .zero, blur: blur)
    let picture = try draw(size: 200) { $0.shadow(of: shape, shadow) }
    let row = (0..<60).map { picture[$0, 100] >> 24 }
    let start = try #require(row.firstIndex { $0 > 0 })
    #expect(row[start] == 1)

    var list = DisplayList()
    list.shadow(of: shape, shadow)
    let damage = try #require(list.damage(comparedTo: DisplayList(), scale: 1).first)
    #expect((1...3).contains(start - damage.x))
  }

  @Test func `grows smoothly with the size of the shape`() throws {
    func darkness(width: Double) throws -> Int {
      let rect = Rect(center: Point(x: 60, y: 60), size: Size(width: width, height: 40))
      let picture = try draw(size: 120) { list in
        list.shadow(
          of: RoundedRect(rect, cornerRadius: 8),
          Shadow(color: .black, offset: .zero, blur: width / 10))
      }
      return (0..<120).reduce(0) { $0 + Int(picture[$1, 60] >> 24) }
    }
    let steps = try stride(from: 40, through: 56, by: 0.25).map(darkness)
    let increments = zip(steps, steps.dropFirst()).map { $1 - $0 }
    #expect(increments.allSatisfy { (40...90).contains($0) })
  }

  @Test func `equals the shape when the blur is zero`() throws {
    let rect = Rect(x: 10, y: 10, width: 20, height: 12)
    let picture = try draw(size: 40) { list in
      list.shadow(
        of: RoundedRect(rect, cornerRadius: 0), Shadow(color: .black, offset: .zero, blur: 0))
    }
    let shape = try draw(size: 40) { $0.fill(.rect(rect), .black) }
    #expect(ImageDifference(picture, shape).isNone)
  }

  /// Returns the weight of the Gaussian inside of the shape, sampled in steps of 1/4 pixel.
  private func blurred(_ shape: RoundedRect, _ blur: Double, at point: Point) -> Double {
    func weight(_ distance: Double) -> Double {
      exp(-distance * distance / (2 * blur * blur)) / (blur * (2 * .pi).squareRoot()) / 4
    }
    let rect = shape.rect
    var sum = 0.0
    for y in stride(from: rect.minY + 0.125, to: rect.maxY, by: 0.25) {
      for x in stride(from: rect.minX + 0.125, to: rect.maxX, by: 0.25)
      where shape.contains(Point(x: x, y: y)) {
        sum += weight(x - point.x) * weight(y - point.y)
      }
    }
    return sum
  }
}
