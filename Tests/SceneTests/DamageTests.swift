import Scene
import TestSupport
import Testing

@Suite struct `Damage` {
  @Test func `is nothing between equal lists`() {
    let list = squares([0, 20, 40])
    #expect(list.damage(comparedTo: list, scale: 2).isEmpty)
  }

  @Test func `is what a new element covers, and one pixel around`() {
    let damage = squares([0, 20]).damage(comparedTo: squares([0]), scale: 2)
    #expect(damage == [PixelRect(x: 39, y: -1, width: 22, height: 22)])
  }

  @Test func `is where an element was and where it is`() {
    let damage = squares([0, 60, 40]).damage(comparedTo: squares([0, 20, 40]), scale: 1)
    #expect(Set(damage) == [pixels(20), pixels(60)])
  }

  @Test func `spares what only moved along as others came and went`() {
    let old = squares([0, 20, 40, 60])
    let damage = squares([100, 20, 40, 80, 60]).damage(comparedTo: old, scale: 1)
    #expect(Set(damage) == [pixels(0), pixels(80), pixels(100)])
  }

  @Test func `of a group that differs inside is only that`() {
    func list(_ places: [Double], opacity: Double) -> DisplayList {
      var list = DisplayList()
      let space = Transform(scale: 2, translation: Vector(dx: 10, dy: 0))
      list.group(.init(transform: space, opacity: opacity)) { $0.add(places) }
      return list
    }
    let faded = list([0, 40], opacity: 0.5)
    let changed = list([0, 60], opacity: 0.5).damage(comparedTo: faded, scale: 1)
    #expect(
      Set(changed) == [
        PixelRect(x: 89, y: -1, width: 22, height: 22),
        PixelRect(x: 129, y: -1, width: 22, height: 22),
      ])
    let shown = list([0, 40], opacity: 1).damage(comparedTo: faded, scale: 1)
    #expect(
      Set(shown) == [
        PixelRect(x: 9, y: -1, width: 22, height: 22),
        PixelRect(x: 89, y: -1, width: 22, height: 22),
      ])
  }

  @Test func `keeps to a group's clip`() {
    func list(_ places: [Double]) -> DisplayList {
      var list = DisplayList()
      let clip = RoundedRect(Rect(x: 0, y: 0, width: 25, height: 5), cornerRadius: 0)
      list.group(.init(clip: clip)) { $0.add(places) }
      return list
    }
    let damage = list([0, 20, 60]).damage(comparedTo: list([0]), scale: 1)
    #expect(damage == [PixelRect(x: 19, y: -1, width: 7, height: 7)])
  }

  @Test func `of a secret follows its generation and never its content`() {
    func list(generation: UInt64) -> DisplayList {
      var list = DisplayList()
      list.secret(
        DisplayList.Secret(
          handle: SecretHandle(rawValue: 1), generation: generation, graphemes: 0..<3,
          style: TextStyle(family: "Inter", size: 13), color: .black, origin: Point(x: 4, y: 12),
          clip: Rect(x: 4, y: 0, width: 30, height: 16)))
      return list
    }
    #expect(list(generation: 1).damage(comparedTo: list(generation: 1), scale: 1).isEmpty)
    #expect(
      list(generation: 2).damage(comparedTo: list(generation: 1), scale: 1)
        == [PixelRect(x: 3, y: -1, width: 32, height: 18)])
  }

  @Test func `of recordings is what differs in them, and nothing where they are the same`() {
    func list(_ recordings: [Recording]) -> DisplayList {
      var list = DisplayList()
      list.group(.init(transform: Transform(translation: Vector(dx: 100, dy: 0)))) { list in
        for recording in recordings { list.show(recording) }
      }
      return list
    }
    let (kept, other) = (recording([0, 20]), recording([0, 20]))
    #expect(list([kept]).damage(comparedTo: list([kept]), scale: 1).isEmpty)
    #expect(list([kept]).damage(comparedTo: list([other]), scale: 1).isEmpty)
    let changed = list([kept, recording([40, 80])])
    #expect(
      changed.damage(comparedTo: list([kept, recording([40, 60])]), scale: 1)
        == [pixels(180), pixels(160)])
    #expect(
      Set(list([kept]).damage(comparedTo: changed, scale: 1)) == [pixels(140), pixels(180)])
  }

  @Test func `covers a shadow's blur and a stroke's width`() {
    var list = DisplayList()
    let shape = RoundedRect(Rect(x: 50, y: 50, width: 20, height: 20), cornerRadius: 4)
    list.shadow(
      of: shape, Shadow(color: .black, offset: Vector(dx: 0, dy: 5), blur: 4))
    #expect(
      list.damage(comparedTo: DisplayList(), scale: 1)
        == [PixelRect(x: 37, y: 42, width: 46, height: 46)])
    var stroke = DisplayList()
    stroke.stroke(.roundedRect(shape), .black, width: 3)
    #expect(
      stroke.damage(comparedTo: DisplayList(), scale: 1)
        == [PixelRect(x: 47, y: 47, width: 26, height: 26)])
  }

  @Test(arguments: 0..<200) func `covers every element that is in one list alone, without overlap`(
    seed: Int
  ) {
    var generator = SeededGenerator(seed: seed)
    func places() -> [Double] {
      (0..<Int.random(in: 0...8, using: &generator)).map { _ in
        Double(Int.random(in: 0...12, using: &generator) * 7)
      }
    }
    let (old, new) = (places(), places())
    let damage = squares(new).damage(comparedTo: squares(old), scale: 1)
    for place in Set(old).symmetricDifference(Set(new)) {
      #expect(damage.contains { $0.intersection(pixels(place)) == pixels(place) })
    }
    for (index, rect) in damage.enumerated() {
      #expect(damage[..<index].allSatisfy { !$0.intersects(rect) })
    }
  }

  /// Squares of 10 in one row, at those places.
  private func squares(_ places: [Double]) -> DisplayList {
    var list = DisplayList()
    list.add(places)
    return list
  }

  private func recording(_ places: [Double]) -> Recording {
    var recording = Recording()
    recording.record { $0.add(places) }
    return recording
  }

  /// What a square at that place damages.
  private func pixels(_ place: Double) -> PixelRect {
    PixelRect(x: Int(place) - 1, y: -1, width: 12, height: 12)
  }
}

