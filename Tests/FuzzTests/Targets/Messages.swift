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
  /// Whether the library and a bus for the targets of this file exist.
  static var canUseBuses: Bool { SampleLibrary.shared != nil && UnreadBus.current != nil }

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
      _ = (message.error, OwnerChange(message)?.owner, try? PolkitRequest(arguments, for: 0))
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
    FuzzTarget("bus-signals", count: 2000, length: 160, runSignals),
    FuzzTarget("at-spi", count: 2000, length: 160) { try AccessibleCalls.run($0) },
  ]

  /// Gives replies and signals to the parts that listen to a bus.
  private static func runSignals(_ input: [UInt8]) throws {
    guard let library = SampleLibrary.shared, let bus = UnreadBus.current?.bus else { return }
    var (reader, registry, screenLock) = (InputReader(input), AccessibilityRegistry(), ScreenLock())
    var (portal, status) = (AppearancePortal(), AccessibilityStatus())
    try registry.join(bus)
    portal.requestAll(over: bus)
    status.request(over: bus)
    screenLock.requestAll(over: bus)
    let first = try bus.call("GetId", of: Bus.name, at: Bus.path, ownedBy: Bus.name)
    let registryName = "org.a11y.atspi.Registry"
    let signals = [
      (Bus.name, "NameOwnerChanged"), (registryName, "EventListenerRegistered"),
      (registryName, "EventListenerDeregistered"), ("org.gnome.ScreenSaver", "ActiveChanged"),
      ("org.freedesktop.portal.Settings", "SettingChanged"),
      ("org.freedesktop.DBus.Properties", "PropertiesChanged"),
    ]
    let names = [Bus.name, registryName, ":1.0"]
    let settings = [PortalAppearance.namespace, "color-scheme", "org.a11y.Status", "IsEnabled"]
    let others = ["org.gnome.ScreenSaver", "object:state-changed:focused", "unix:path=/a", ""]
    let texts = names + settings + others
    while !reader.isAtEnd {
      let (interface, member) = reader.element(of: signals)
      let (isReply, isError) = (reader.flag(), reader.choice(of: 8) == 7)
      guard let call = library.bus.makeCall("a.b", "/a", "a.b", "c") else { return }
      let request = BusMessage(adopting: call, of: library.bus)
      // The calls before are the last ones that have a serial number.
      library.setSerial(call, max(1, first &- UInt32(reader.choice(of: 12))))
      let made =
        !isReply
        ? library.bus.makeSignal("/org/a11y/bus", interface, member)
        : isError ? library.bus.makeError(request.pointer, "a.b", "") : library.bus.makeReply(request.pointer)
      guard let made else { return }
      let message = BusMessage(adopting: made, of: library.bus)
      _ = library.setSender(made, reader.element(of: names))
      let arguments = (0..<reader.choice(of: 4)).map { _ in
        reader.flag() ? .string(reader.element(of: texts)) : BusValue(&reader, depth: 2)
      }
      guard arguments.allSatisfy({ $0.isValid(by: library.bus) }) else { continue }
      try message.append(arguments)
      _ = screenLock.handle(message, from: bus)
      try registry.handle(message, from: bus)
      portal.handle(message, from: bus)
      status.handle(message, from: bus)
      try checkAppearance(portal.appearance)
      try law(status.address?.text.hasPrefix("unix:") != false, "the accessibility bus is a local socket")
      try law(registry.desktop.signature == "(so)", "the desktop is an object: \(registry.desktop)")
      try law(registry.hasListeners || !registry.hasListener(to: "object"), "an event has a listener")
    }
  }

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

  typealias SetSender = @convention(c) (OpaquePointer, UnsafePointer<CChar>) -> UInt32

  let bus: DBusLibrary
  private let read: Read
  let setSerial: SetSerial
  let setSender: SetSender

  static let shared = SampleLibrary()

  private init?() {
    guard let bus = try? DBusLibrary(), let library = try? DynamicLibrary(DBusLibrary.name),
      let read: Read = try? library["dbus_message_demarshal"],
      let setSerial: SetSerial = try? library["dbus_message_set_serial"],
      let setSender: SetSender = try? library["dbus_message_set_sender"]
    else { return nil }
    (self.bus, self.read, self.setSerial, self.setSender) = (bus, read, setSerial, setSender)
  }

  func message(_ bytes: [UInt8]) -> BusMessage? {
    read(bytes, CInt(bytes.count), nil).map { BusMessage(adopting: $0, of: bus) }
  }
}

