import Scene
import TestSupport
import Testing

@Suite struct `Damage` {
  @Test(
    arguments: [
      ([0, 20, 40], [0, 20, 40], []), ([0], [0, 20], [20]), ([0, 20, 40], [0, 60, 40], [20, 60]),
      ([0, 20, 40], [60, 20, 80], [0, 40, 60, 80]), ([0, 20, 40, 60], [100, 20, 40, 80, 60], [0, 80, 100]),
    ] as [([Double], [Double], [Double])])
  func `covers changed elements and one pixel around them, but none that only changes its index`(
    old: [Double], new: [Double], changed: [Double]
  ) {
    #expect(Set(squares(new).damage(comparedTo: squares(old), scale: 1)) == Set(changed.map(pixels)))
  }

  @Test func `covers only the changed elements of a group, or all if its opacity changes`() {
    func list(_ positions: [Double], opacity: Double) -> DisplayList {
      var list = DisplayList()
      let space = Transform(scale: 2, translation: Vector(dx: 10, dy: 0))
      list.group(.init(transform: space, opacity: opacity)) { $0.add(positions) }
      return list
    }
    let faded = list([0, 40], opacity: 0.5)
    let changed = list([0, 60], opacity: 0.5).damage(comparedTo: faded, scale: 1)
    #expect(
      Set(changed) == [
        PixelRect(x: 89, y: -1, width: 22, height: 22),
        PixelRect(x: 129, y: -1, width: 22, height: 22),
      ])
    let opaque = list([0, 40], opacity: 1).damage(comparedTo: faded, scale: 1)
    #expect(
      Set(opaque) == [
        PixelRect(x: 9, y: -1, width: 22, height: 22),
        PixelRect(x: 89, y: -1, width: 22, height: 22),
      ])
  }

  @Test func `stays within the clip of a group`() {
    func list(_ positions: [Double]) -> DisplayList {
      var list = DisplayList()
      let clip = RoundedRect(Rect(x: 0, y: 0, width: 25, height: 5), cornerRadius: 0)
      list.group(.init(clip: clip)) { $0.add(positions) }
      return list
    }
    let damage = list([0, 20, 60]).damage(comparedTo: list([0]), scale: 1)
    #expect(damage == [PixelRect(x: 19, y: -1, width: 7, height: 7)])
  }

  @Test func `depends on the generation of a secret, not on its content`() {
    let handle = SecretHandle()
    func list(generation: UInt64) -> DisplayList {
      var list = DisplayList()
      list.secret(
        DisplayList.Secret(
          handle: handle, generation: generation, graphemes: 0..<3,
          style: TextStyle(family: "Inter", size: 13), color: .black, origin: Point(x: 4, y: 12),
          clip: Rect(x: 4, y: 0, width: 30, height: 16)))
      return list
    }
    #expect(list(generation: 1).damage(comparedTo: list(generation: 1), scale: 1).isEmpty)
    #expect(
      list(generation: 2).damage(comparedTo: list(generation: 1), scale: 1)
        == [PixelRect(x: 3, y: -1, width: 32, height: 18)])
  }

  @Test func `covers the differing elements of recordings, and nothing if they are equal`() {
    func list(_ recordings: [Recording]) -> DisplayList {
      var list = DisplayList()
      list.group(.init(transform: Transform(translation: Vector(dx: 100, dy: 0)))) { list in
        for recording in recordings { list.show(recording) }
      }
      return list
    }
    let (shared, other) = (recording([0, 20]), recording([0, 20]))
    #expect(list([shared]).damage(comparedTo: list([shared]), scale: 1).isEmpty)
    #expect(list([shared]).damage(comparedTo: list([other]), scale: 1).isEmpty)
    let changed = list([shared, recording([40, 80])])
    #expect(
      changed.damage(comparedTo: list([shared, recording([40, 60])]), scale: 1)
        == [pixels(180), pixels(160)])
    #expect(
      Set(list([shared]).damage(comparedTo: changed, scale: 1)) == [pixels(140), pixels(180)])
  }

  @Test func `covers the blur of a shadow and the width of a stroke`() {
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

  @Test(arguments: seeds(200)) func `covers all elements that only one list contains, without overlap`(
    seed: Int
  ) {
    var generator = SeededGenerator(seed: seed)
    // The comparison of long lists is limited.
    let length = seed.isMultiple(of: 4) ? 80 : 8
    func positions() -> [Double] {
      (0..<Int.random(in: 0...length, using: &generator)).map { _ in
        Double(Int.random(in: 0...(length * 3 / 2), using: &generator) * 7)
      }
    }
    let (old, new) = (positions(), positions())
    let damage = squares(new).damage(comparedTo: squares(old), scale: 1)
    for position in Set(old).symmetricDifference(Set(new)) {
      #expect(damage.contains { $0.intersection(pixels(position)) == pixels(position) })
    }
    for (index, rect) in damage.enumerated() {
      #expect(damage[..<index].allSatisfy { !$0.intersects(rect) })
    }
  }

  /// Returns a list of squares of size 10 in one row, at the given x positions.
  private func squares(_ positions: [Double]) -> DisplayList {
    var list = DisplayList()
    list.add(positions)
    return list
  }

  private func recording(_ positions: [Double]) -> Recording {
    var recording = Recording()
    recording.record { $0.add(positions) }
    return recording
  }

  /// Returns the damage of a square at an x position.
  private func pixels(_ position: Double) -> PixelRect {
    PixelRect(x: Int(position) - 1, y: -1, width: 12, height: 12)
  }
}