extension DisplayList {
  fileprivate mutating func add(_ places: [Double]) {
    for place in places { fill(.rect(Rect(x: place, y: 0, width: 10, height: 10)), .black) }
  }
}

@Suite struct `A display list` {
  @Test func `counts what a group contains, inner groups and all`() {
    var list = DisplayList()
    list.group(.init(opacity: 0.5)) { list in
      list.add([0])
      list.group(.init()) { $0.add([1, 2]) }
    }
    guard case .group(_, let outer) = list.elements[0],
      case .group(_, let inner) = list.elements[2]
    else {
      Issue.record("groups are where they were added")
      return
    }
    #expect(outer == 4 && inner == 2 && list.elements.count == 5)
  }

  @Test func `knows what its elements take, groups and recordings with all their content`() {
    var recording = Recording()
    recording.record { $0.add([10, 30]) }
    var list = DisplayList()
    let clip = RoundedRect(Rect(x: 0, y: 0, width: 35, height: 5), cornerRadius: 0)
    let transform = Transform(scale: 2, translation: Vector(dx: 100, dy: 0))
    list.group(.init(transform: transform, clip: clip)) { list in
      list.show(recording)
      list.add([20, .infinity])
    }
    #expect(list.footprints.map(\.extent) == [4, 1, 1, 1])
    #expect(
      list.footprints.map(\.ink).prefix(3) == [
        Rect(x: 120, y: 0, width: 50, height: 10), Rect(x: 10, y: 0, width: 30, height: 10),
        Rect(x: 20, y: 0, width: 10, height: 10),
      ])
  }

  @Test func `gives back what was recorded, in memory of its own`() {
    var recording = Recording()
    recording.record { $0.add([1]) }
    var list = DisplayList()
    list.show(recording)
    recording.record { $0.add([2]) }
    guard case .recording(let shown) = list.elements[0] else {
      Issue.record("a recording is where it was shown")
      return
    }
    #expect(shown.list.elements.count == 1 && shown != recording)
  }

  @Test func `leaves out groups, recordings and texts that show nothing`() {
    var list = DisplayList()
    list.group(.init()) { $0.group(.init()) { _ in } }
    list.show(Recording())
    list.text(
      "", TextStyle(family: "Inter", size: 13), .black, at: .zero,
      metrics: TextMetrics(advance: 0, ascent: 10, descent: 3, ink: .zero))
    #expect(list.elements.isEmpty)
  }
}
