import Glibc
import Scene
import ScreenDriver
import TestSupport
import Testing

@testable import Windowing
@testable import X11

@Suite struct `Window scale` {
  private static let inch: Int32 = 96 * 1024

  private func global(
    _ override: Double? = nil, _ values: [XSettings.Name: Int32] = [:], resource: Double? = nil
  ) -> Double? {
    let settings = XSettings(values.mapValues { .integer($0) })
    return ScaleResolver(override: override, settings: settings, resource: resource).global
  }

  @Test func `prefers the scale that the user has set for the program`() {
    #expect(global(1.25, [.windowScalingFactor: 2], resource: 3) == 1.25)
  }

  @Test func `multiplies GTK's factor and resolution, before other resolutions`() {
    #expect(global(nil, [.windowScalingFactor: 2, .unscaledDPI: Self.inch, .dpi: 5]) == 2)
    let large = [XSettings.Name.windowScalingFactor: 2, .unscaledDPI: Self.inch * 5 / 4]
    #expect(global(nil, large) == 2.5)
    #expect(global(nil, [.unscaledDPI: Self.inch * 3 / 2]) == 1.5)
    #expect(global(nil, [.windowScalingFactor: 3], resource: 2) == 3)
  }

  @Test func `ignores a factor of 1 without a resolution`() {
    #expect(global(nil, [.windowScalingFactor: 1, .dpi: Self.inch * 2]) == 2)
    #expect(global(nil, [.windowScalingFactor: 1]) == nil)
  }

  @Test func `falls back to the font resolution of the settings, then of the resources`() {
    #expect(global(nil, [.dpi: Self.inch * 7 / 4], resource: 2) == 1.75)
    #expect(global(nil, resource: 2) == 2)
    #expect(global() == nil)
  }

  @Test(arguments: [Int32.min, -1, 0, 1, 96, .max])
  func `ignores implausible numbers`(number: Int32) {
    #expect(global(nil, [.dpi: number], resource: 1.5) == 1.5)
    #expect(global(nil, [.unscaledDPI: number, .windowScalingFactor: 1], resource: 1.5) == 1.5)
    #expect(global(nil, [.windowScalingFactor: number == 1 ? 9 : number], resource: 1.5) == 1.5)
  }

  @Test(arguments: [("96", 1), ("192", 2), ("120", 1.25), (" 144 ", 1.5), ("100.8", 1.05)])
  func `is computed from the dots per inch of the resources`(dpi: String, scale: Double) {
    #expect(ResourceDatabase.scale(dpi: dpi).map { abs($0 - scale) < 1e-12 } == true)
    let database = ResourceDatabase("! a comment\nXTerm*font: x\nXft.dpi:\t\(dpi)\n")
    #expect(database?.scale.map { abs($0 - scale) < 1e-12 } == true)
  }

  @Test(arguments: ["", "0", "-96", "nan", "inf", "1e9", "large", "96dpi", "\u{0}", "7"])
  func `ignores implausible resources`(dpi: String) {
    #expect(ResourceDatabase.scale(dpi: dpi) == nil)
    #expect(ResourceDatabase("Xft.dpi: \(dpi)")?.scale == nil)
  }

  @Test func `is not read from a file that resources include`() throws {
    let directory = try TemporaryDirectory()
    let file = try #require(fopen("\(directory.path)/resources", "w"))
    fputs("Xft.dpi: 192\n", file)
    fclose(file)
    #expect(ResourceDatabase("#include \"\(directory.path)/resources\"\n*rgba: x")?.scale == nil)
  }

  @Test(
    arguments: [
      "! c\\\nXft.dpi: 144", "a: b\\\\\nXft.dpi: 144", "a: b\\\n\nXft.dpi: 144", "Xft.dpi: 1\\\n44",
      "no value\\\nXft.dpi: 144", "#include \"a:b\" \\\nXft.dpi: 144", "a: b\\\nXft.dpi: 192\nXft.dpi: 144",
    ]) func `is read from the lines that Xlib joins`(text: String)
  {
    #expect(ResourceDatabase(text)?.scale == 1.5)
  }