extension DisplayList {
  fileprivate mutating func add(_ positions: [Double]) {
    for x in positions { fill(.rect(Rect(x: x, y: 0, width: 10, height: 10)), .black) }
  }
}

@Suite struct `Display list` {
  @Test func `counts all elements of a group, including nested groups`() {
    var list = DisplayList()
    list.group(.init(opacity: 0.5)) { list in
      list.add([0])
      list.group(.init()) { $0.add([1, 2]) }
    }
    guard case .group(_, let outer) = list.elements[0],
      case .group(_, let inner) = list.elements[2]
    else {
      Issue.record("expected groups at indexes 0 and 2")
      return
    }
    #expect(outer == 4 && inner == 2 && list.elements.count == 5)
  }

  @Test func `stores counts and bounds that include the content of groups and recordings`() {
    var recording = Recording()
    recording.record { $0.add([10, 30]) }
    var list = DisplayList()
    let clip = RoundedRect(Rect(x: 0, y: 0, width: 35, height: 5), cornerRadius: 0)
    let transform = Transform(scale: 2, translation: Vector(dx: 100, dy: 0))
    list.group(.init(transform: transform, clip: clip)) { list in
      list.show(recording)
      list.add([20, .infinity])
    }
    #expect(list.footprints.map(\.elementCount) == [4, 1, 1, 1])
    #expect(
      list.footprints.map(\.ink).prefix(3) == [
        Rect(x: 120, y: 0, width: 50, height: 10), Rect(x: 10, y: 0, width: 30, height: 10),
        Rect(x: 20, y: 0, width: 10, height: 10),
      ])
  }

  @Test func `keeps its recorded elements when the recording is reused`() {
    var recording = Recording()
    recording.record { $0.add([1]) }
    var list = DisplayList()
    list.show(recording)
    recording.record { $0.add([2]) }
    guard case .recording(let recorded) = list.elements[0] else {
      Issue.record("expected a recording at index 0")
      return
    }
    #expect(recorded.list.elements.count == 1 && recorded != recording)
  }

  @Test func `omits empty groups, recordings and texts`() {
    var list = DisplayList()
    list.group(.init()) { $0.group(.init()) { _ in } }
    list.show(Recording())
    list.text(
      "", TextStyle(family: "Inter", size: 13), .black, at: .zero,
      metrics: TextMetrics(advance: 0, ascent: 10, descent: 3, ink: .zero))
    #expect(list.elements.isEmpty)
  }
}
