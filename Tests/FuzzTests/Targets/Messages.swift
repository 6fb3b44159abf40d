import CDBus
import ControlTestSupport
import Controls
import Glibc
import Motion
import Prompts
import Scene
import System
import TestSupport

@testable import Accessibility
@testable import DBus
@testable import Windowing

extension FuzzTarget {
  /// Messages of message buses.
  static let messages = [
    FuzzTarget("bus-messages", count: 5000) { input in
      guard let library = SampleLibrary.shared, let message = library.message(input) else { return }
      let arguments = message.arguments
      // A reader that skips what is too deep or has a type of its own.
      if arguments.allSatisfy({ $0.isValid(by: library.bus) }) {
        let signature = arguments.map(\.signature).joined()
        try law(signature == message.signature, "values have the types of the message: \(signature)")
        guard let copy = library.bus.makeSignal("/a", "a.b", "c") else { return }
        let written = BusMessage(adopting: copy, of: library.bus)
        try written.append(arguments)
        try law(isSame(written.arguments, arguments), "values are read as they were written")
      }
      _ = (
        message.isCall, message.isReply, message.expectsReply, message.sender, message.path, message.member
      )
      _ = (message.error, OwnerChange(message)?.hasOwner, try? PolkitRequest(arguments, for: 0))
      for value in arguments { try checkAppearance(PortalAppearance(all: value)) }
    },
    FuzzTarget("portal") { input in
      var reader = InputReader(input)
      let keys = ["color-scheme", "contrast", "accent-color", "reduced-motion"]
      let entries = (0..<reader.choice(of: 5)).map { _ in
        (reader.element(of: keys), BusValue(&reader, depth: 3))
      }
      var appearance = PortalAppearance(
        all: .dictionary([(PortalAppearance.namespace, .dictionary(entries))]))
      try checkAppearance(appearance)
      appearance.set(.string(reader.element(of: keys)), to: BusValue(&reader, depth: 2))
      try checkAppearance(PortalAppearance(all: BusValue(&reader, depth: 5)))
      try checkAppearance(appearance)
    },
    FuzzTarget("bus-addresses") { input in
      let text = String(decoding: input, as: UTF8.self)
      for address in [
        BusAddress(text), BusAddress(variable: "", runtimeDirectory: "/\(text)"),
        BusAddress(systemVariable: text),
      ] {
        let isLocal = address?.text.split(separator: ";").allSatisfy { $0.hasPrefix("unix:") } ?? true
        try law(isLocal, "an address is on this computer")
      }
    },
    FuzzTarget("at-spi", count: 100) {
      try AccessibleCalls(at: SampleLibrary.shared)?.run($0)
    },
  ]

  private static func checkAppearance(_ appearance: PortalAppearance) throws {
    let components = appearance.accent.map { [$0.red, $0.green, $0.blue] } ?? []
    try law(components.allSatisfy((0...1).contains), "the accent color is a color")
  }

  /// Compares values, in which every NaN is the same.
  private static func isSame(_ a: [BusValue], _ b: [BusValue]) -> Bool { a == b || "\(a)" == "\(b)" }
}

extension BusValue {
  /// Reads a value of any type. Its strings and keys are often those of the portal.
  init(_ reader: inout InputReader, depth: Int) {
    switch reader.choice(of: depth > 0 ? 17 : 12) {
    case 0: self = .string(reader.text())
    case 1: self = .string(reader.element(of: ["color-scheme", "accent-color", "unix-user", "uid", ""]))
    case 2: self = .uint32(UInt32(truncatingIfNeeded: reader.integer()))
    case 3: self = .double(reader.number())
    case 4: self = .boolean(reader.flag())
    case 5: self = .int32(Int32(truncatingIfNeeded: reader.integer()))
    case 6: self = .int64(Int64(reader.integer()))
    case 7: self = .byte(reader.byte())
    case 8: self = .objectPath(reader.element(of: ["/", "/a/b", "/org/a11y/atspi/accessible/1"]))
    case 9: self = .signature(reader.element(of: ["s", "a{sv}", ""]))
    case 10: self = reader.flag() ? .int16(Int16(reader.byte())) : .uint16(UInt16(reader.byte()))
    case 11: self = .uint64(reader.word())
    case 12, 13: self = .variant(BusValue(&reader, depth: depth - 1))
    case 14: self = .structure((0...reader.choice(of: 4)).map { _ in BusValue(&reader, depth: depth - 1) })
    case 15:
      self = .dictionary(
        (0..<reader.choice(of: 4)).map { _ in (reader.text(), BusValue(&reader, depth: depth - 1)) })
    default:
      let first = BusValue(&reader, depth: depth - 1)
      let others = (0..<reader.choice(of: 4)).map { _ in BusValue(&reader, depth: depth - 1) }
      self = .array(of: first.signature, [first] + others.filter { $0.signature == first.signature })
    }
  }

  /// Reads a value of a basic type.
  fileprivate init(_ reader: inout InputReader, of signature: String) {
    switch signature {
    case "i": self = .int32(Int32(truncatingIfNeeded: reader.integer()))
    case "u": self = .uint32(UInt32(truncatingIfNeeded: reader.integer()))
    case "d": self = .double(reader.number())
    case "b": self = .boolean(reader.flag())
    case "v": self = .variant(BusValue(&reader, of: reader.element(of: ["d", "i", "s"])))
    case "s":
      self = .string(reader.flag() ? "org.a11y.atspi.Accessible" : reader.text().filter { $0 != "\0" })
    default: self = .array(of: String(signature.dropFirst()), [])
    }
  }
}