  @Test func `accepts wildcards in resource names`() {
    #expect(ResourceDatabase("*dpi: 144")?.scale == 1.5)
    #expect(ResourceDatabase("Xft*dpi: 144\nXft.rgba: rgb")?.scale == 1.5)
  }
}

@Suite struct `Monitor scale` {
  private func monitor(_ width: Int, _ height: Int, _ mm: (Int, Int)) -> Monitor {
    Monitor(
      frame: PixelRect(x: 0, y: 0, width: width, height: height),
      millimeters: Size(width: Double(mm.0), height: Double(mm.1)))
  }

  @Test(arguments: [
    (1920, 1080, 531, 299, 1.0), (2560, 1440, 597, 336, 1), (1920, 1080, 309, 174, 1.5),
    (3840, 2160, 597, 336, 1.5), (3840, 2160, 527, 296, 1.75), (2880, 1800, 331, 207, 2.25),
    (3200, 1800, 290, 170, 2.75), (1280, 800, 339, 212, 1), (2560, 1600, 339, 212, 2),
  ])
  func `rounds down to quarters, to at least 1`(
    width: Int, height: Int, across: Int, down: Int, scale: Double
  ) {
    #expect(monitor(width, height, (across, down)).scale == scale)
  }

  @Test(arguments: [
    (0, 0), (0, 200), (300, 0), (-3, 200), (160, 90), (16, 9), (1, 1), (100_000, 60_000),
    (100, 500),
  ])
  func `is 1 if the physical size is missing or implausible`(size: (Int, Int)) {
    #expect(monitor(3840, 2160, size).scale == 1)
    #expect(monitor(0, 0, size).scale == 1)
  }
}

@Suite struct `Monitor layout` {
  private static let left = Monitor(
    frame: PixelRect(x: 0, y: 0, width: 1920, height: 1200), millimeters: Size(width: 508, height: 317))
  private static let right = Monitor(
    frame: PixelRect(x: 1920, y: 0, width: 3840, height: 2400), millimeters: Size(width: 508, height: 317))

  private let layout = MonitorLayout(monitors: [left, right])

  private func window(_ x: Int, width: Int = 960, height: Int = 640) -> PixelRect {
    PixelRect(x: x, y: 100, width: width, height: height)
  }

  @Test func `returns the scale of the monitor with most of the window`() {
    #expect(layout.hasSeveralScales && layout.openingScale == 1)
    #expect(layout.scale(forWindowAt: window(1300), current: 1) == 1)
    #expect(layout.scale(forWindowAt: window(1600), current: 1) == 2)
    #expect(layout.scale(forWindowAt: window(-2000), current: 1.5) == 1.5, "off the screen")
  }

  @Test func `changes the scale only if the window stays on the new monitor`() {
    let large = window(1100, width: 1920, height: 1280)
    #expect(layout.monitor(under: large) == Self.right)
    #expect(layout.scale(forWindowAt: large, current: 2) == 2)
    // At scale 1 the window is half as wide and completely on the left monitor.
    let further = window(600, width: 1920, height: 1280)
    #expect(layout.scale(forWindowAt: further, current: 2) == 1)
  }

  @Test(arguments: seeds(100))
  func `never alternates the scale of a stationary window`(seed: Int) {
    var random = SeededGenerator(seed: seed)
    let layout = MonitorLayout(
      monitors: (0..<Int.random(in: 1...4, using: &random)).map { _ in .random(&random) })
    var (scale, changes) = (1.0, 0)
    let origin = (
      x: Int.random(in: -500...4000, using: &random), y: Int.random(in: -500...3000, using: &random)
    )
    for _ in 0..<6 {
      let window = PixelRect(
        x: origin.x, y: origin.y, width: Int(960 * scale), height: Int(640 * scale))
      let next = layout.scale(forWindowAt: window, current: scale)
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
    let across = Double.random(in: 200...900, using: &random).rounded()
    return Monitor(frame: frame, millimeters: Size(width: across, height: across * 10 / 16))
  }
}
