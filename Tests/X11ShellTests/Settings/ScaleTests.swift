import Scene
import TestSupport
import Testing

@testable import X11Shell

@Suite struct `A window's scale` {
  private static let inch: Int32 = 96 * 1024

  private func global(
    _ override: Double? = nil, _ values: [XSettings.Name: Int32] = [:], resource: Double? = nil
  ) -> Double? {
    let settings = XSettings(values.mapValues { .integer($0) })
    return ScaleSources(override: override, settings: settings, resource: resource).global
  }

  @Test func `is what the person told the program, before all else`() {
    #expect(global(1.25, [.windowScalingFactor: 2], resource: 3) == 1.25)
  }

  @Test func `is GTK's factor times its resolution, before other resolutions`() {
    #expect(global(nil, [.windowScalingFactor: 2, .unscaledDPI: Self.inch, .dpi: 5]) == 2)
    let large = [XSettings.Name.windowScalingFactor: 2, .unscaledDPI: Self.inch * 5 / 4]
    #expect(global(nil, large) == 2.5)
    #expect(global(nil, [.unscaledDPI: Self.inch * 3 / 2]) == 1.5)
    #expect(global(nil, [.windowScalingFactor: 3], resource: 2) == 3)
  }

  @Test func `is left to others by a factor of 1 that comes alone`() {
    #expect(global(nil, [.windowScalingFactor: 1, .dpi: Self.inch * 2]) == 2)
    #expect(global(nil, [.windowScalingFactor: 1]) == nil)
  }

  @Test func `is the fonts' resolution of the settings, then of the resources`() {
    #expect(global(nil, [.dpi: Self.inch * 7 / 4], resource: 2) == 1.75)
    #expect(global(nil, resource: 2) == 2)
    #expect(global() == nil)
  }

  @Test(arguments: [Int32.min, -1, 0, 1, 96, .max])
  func `is never told by a number that makes no sense`(number: Int32) {
    #expect(global(nil, [.dpi: number], resource: 1.5) == 1.5)
    #expect(global(nil, [.unscaledDPI: number, .windowScalingFactor: 1], resource: 1.5) == 1.5)
    #expect(global(nil, [.windowScalingFactor: number == 1 ? 9 : number], resource: 1.5) == 1.5)
  }

  @Test(arguments: [("96", 1), ("192", 2), ("120", 1.25), (" 144 ", 1.5), ("100.8", 1.05)])
  func `is told by the dots per inch of the resources`(dpi: String, scale: Double) {
    #expect(ResourceDatabase.scale(dpi: dpi).map { abs($0 - scale) < 1e-12 } == true)
    let database = ResourceDatabase("! a comment\nXTerm*font: x\nXft.dpi:\t\(dpi)\n")
    #expect(database?.scale.map { abs($0 - scale) < 1e-12 } == true)
  }

  @Test(arguments: ["", "0", "-96", "nan", "inf", "1e9", "large", "96dpi", "\u{0}", "7"])
  func `is not told by resources that make no sense`(dpi: String) {
    #expect(ResourceDatabase.scale(dpi: dpi) == nil)
    #expect(ResourceDatabase("Xft.dpi: \(dpi)")?.scale == nil)
  }

  @Test func `is found under a resource's looser names too`() {
    #expect(ResourceDatabase("*dpi: 144")?.scale == 1.5)
    #expect(ResourceDatabase("Xft*dpi: 144\nXft.rgba: rgb")?.scale == 1.5)
  }
}

@Suite struct `A monitor's scale` {
  private func monitor(_ width: Int, _ height: Int, _ mm: (Int, Int)) -> Monitor {
    Monitor(
      frame: PixelRect(x: 0, y: 0, width: width, height: height), millimeters: mm)
  }

  @Test(arguments: [
    (1920, 1080, 531, 299, 1.0), (2560, 1440, 597, 336, 1), (1920, 1080, 309, 174, 1.5),
    (3840, 2160, 597, 336, 1.5), (3840, 2160, 527, 296, 1.75), (2880, 1800, 331, 207, 2.25),
    (3200, 1800, 290, 170, 2.75), (1280, 800, 339, 212, 1), (2560, 1600, 339, 212, 2),
  ])
  func `is its resolution in quarters, and 1 at least`(
    width: Int, height: Int, across: Int, down: Int, scale: Double
  ) {
    #expect(monitor(width, height, (across, down)).scale == scale)
  }

  @Test(arguments: [
    (0, 0), (0, 200), (300, 0), (-3, 200), (160, 90), (16, 9), (1, 1), (100_000, 60_000),
    (100, 500),
  ])
  func `is 1 where it does not tell its size, or not sensibly`(size: (Int, Int)) {
    #expect(monitor(3840, 2160, size).scale == 1)
    #expect(monitor(0, 0, size).scale == 1)
  }
}

@Suite struct `A screen of several monitors` {
  private static let left = Monitor(
    frame: PixelRect(x: 0, y: 0, width: 1920, height: 1200), millimeters: (508, 317))
  private static let right = Monitor(
    frame: PixelRect(x: 1920, y: 0, width: 3840, height: 2400), millimeters: (508, 317))

  private let layout = MonitorLayout(monitors: [left, right])

  private func window(_ x: Int, width: Int = 960, height: Int = 640) -> PixelRect {
    PixelRect(x: x, y: 100, width: width, height: height)
  }

  @Test func `has the scale of where most of a window is`() {
    #expect(layout.hasSeveralScales && layout.openingScale == 1)
    #expect(layout.scale(forWindowAt: window(1300), having: 1) == 1)
    #expect(layout.scale(forWindowAt: window(1600), having: 1) == 2)
    #expect(layout.scale(forWindowAt: window(-2000), having: 1.5) == 1.5, "off the screen")
  }

  @Test func `lets a window go only when it would stay gone`() {
    let large = window(1100, width: 1920, height: 1280)
    #expect(layout.monitor(under: large) == Self.right)
    #expect(layout.scale(forWindowAt: large, having: 2) == 2)
    // At scale 1 it is half as wide, all of it on the left.
    let further = window(600, width: 1920, height: 1280)
    #expect(layout.scale(forWindowAt: further, having: 2) == 1)
  }

  @Test(arguments: 0..<100)
  func `never has a window that stands still change back and forth`(seed: Int) {
    var random = SeededGenerator(seed: seed)
    let layout = MonitorLayout(
      monitors: (0..<Int.random(in: 1...4, using: &random)).map { _ in .random(&random) })
    var (scale, changes) = (1.0, 0)
    let place = (
      x: Int.random(in: -500...4000, using: &random), y: Int.random(in: -500...3000, using: &random)
    )
    for _ in 0..<6 {
      let window = PixelRect(
        x: place.x, y: place.y, width: Int(960 * scale), height: Int(640 * scale))
      let next = layout.scale(forWindowAt: window, having: scale)
      if next != scale { changes += 1 }
      scale = next
    }
    #expect(changes <= 1)
  }
}

extension Monitor {
  fileprivate static func random(_ random: inout SeededGenerator) -> Monitor {
    let width = Int.random(in: 800...4000, using: &random)
    let frame = PixelRect(
      x: .random(in: 0...3000, using: &random), y: .random(in: 0...2000, using: &random),
      width: width, height: width * 10 / 16)
    let across = Int.random(in: 200...900, using: &random)
    return Monitor(frame: frame, millimeters: (across, across * 10 / 16))
  }
}