/// A connection to a bus that accepts none, so that what is sent stays in the queue.
private final class UnreadBus {
  private let listener: Listener
  let bus: Bus

  /// The connection, which is another one after a megabyte.
  static var current: UnreadBus? {
    if last.map({ $0.bus.outgoingSize > 1 << 20 }) ?? true { last = UnreadBus() }
    return last
  }

  /// Inputs are given one after the other.
  nonisolated(unsafe) private static var last: UnreadBus?

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

  init?() {
    guard let listener = Listener(), let address = BusAddress("unix:abstract=\(listener.name)"),
      let bus = try? Bus(at: address)
    else { return nil }
    self.listener = listener
    self.bus = bus
  }
}

/// Calls of an assistive program to the objects of a window.
private final class AccessibleCalls: AccessibleSource {
  private let window = GroupWindow()

  let (accessibleName, accessibleLocale) = ("Tactile", "")
  var accessibleWindows: [any AccessibleWindow] { [window] }

  /// A call with its arguments: values, or any values of a type.
  private struct Call {
    let interface: String
    let member: String
    let arguments: [Argument]
  }

  private enum Argument {
    case value(BusValue)
    case signature(String)
  }

  private static let nowhere = BusAddress("unix:abstract=tactile-fuzz-nowhere")

  /// The calls to each interface, which are the same for all inputs.
  nonisolated(unsafe) private static var calls: [String: [Call]] = [:]

  private static func calls(to interface: BusInterface<AccessibleObject>) -> [Call] {
    if let known = calls[interface.name] { return known }
    let methods = interface.methods.sorted { $0.key < $1.key }.map {
      Call(interface: interface.name, member: $0.key, arguments: $0.value.inputs.map(Argument.signature))
    }
    let properties = interface.properties.keys.sorted().flatMap { property in
      let arguments = [interface.name, property].map { Argument.value(.string($0)) }
      return [("Get", arguments), ("Set", arguments + [.signature("v")])].map {
        Call(interface: "org.freedesktop.DBus.Properties", member: $0.0, arguments: $0.1)
      }
    }
    calls[interface.name] = methods + properties
    return methods + properties
  }

  static func run(_ input: [UInt8]) throws {
    guard let library = SampleLibrary.shared, let bus = UnreadBus.current?.bus, let nowhere else { return }
    let source = AccessibleCalls()
    // The bridge does not own it.
    defer { withExtendedLifetime(source) {} }
    let bridge = AccessibilityBridge(for: source, at: nowhere, now: .zero)
    let server = ObjectServer<AccessibleObject> { path in
      if path == ObjectInterfaces.cachePath {
        return bridge.object(named: .root).map { ($0, [bridge.interfaces.cache]) }
      }
      return ObjectName(path: path).flatMap { bridge.object(named: $0) }.map {
        ($0, bridge.interfaces.of($0))
      }
    }
    var reader = InputReader(input)
    // The bridge numbers the objects that a client has seen.
    let outline = bridge.outline(of: source.window)
    let names =
      [ObjectName.root, bridge.name(in: source.window)]
      + outline.entries.map { bridge.name(of: $0.path, in: source.window) }
    while !reader.isAtEnd {
      var name = reader.element(of: names)
      let kind = reader.choice(of: 16)
      if name != .root, kind < 4 { name.item = reader.integer() }
      try law(ObjectName(path: name.path) == name, "a path names its object: \(name.path)")
      let interfaces =
        kind == 15
        ? [bridge.interfaces.cache]
        : bridge.object(named: name).map { bridge.interfaces.of($0) } ?? [bridge.interfaces.text]
      let target = reader.element(of: calls(to: reader.element(of: interfaces)))
      let path = kind == 15 ? ObjectInterfaces.cachePath : name.path
      guard let call = library.bus.makeCall("a.b", path, target.interface, target.member) else { return }
      library.setSerial(call, 1)
      let message = BusMessage(adopting: call, of: library.bus)
      try message.append(
        target.arguments.map {
          switch $0 {
          case .value(let value): value
          case .signature(let signature): BusValue(&reader, of: signature)
          }
        })
      let size = bus.outgoingSize
      _ = server.handle(message, on: bus)
      try law(bus.outgoingSize > size, "\(target.interface).\(target.member) is answered")
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
