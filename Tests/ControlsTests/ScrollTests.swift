import Motion
import Scene
import TestSupport
import Testing

@testable import Controls

@Suite struct `Scroll controller` {
  private static func make(
    content: Double = 2000, visible: Double = 600, reducesMotion: Bool = false
  ) -> ScrollController {
    var scroller = ScrollController(
      in: Environment(text: FixedTextMetrics(), reducesMotion: reducesMotion))
    scroller.resize(content: content, visible: visible)
    return scroller
  }

  /// An instant after the end of all motion.
  private static let later = Instant.zero + .seconds(60)

  @Test func `W1 scrolls by notches, lines and pages and to both ends`() {
    var scroller = Self.make()
    var offset = 0.0
    func check(_ distance: Double, _ scroll: (inout ScrollController) -> Void) {
      scroll(&scroller)
      offset += distance
      #expect(scroller.offset(at: Self.later) == offset)
    }
    check(112) { $0.scroll(notches: 2, at: .zero) }
    check(-56) { $0.scroll(notches: -1, at: .zero) }
    check(40) { $0.scroll(by: .down, at: .zero) }
    check(-40) { $0.scroll(by: .up, at: .zero) }
    check(560) { $0.scroll(by: .pageDown, at: .zero) }
    check(-560) { $0.scroll(by: .pageUp, at: .zero) }
    check(1400 - 56) { $0.scroll(by: .end, at: .zero) }
    check(-1400) { $0.scroll(by: .home, at: .zero) }
  }

  @Test(arguments: seeds(50)) func `W1 keeps its offset within the content at all times`(
    seed: Int
  ) {
    var generator = SeededGenerator(seed: seed)
    var (scroller, now) = (Self.make(), Instant.zero)
    let keys: [Key] = [.up, .down, .pageUp, .pageDown, .home, .end]
    for _ in 0..<100 {
      let content = Double(Int.random(in: 0...2000, using: &generator))
      let visible = Double(Int.random(in: 100...700, using: &generator))
      switch Int.random(in: 0..<4, using: &generator) {
      case 0: scroller.resize(content: content, visible: visible)
      case 1: scroller.scroll(notches: .random(in: -9...9, using: &generator), at: now)
      case 2: scroller.scroll(by: keys[Int.random(in: 0..<6, using: &generator)], at: now)
      default: scroller.reveal(Rect(x: 0, y: content, width: 9, height: visible), at: now)
      }
      scroller.resize(content: content, visible: visible)
      for _ in 0..<5 {
        now = now + .milliseconds(Int.random(in: 0...60, using: &generator))
        #expect((0...max(0, content - visible)).contains(scroller.offset(at: now)))
      }
    }
  }

  @Test(arguments: seeds(100)) func `W1 reveals a rectangle that fits, with a margin`(seed: Int) {
    var generator = SeededGenerator(seed: seed)
    var scroller = Self.make()
    scroller.scroll(notches: .random(in: 0...25, using: &generator), at: .zero)
    let height = Double(Int.random(in: 10...500, using: &generator))
    let top = Double(Int.random(in: 12...1400, using: &generator))
    let before = scroller.offset(at: Self.later)
    scroller.reveal(Rect(x: 0, y: top, width: 10, height: height), at: Self.later)
    let offset = scroller.offset(at: Self.later + .seconds(60))
    #expect(offset <= top - 12 && offset + 600 >= top + height + 12)
    let wasVisible = before <= top - 12 && before + 600 >= top + height + 12
    #expect((offset == before) == wasVisible, "it moves only if necessary")
  }

  @Test func `W1 reveals the top of a rectangle that is too high`() {
    var scroller = Self.make()
    scroller.reveal(Rect(x: 0, y: 500, width: 10, height: 900), at: .zero)
    #expect(scroller.offset(at: Self.later) == 488)
  }

  @Test func `W1 does not scroll if all content is visible`() {
    var scroller = Self.make(content: 500)
    #expect(!scroller.isScrollable)
    scroller.scroll(notches: 3, at: .zero)
    scroller.reveal(Rect(x: 0, y: 490, width: 10, height: 10), at: .zero)
    #expect(scroller.offset(at: Self.later) == 0)
    #expect(scroller.nextChange(after: .zero) == nil)
    var list = DisplayList()
    scroller.drawThumb(along: Rect(x: 0, y: 0, width: 5, height: 600), edge: 5, into: &list, at: .zero)
    #expect(list.elements.isEmpty)
  }

  @Test func `W1 rests on whole device pixels`() {
    var scroller = ScrollController(in: Environment(text: FixedTextMetrics(), scale: 2))
    scroller.resize(content: 2000, visible: 600)
    scroller.scroll(notches: 1.23, at: .zero)
    for time in 0..<100 {
      let pixels = 2 * scroller.offset(at: .zero + .milliseconds(5 * time))
      #expect(pixels == pixels.rounded())
    }
  }

  @Test func `W1 follows a finger immediately and animates wheel scrolling`() {
    var scroller = Self.make()
    scroller.scroll(notches: 0.25, at: .zero)
    #expect(scroller.offset(at: .zero) == 14)
    #expect(scroller.nextChange(after: .zero) == nil)
    scroller.scroll(notches: 1, at: .zero)
    #expect(scroller.offset(at: .zero) == 14)
    scroller.scroll(notches: 0.5, at: .zero)
    #expect(scroller.offset(at: .zero) == 14, "it continues without a jump")
    #expect(scroller.offset(at: Self.later) == 98)
    scroller.scroll(notches: -9.5, at: Self.later)
    #expect(scroller.offset(at: Self.later) == 0)
  }

  @Test func `shows the visible part with its thumb`() throws {
    var scroller = Self.make()
    let style = Theme.light.scrollBar
    var track = Rect(x: 90, y: 10, width: style.width, height: 500)
    func thumb(_ scroller: ScrollController) -> Rect? {
      var list = DisplayList()
      scroller.drawThumb(along: track, edge: track.maxX + style.inset, margin: 0, into: &list, at: Self.later)
      return list.firstBody?.rect
    }
    #expect(thumb(scroller) == Rect(x: 90, y: 10, width: style.width, height: 150))
    scroller.scroll(by: .end, at: .zero)
    #expect(thumb(scroller) == Rect(x: 90, y: 360, width: style.width, height: 150))
    scroller.resize(content: 1e6, visible: 300)
    #expect(thumb(scroller)?.height == style.minimumHeight, "it stays visible")
    track = Rect(x: 90, y: 10, width: style.width, height: style.minimumHeight / 2)
    #expect(thumb(scroller) == track, "no longer than its track")
  }

  @Test func `W2 comes to rest, immediately with reduced motion`() {
    var scroller = Self.make()
    scroller.scroll(by: .end, at: .zero)
    #expect(scroller.nextChange(after: .zero) == .zero)
    #expect(scroller.offset(at: .zero) == 0)
    #expect(scroller.nextChange(after: .zero + .seconds(2)) == nil)
    var reduced = Self.make(reducesMotion: true)
    reduced.scroll(by: .end, at: .zero)
    #expect(reduced.offset(at: .zero) == 1400)
    #expect(reduced.nextChange(after: .zero) == nil)
  }
}
