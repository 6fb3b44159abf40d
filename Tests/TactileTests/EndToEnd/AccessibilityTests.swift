import DBus
import Scene
import ScreenDriver
import Testing

extension `Tactile program` {
  @Suite struct `Accessibility` {
    private static let usable = ["Action", "Value", "Text", "Selection"].map { "org.a11y.atspi.\($0)" }

    @Test func `names each object that can be used`() throws {
      let bus = try FakeAccessibilityBus()
      let session = try Program.start(environment: bus.environment)
      try bus.wait(for: "the program") { bus.program != nil }
      let tree = try bus.tree()
      #expect(tree.children.map(\.role) == ["frame"])
      let objects = tree.all
      let roles = Set(objects.map(\.role))
      let expected = [
        "password text", "toggle button", "push button", "list item", "entry", "list box", "label",
      ]
      #expect(roles.isSuperset(of: expected), "\(roles)")
      for object in objects where !Set(object.interfaces).isDisjoint(with: Self.usable) {
        #expect(!object.name.isEmpty, "\(object)")
      }
      withExtendedLifetime(session) {}
    }

    @Test func `reports typed characters of a password as bullets, shown or hidden`() throws {
      let bus = try FakeAccessibilityBus()
      let session = try Program.start(environment: bus.environment)
      try bus.wait(for: "the program") { bus.program != nil }
      let field = try #require(try bus.tree().all.first { $0.role == "password text" })
      let eye = try #require(try bus.tree().all.first { $0.role == "toggle button" })
      try session.input.type("Zq7#")
      // Keys that are read together are one change.
      try bus.wait(for: "the bullets") { bus.bulletCount == 4 }
      #expect(try bus.call("DoAction", of: "Action", at: eye.path, [.int32(0)]) == [.boolean(true)])
      try bus.wait(for: "the revealed text") {
        bus.events.contains { $0.hasPrefix("StateChanged") && $0.contains("pressed") }
      }
      try session.input.type("kW")
      try bus.wait(for: "the bullets") { bus.bulletCount == 6 }
      #expect(
        try bus.call("GetText", of: "Text", at: field.path, [.int32(0), .int32(-1)]) == [.string("••••••")])
      let all = "\(bus.events) \(try bus.tree())"
      for part in ["Zq", "q7", "7#", "kW"] { #expect(!all.contains(part)) }
      for event in bus.events where event.hasPrefix("TextChanged") { #expect(event.contains("•")) }
    }

    @Test func `toggles the floating button, and moves it to an edge`() throws {
      let bus = try FakeAccessibilityBus()
      let session = try Program.start(environment: bus.environment)
      try bus.wait(for: "the program") { bus.program != nil }
      let button = try #require(
        try bus.tree().all.first { $0.role == "toggle button" && $0.name != "Show password" })
      #expect(try bus.call("DoAction", of: "Action", at: button.path, [.int32(0)]) == [.boolean(true)])
      _ = try session.window.waitFor("the green button") { $0.floatingButton(Program.colors.green) }
      let names = try bus.call("GetActions", of: "Action", at: button.path).first?.elements ?? []
      let left = try #require(names.firstIndex { $0.elements?.first == .string("Move to the left edge") })
      #expect(
        try bus.call("DoAction", of: "Action", at: button.path, [.int32(Int32(left))]) == [.boolean(true)])
      _ = try session.window.waitFor("the button at the left edge") { screenshot in
        (screenshot.floatingButton(Program.colors.green)?.x ?? 99) <= 16 ? () : nil
      }
    }

    @Test func `appears and disappears with the screen reader`() throws {
      let bus = try FakeAccessibilityBus(isEnabled: false)
      let session = try Program.start(environment: bus.environment)
      bus.serve()
      #expect(bus.program == nil)
      try bus.setEnabled(true)
      try bus.wait(for: "the program") { bus.program != nil }
      let tree = try bus.tree()
      #expect(tree.children.count == 1)
      try bus.setEnabled(false)
      let owner = try #require(bus.program)
      try bus.wait(for: "the end of the connection") { try !bus.hasOwner(owner) }
      withExtendedLifetime(session) {}
    }
  }
}
