import DBus
import Scene
import TestSupport
import Testing

@testable import Windowing

@Suite struct `Portal appearance` {
  private func answer(_ settings: [(String, BusValue)]) -> BusValue {
    .array(
      of: "{sa{sv}}",
      [
        .entry(.string("org.example"), .dictionary([])),
        .entry(.string(PortalAppearance.namespace), .dictionary(settings)),
      ])
  }

  @Test func `reads all settings in its namespace`() {
    let appearance = PortalAppearance(
      all: answer([
        ("color-scheme", .uint32(1)), ("contrast", .uint32(1)),
        ("accent-color", .structure([.double(0.25), .double(0.5), .double(1)])),
        ("reduced-motion", .uint32(1)), ("what-comes-next", .string("?")),
      ]))
    #expect(appearance.colorScheme == .dark && appearance.wantsHighContrast)
    #expect(appearance.accent == Color(red: 0.25, green: 0.5, blue: 1))
    #expect(appearance.reducesMotion)
  }

  @Test func `unwraps nested variants`() {
    let value = BusValue.variant(.variant(.uint32(2)))
    #expect(PortalAppearance(all: answer([("color-scheme", value)])).colorScheme == .light)
  }

  @Test(arguments: [
    BusValue.uint32(0), .uint32(3), .uint32(.max), .string("dark"), .double(1), .other,
    .structure([]), .variant(.other),
  ])
  func `ignores invalid values`(value: BusValue) {
    for key in ["color-scheme", "contrast", "accent-color", "reduced-motion"] {
      #expect(PortalAppearance(all: answer([(key, value)])) == PortalAppearance())
    }
  }

  @Test(arguments: [
    [0.1, 0.2], [0.1, 0.2, 0.3, 0.4], [0.1, 0.2, 1.5], [-1, 0, 0], [.nan, 0, 0], [.infinity, 0, 0],
  ])
  func `has no accent color if a component is out of range`(components: [Double]) {
    let color = BusValue.structure(components.map { .double($0) })
    #expect(PortalAppearance(all: answer([("accent-color", color)])).accent == nil)
  }

  @Test func `updates and resets individual keys`() {
    var appearance = PortalAppearance(all: answer([("color-scheme", .uint32(1))]))
    appearance.set(.string("contrast"), to: .variant(.uint32(1)))
    #expect(appearance.colorScheme == .dark && appearance.wantsHighContrast)
    appearance.set(.string("color-scheme"), to: .variant(.uint32(0)))
    #expect(appearance.colorScheme == nil)
  }

  @Test(arguments: seeds(50)) func `handles random values without a trap`(seed: Int) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<50 {
      let all = answer([("color-scheme", BusValue.random(depth: 4, &random))])
      _ = PortalAppearance(all: all)
      var appearance = PortalAppearance(all: BusValue.random(depth: 5, &random))
      appearance.set(.random(depth: 2, &random), to: .random(depth: 3, &random))
    }
  }
}

extension BusValue {
  private static func members(depth: Int, _ random: inout SeededGenerator) -> [BusValue] {
    (0..<Int.random(in: 0...4, using: &random)).map { _ in .random(depth: depth, &random) }
  }

  fileprivate static func random(depth: Int, _ random: inout SeededGenerator) -> BusValue {
    switch Int.random(in: 0..<(depth > 0 ? 8 : 4), using: &random) {
    case 0: .uint32(.random(in: 0...3, using: &random))
    case 1: .double([0, 0.5, 1, 2, .nan].randomElement(using: &random) ?? 0)
    case 2: .string(["color-scheme", "accent-color", ""].randomElement(using: &random) ?? "")
    case 3: .other
    case 4: .variant(.random(depth: depth - 1, &random))
    case 5: .entry(.random(depth: depth - 1, &random), .random(depth: depth - 1, &random))
    case 6: .structure(members(depth: depth - 1, &random))
    default: .array(of: "v", members(depth: depth - 1, &random))
    }
  }
}
