import Scene
import TestSupport
import Testing

@testable import X11Shell

@Suite struct `What the portal says of the appearance` {
  private func answer(_ settings: [(String, BusValue)]) -> BusValue {
    let entries = settings.map { BusValue.container([.string($0), .variant($1)]) }
    return .container([
      .container([.string("org.example"), .container([])]),
      .container([.string(PortalAppearance.namespace), .container(entries)]),
    ])
  }

  @Test func `is all there is in its namespace`() {
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

  @Test func `is taken through any number of variants`() {
    let value = BusValue.variant(.variant(.unsigned(2)))
    #expect(PortalAppearance(all: answer([("color-scheme", value)])).colorScheme == .light)
  }

  @Test(arguments: [
    BusValue.unsigned(0), .unsigned(3), .unsigned(.max), .string("dark"), .double(1), .other,
    .container([]), .variant(.other),
  ])
  func `is nothing by a value that means nothing`(value: BusValue) {
    for key in ["color-scheme", "contrast", "accent-color", "reduced-motion"] {
      #expect(PortalAppearance(all: answer([(key, value)])) == PortalAppearance())
    }
  }

  @Test(arguments: [
    [0.1, 0.2], [0.1, 0.2, 0.3, 0.4], [0.1, 0.2, 1.5], [-1, 0, 0], [.nan, 0, 0], [.infinity, 0, 0],
  ])
  func `is no accent out of its range`(components: [Double]) {
    let color = BusValue.container(components.map { .double($0) })
    #expect(PortalAppearance(all: answer([("accent-color", color)])).accent == nil)
  }

  @Test func `changes key by key, and is withdrawn`() {
    var appearance = PortalAppearance(all: answer([("color-scheme", .unsigned(1))]))
    appearance.set(.string("contrast"), to: .variant(.unsigned(1)))
    #expect(appearance.colorScheme == .dark && appearance.wantsHighContrast)
    appearance.set(.string("color-scheme"), to: .variant(.unsigned(0)))
    #expect(appearance.colorScheme == nil)
  }

  @Test(arguments: 0..<50) func `harms nobody, whatever is sent`(seed: Int) {
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

@Suite struct `A session bus's address` {
  @Test func `is that of the environment`() {
    let address = BusAddress(variable: "unix:path=/tmp/bus,guid=1", runtimeFolder: "/run/user/1")
    #expect(address?.text == "unix:path=/tmp/bus,guid=1")
  }

  @Test func `is in the folder of the session where none is given`() {
    let address = BusAddress(variable: nil, runtimeFolder: "/run/user/10 00")
    #expect(address?.text == "unix:path=/run/user/10%2000/bus")
    #expect(BusAddress(variable: "", runtimeFolder: "/run/user/1") != nil)
  }

  @Test func `leads over no network and starts no program`() {
    #expect(BusAddress(variable: "tcp:host=example.org,port=1", runtimeFolder: nil) == nil)
    #expect(BusAddress(variable: "autolaunch:", runtimeFolder: "/run/user/1") == nil)
    let both = BusAddress(variable: "unixexec:path=/bin/sh;unix:abstract=x", runtimeFolder: nil)
    #expect(both?.text == "unix:abstract=x")
  }

  @Test func `is none where nothing names one`() {
    #expect(BusAddress(variable: nil, runtimeFolder: nil) == nil)
    #expect(BusAddress(variable: nil, runtimeFolder: "run") == nil)
  }
}
