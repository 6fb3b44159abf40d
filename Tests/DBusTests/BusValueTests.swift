import CDBus
import System
import TestSupport
import Testing

@testable import DBus

@Suite struct `Bus address` {
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

@Suite struct `D-Bus value` {
  @Test(arguments: [
    (BusValue.byte(1), "y"), (.boolean(true), "b"), (.int16(-1), "n"), (.uint16(1), "q"), (.int32(-1), "i"),
    (.uint32(1), "u"), (.int64(-1), "x"), (.uint64(1), "t"), (.double(0.5), "d"), (.string("a"), "s"),
    (.objectPath("/a"), "o"), (.signature("a{sv}"), "g"), (.variant(.byte(1)), "v"),
    (.structure([.byte(1), .string("")]), "(ys)"), (.array(of: "(so)", []), "a(so)"),
    (.dictionary([("a", .byte(1))]), "a{sv}"),
  ])
  func `has the signature of its type`(value: BusValue, signature: String) throws {
    #expect(value.signature == signature)
    #expect(value.isValid(by: try DBusLibrary()))
  }

  @Test(arguments: [
    BusValue.other, .string("a\0b"), .objectPath(""), .objectPath("a"), .objectPath("/a/"),
    .objectPath("//"), .objectPath("/é"), .signature("a"), .signature("{sv}"), .signature("()"),
    .structure([]), .structure([.other]), .structure([.other, .string("a")]), .array(of: "", []),
    .array(of: "ss", []),
    .array(of: "s", [.byte(1)]), .array(of: "{vs}", []), .entry(.variant(.byte(1)), .byte(1)),
    .variant(.entry(.byte(1), .byte(1))), .structure([.entry(.byte(1), .byte(1))]),
    (0..<9).reduce(.byte(1)) { value, _ in .variant(value) },
  ])
  func `is invalid if the protocol cannot carry it`(value: BusValue) throws {
    #expect(!value.isValid(by: try DBusLibrary()))
  }

  @Test func `finds entries of a dictionary through variants`() {
    let value = BusValue.variant(.dictionary([("a", .byte(1)), ("b", .byte(2))]))
    #expect(value.first { $0 == .string("b") } == .variant(.byte(2)))
    #expect(value.first { $0 == .string("c") } == nil)
    #expect(BusValue.string("a").entries.isEmpty)
  }
}

@Suite struct `D-Bus name` {
  private let library: DBusLibrary

  init() throws { library = try DBusLibrary() }

  @Test func `is checked by the library, which ends at a NUL`() {
    #expect(
      library.accepts("org.a-b", as: library.isBusName) && library.accepts(":1.42", as: library.isBusName))
    #expect(!library.accepts("1.42", as: library.isBusName))
    #expect(
      library.accepts("a.b.c_1", as: library.isInterface) && !library.accepts("a", as: library.isInterface))
    #expect(library.accepts("Get_1", as: library.isMember) && !library.accepts("a.b", as: library.isMember))
    #expect(library.accepts("/a/b_1", as: library.isPath) && !library.accepts("/a/", as: library.isPath))
    #expect(
      library.accepts("ya{sv}", as: library.isSignature) && !library.accepts("ya{sv}", as: library.isType))
    #expect(!library.accepts("Get\0", as: library.isMember))
  }
}

extension BusValue {
  /// Returns a valid value.
  ///
  /// - Parameter depth: The maximum number of nested containers.
  static func randomValid(depth: Int, _ random: inout SeededGenerator) -> BusValue {
    switch Int.random(in: 0..<(depth > 0 ? 16 : 12), using: &random) {
    case 0: .byte(.random(in: 0 ... .max, using: &random))
    case 1: .boolean(.random(using: &random))
    case 2: .int16(.random(in: .min ... .max, using: &random))
    case 3: .uint16(.random(in: 0 ... .max, using: &random))
    case 4: .int32(.random(in: .min ... .max, using: &random))
    case 5: .uint32(.random(in: 0 ... .max, using: &random))
    case 6: .int64(.random(in: .min ... .max, using: &random))
    case 7: .uint64(.random(in: 0 ... .max, using: &random))
    case 8: .double(.random(in: -1e9...1e9, using: &random))
    case 9: .string(["", "a", "é\u{1F98A}", "\n"].randomElement(using: &random) ?? "")
    case 10: .objectPath(["/", "/a/b_1"].randomElement(using: &random) ?? "/")
    case 11: .signature(["", "s", "a{sv}", "(ya(ou))"].randomElement(using: &random) ?? "")
    case 12: .variant(.randomValid(depth: depth - 1, &random))
    case 13:
      .structure(
        (0...Int.random(in: 0...3, using: &random)).map { _ in .randomValid(depth: depth - 1, &random) })
    case 14: .array(of: "v", variants(depth: depth - 2, &random))
    default: .dictionary(variants(depth: depth - 3, &random).enumerated().map { ("\($0)", $1) })
    }
  }

  private static func variants(depth: Int, _ random: inout SeededGenerator) -> [BusValue] {
    (0..<Int.random(in: 0...4, using: &random)).map { _ in
      .variant(.randomValid(depth: max(0, depth), &random))
    }
  }
}