/// The functions of libdbus that only tests need.
private struct SampleLibrary: @unchecked Sendable {
  typealias Read = @convention(c) (UnsafePointer<UInt8>?, CInt, UnsafeMutableRawPointer?) -> OpaquePointer?
  typealias SetSerial = @convention(c) (OpaquePointer, UInt32) -> Void

  let bus: DBusLibrary
  private let read: Read
  let setSerial: SetSerial

  static let shared = SampleLibrary()

  private init?() {
    guard let bus = try? DBusLibrary(), let library = try? DynamicLibrary(DBusLibrary.name),
      let read: Read = try? library["dbus_message_demarshal"],
      let setSerial: SetSerial = try? library["dbus_message_set_serial"]
    else { return nil }
    (self.bus, self.read, self.setSerial) = (bus, read, setSerial)
  }

  func message(_ bytes: [UInt8]) -> BusMessage? {
    read(bytes, CInt(bytes.count), nil).map { BusMessage(adopting: $0, of: bus) }
  }
}

/// Calls of an assistive program to the objects of a window, over a bus that accepts no connection, so that the replies
/// stay in the queue.
private final class AccessibleCalls: AccessibleSource {
  private let library: SampleLibrary
  private let listener: Listener
  private let bus: Bus
  private let address: BusAddress
  private let window = GroupWindow()

  let (accessibleName, accessibleLocale) = ("Tactile", "")
  var accessibleWindows: [any AccessibleWindow] { [window] }

  /// An argument of a call: a value, or any value of a type.
  private enum Argument {
    case value(BusValue)
    case signature(String)
  }

  /// A socket with a name of its own, which accepts nothing.
  private struct Listener: ~Copyable {
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    let name = "tactile-fuzz-\(getpid())-\(UInt64.random(in: 0 ... .max))"

    init?() {
      var address = sockaddr_un()
      address.sun_family = sa_family_t(AF_UNIX)
      let bytes = [0] + Array(name.utf8)
      withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
      let length = socklen_t(2 + bytes.count)
      let isBound = withUnsafePointer(to: address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, length) == 0 }
      }
      guard isBound, listen(descriptor, 8) == 0 else { return nil }
    }

    deinit { close(descriptor) }
  }

  init?(at library: SampleLibrary?) {
    guard let library, let listener = Listener(), let address = BusAddress("unix:abstract=\(listener.name)"),
      let bus = try? Bus(at: address)
    else { return nil }
    self.listener = listener
    (self.library, self.bus, self.address) = (library, bus, address)
  }

  func run(_ input: [UInt8]) throws {
    var reader = InputReader(input)
    let bridge = AccessibilityBridge(for: self, at: address, now: .zero)
    let server = ObjectServer<AccessibleObject> { path in
      ObjectName(path: path).flatMap { bridge.object(named: $0) }.map {
        ObjectServer.Object($0, bridge.interfaces.of($0))
      }
    }
    // The bridge numbers the objects that a client has seen.
    let outline = bridge.outline(of: window)
    let names =
      [ObjectName.root, bridge.name(of: window)]
      + outline.entries.map { bridge.name(of: $0.path, in: window) }
    while !reader.isAtEnd {
      var name = reader.element(of: names)
      if name != .root, reader.choice(of: 4) == 0 { name.item = reader.integer() }
      try law(ObjectName(path: name.path) == name, "a path names its object: \(name.path)")
      let interfaces = bridge.object(named: name).map { bridge.interfaces.of($0) } ?? [bridge.interfaces.text]
      let interface = reader.element(of: interfaces)
      let methods = interface.methods.map {
        (interface.name, $0.key, $0.value.inputs.map(Argument.signature))
      }
      let properties = interface.properties.keys.flatMap { property in
        let arguments = [interface.name, property].map { Argument.value(.string($0)) }
        return [("Get", arguments), ("Set", arguments + [.signature("v")])].map {
          ("org.freedesktop.DBus.Properties", $0.0, $0.1)
        }
      }
      let (owner, member, arguments) = reader.element(of: (methods + properties).sorted { "\($0)" < "\($1)" })
      guard let call = library.bus.makeCall("a.b", name.path, owner, member) else { return }
      library.setSerial(call, 1)
      let message = BusMessage(adopting: call, of: library.bus)
      try message.append(
        arguments.map {
          switch $0 {
          case .value(let value): value
          case .signature(let signature): BusValue(&reader, of: signature)
          }
        })
      let size = bus.outgoingSize
      _ = server.handle(message, on: bus)
      try law(bus.outgoingSize > size, "\(owner).\(member) is answered")
    }
  }
}

/// A window with controls of several kinds.
private final class GroupWindow: AccessibleWindow {
  private var harness: ControlHarness<ControlGroup<Never>>
  let accessibleNumber: UInt32 = 1
  private(set) var accessibleGeneration: UInt64 = 1
  let isAccessibleActive = true
  let accessibleNode = AccessibleNode(.frame, "Window", in: Rect(x: 0, y: 0, width: 300, height: 300))
  let (accessibleOrigin, accessibleScale) = (PixelPoint(x: 100, y: 50), 1.5)

  init() { harness = .group() }

  func hasOnlyMoved(since generation: UInt64) -> Bool { false }

  func describe(_ query: AccessibleTree.Query) -> [AccessibleTree.Entry] {
    var tree = AccessibleTree(query)
    harness.control.describe(into: &tree, at: harness.now)
    return tree.entries
  }

  func perform(_ request: AccessibilityRequest) -> Bool {
    accessibleGeneration += 1
    return harness.send(.accessibility(request))
  }
}
