import Scene
import TestSupport
import Testing

@testable import X11Shell

@Suite struct `Portal appearance` {
  private func answer(_ settings: [(String, BusValue)]) -> BusValue {
    let entries = settings.map { BusValue.container([.string($0), .variant($1)]) }
    return .container([
      .container([.string("org.example"), .container([])]),
      .container([.string(PortalAppearance.namespace), .container(entries)]),
    ])
  }

  @Test func `reads all settings in its namespace`() {
    let appearance = PortalAppearance(
      all: answer([
        ("color-scheme", .unsigned(1)), ("contrast", .unsigned(1)),
        ("accent-color", .container([.double(0.25), .double(0.5), .double(1)])),
        ("reduced-motion", .unsigned(1)), ("what-comes-next", .string("?")),
      ]))
    #expect(appearance.colorScheme == .dark && appearance.wantsHighContrast)
    #expect(appearance.accent == Color(red: 0.25, green: 0.5, blue: 1))
    #expect(appearance.reducesMotion)
  }

  @Test func `unwraps nested variants`() {
    let value = BusValue.variant(.variant(.unsigned(2)))
    #expect(PortalAppearance(all: answer([("color-scheme", value)])).colorScheme == .light)
  }

  @Test(arguments: [
    BusValue.unsigned(0), .unsigned(3), .unsigned(.max), .string("dark"), .double(1), .other,
    .container([]), .variant(.other),
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
    let color = BusValue.container(components.map { .double($0) })
    #expect(PortalAppearance(all: answer([("accent-color", color)])).accent == nil)
  }

  @Test func `updates and resets individual keys`() {
    var appearance = PortalAppearance(all: answer([("color-scheme", .unsigned(1))]))
    appearance.set(.string("contrast"), to: .variant(.unsigned(1)))
    #expect(appearance.colorScheme == .dark && appearance.wantsHighContrast)
    appearance.set(.string("color-scheme"), to: .variant(.unsigned(0)))
    #expect(appearance.colorScheme == nil)
  }

  @Test(arguments: 0..<50) func `handles random values without a trap`(seed: Int) {
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
  fileprivate static func random(depth: Int, _ random: inout SeededGenerator) -> BusValue {
    switch Int.random(in: 0..<(depth > 0 ? 7 : 4), using: &random) {
    case 0: .unsigned(.random(in: 0...3, using: &random))
    case 1: .double([0, 0.5, 1, 2, .nan].randomElement(using: &random) ?? 0)
    case 2: .string(["color-scheme", "accent-color", ""].randomElement(using: &random) ?? "")
    case 3: .other
    case 4: .variant(.random(depth: depth - 1, &random))
    default:
      .container(
        (0..<Int.random(in: 0...4, using: &random)).map { _ in
          .random(depth: depth - 1, &random)
        })
    }
  }
}

@Suite struct `Session bus address` {
  @Test func `is read from the environment`() {
    let address = BusAddress(variable: "unix:path=/tmp/bus,guid=1", runtimeDirectory: "/run/user/1")
    #expect(address?.text == "unix:path=/tmp/bus,guid=1")
  }

  @Test func `defaults to the runtime directory`() {
    let address = BusAddress(variable: nil, runtimeDirectory: "/run/user/10 00")
    #expect(address?.text == "unix:path=/run/user/10%2000/bus")
    #expect(BusAddress(variable: "", runtimeDirectory: "/run/user/1") != nil)
  }

  @Test func `rejects network addresses and addresses that start a program`() {
    #expect(BusAddress(variable: "tcp:host=example.org,port=1", runtimeDirectory: nil) == nil)
    #expect(BusAddress(variable: "autolaunch:", runtimeDirectory: "/run/user/1") == nil)
    let both = BusAddress(variable: "unixexec:path=/bin/sh;unix:abstract=x", runtimeDirectory: nil)
    #expect(both?.text == "unix:abstract=x")
  }

  @Test func `is nil without an address and an absolute runtime directory`() {
    #expect(BusAddress(variable: nil, runtimeDirectory: nil) == nil)
    #expect(BusAddress(variable: nil, runtimeDirectory: "run") == nil)
  }
}
