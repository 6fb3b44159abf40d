import DBus
import Scene
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
}
