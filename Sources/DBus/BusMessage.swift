import CDBus
import System

/// A D-Bus message (`DBusMessage`). It is released with this value.
package struct BusMessage: ~Copyable {
  let pointer: OpaquePointer
  private let library: DBusLibrary

  init(adopting pointer: OpaquePointer, of library: DBusLibrary) {
    self.pointer = pointer
    self.library = library
  }

  deinit { library.releaseMessage(pointer) }

  /// Whether the message calls a method.
  package var isCall: Bool { library.messageType(pointer) == 1 }

  /// Whether the message is the reply to a call: its results or an error.
  package var isReply: Bool { [2, 3].contains(library.messageType(pointer)) }

  /// Whether the message is an error reply.
  package var isError: Bool { library.messageType(pointer) == 3 }

  /// The error, if the message is an error reply. Its text may be empty.
  package var error: BusCallError? {
    guard isError else { return nil }
    let name = library.errorName(pointer).map { String(cString: $0) } ?? ""
    return BusCallError(name: name, message: arguments.first?.text ?? "")
  }

  /// Whether the caller of a method ignores the reply.
  package var expectsReply: Bool { isCall && library.expectsNoReply(pointer) == 0 }

  /// The serial number of the call that it answers, or 0 for any other message: a signal may have a number that its sender
  /// has chosen.
  package var replySerial: UInt32 { isReply ? library.replySerial(pointer) : 0 }

  /// The unique name of the sender, guaranteed by the bus.
  package var sender: String? { library.sender(pointer).map { String(cString: $0) } }

  /// Whether the message was sent to this client only, and so whatever its match rules are.
  package var isAddressed: Bool { library.destination(pointer) != nil }

  /// The path of the object that is called or has sent a signal.
  package var path: String? { library.path(pointer).map { String(cString: $0) } }

  /// The interface of the method or signal. A call may have none.
  package var interface: String? { library.interface(pointer).map { String(cString: $0) } }

  /// The name of the method or signal.
  package var member: String? { library.member(pointer).map { String(cString: $0) } }

  /// The signatures of all arguments, one after the other.
  package var signature: String { String(cString: library.signature(pointer)) }

  package func isSignal(_ member: String, of interface: String) -> Bool {
    library.isSignal(pointer, interface, member) != 0
  }
}

// Writing.
extension BusMessage {
  /// Adds arguments.
  ///
  /// - Throws: `noMemory`. The message is then incomplete and must not be sent.
  /// - Precondition: The values are valid.
  func append(_ values: [BusValue]) throws(BusError) {
    var arguments = CDBusMessageIterator()
    library.beginWriting(pointer, &arguments)
    for value in values { try append(value, to: &arguments) }
  }

  private func append(_ value: BusValue, to iterator: inout CDBusMessageIterator) throws(BusError) {
    switch value {
    case .byte(let number): try append(number, "y", to: &iterator)
    case .boolean(let isTrue): try append(isTrue ? 1 : 0 as CDBusBool, "b", to: &iterator)
    case .int16(let number): try append(number, "n", to: &iterator)
    case .uint16(let number): try append(number, "q", to: &iterator)
    case .int32(let number): try append(number, "i", to: &iterator)
    case .uint32(let number): try append(number, "u", to: &iterator)
    case .int64(let number): try append(number, "x", to: &iterator)
    case .uint64(let number): try append(number, "t", to: &iterator)
    case .double(let number): try append(number, "d", to: &iterator)
    case .string(let text): try append(text: text, "s", to: &iterator)
    case .objectPath(let text): try append(text: text, "o", to: &iterator)
    case .signature(let text): try append(text: text, "g", to: &iterator)
    case .variant(let value): try append([value], in: "v", of: value.signature, to: &iterator)
    case .structure(let members): try append(members, in: "r", of: nil, to: &iterator)
    case .array(let element, let elements): try append(elements, in: "a", of: element, to: &iterator)
    case .entry(let key, let value): try append([key, value], in: "e", of: nil, to: &iterator)
    case .other: throw .invalidMessage
    }
  }

  private func append<Value: BitwiseCopyable>(
    _ value: Value, _ type: Unicode.Scalar, to iterator: inout CDBusMessageIterator
  ) throws(BusError) {
    let isAppended = withUnsafePointer(to: value) { library.writeBasic(&iterator, Int32(type.value), $0) }
    guard isAppended != 0 else { throw .noMemory }
  }

  private func append(text: String, _ type: Unicode.Scalar, to iterator: inout CDBusMessageIterator)
    throws(BusError)
  {
    let isAppended = text.withCString { characters in
      withUnsafePointer(to: characters) { library.writeBasic(&iterator, Int32(type.value), $0) }
    }
    guard isAppended != 0 else { throw .noMemory }
  }

  private func append(
    _ values: [BusValue], in container: Unicode.Scalar, of signature: String?,
    to iterator: inout CDBusMessageIterator
  ) throws(BusError) {
    var inner = CDBusMessageIterator()
    guard library.openContainer(&iterator, Int32(container.value), signature, &inner) != 0 else {
      throw .noMemory
    }
    for value in values { try append(value, to: &inner) }
    guard library.closeContainer(&iterator, &inner) != 0 else { throw .noMemory }
  }
}

// Reading.
extension BusMessage {
  /// The maximum number of values in a message, and of bytes in the types of its arrays. A value takes up to fifty times its
  /// size in the message. The reply with all actions of polkit has some thousands.
  private static let maximumValueCount = 1 << 16

  /// The arguments of the message. libdbus has verified that it is well formed; the sender chooses
  /// the types. Empty if there are more values than are read.
  ///
  /// - Complexity: O(*n*) in the length of the message.
  package var arguments: [BusValue] { readArguments() ?? [] }

  /// Reads the arguments. Returns `nil` if there are more values than are read.
  func readArguments() -> [BusValue]? {
    var iterator = CDBusMessageIterator()
    guard library.beginReading(pointer, &iterator) != 0 else { return [] }
    var rest = Self.maximumValueCount
    let values = values(at: &iterator, depth: BusValue.maximumDepth, &rest)
    return rest < 0 ? nil : values
  }

  /// - Parameter rest: The number of values that may be read. Negative after the end of the reading.
  private func values(at iterator: inout CDBusMessageIterator, depth: Int, _ rest: inout Int) -> [BusValue] {
    var values: [BusValue] = []
    while let type = Unicode.Scalar(UInt32(library.argumentType(&iterator))), type.value != 0 {
      rest -= 1
      guard rest >= 0 else { break }
      values.append(value(of: type, at: &iterator, depth: depth, &rest))
      if library.advance(&iterator) == 0 { break }
    }
    return values
  }

  private func value(
    of type: Unicode.Scalar, at iterator: inout CDBusMessageIterator, depth: Int, _ rest: inout Int
  ) -> BusValue {
    switch type {
    case "y": .byte(read(0, at: &iterator))
    case "b": .boolean(read(0 as CDBusBool, at: &iterator) != 0)
    case "n": .int16(read(0, at: &iterator))
    case "q": .uint16(read(0, at: &iterator))
    case "i": .int32(read(0, at: &iterator))
    case "u": .uint32(read(0, at: &iterator))
    case "x": .int64(read(0, at: &iterator))
    case "t": .uint64(read(0, at: &iterator))
    case "d": .double(read(0, at: &iterator))
    case "s": .string(text(at: &iterator))
    case "o": .objectPath(text(at: &iterator))
    case "g": .signature(text(at: &iterator))
    case "v", "r", "a", "e": depth > 0 ? container(type, at: &iterator, depth: depth, &rest) : .other
    default: .other
    }
  }

  private func container(
    _ type: Unicode.Scalar, at iterator: inout CDBusMessageIterator, depth: Int, _ rest: inout Int
  ) -> BusValue {
    let element = type == "a" ? String(signature(at: &iterator).dropFirst()) : ""
    rest -= element.utf8.count
    var inner = CDBusMessageIterator()
    library.enter(&iterator, &inner)
    let values = values(at: &inner, depth: depth - 1, &rest)
    switch type {
    case "v": return values.first.map { .variant($0) } ?? .other
    case "a": return .array(of: element, values)
    case "e": return values.count == 2 ? .entry(values[0], values[1]) : .other
    default: return .structure(values)
    }
  }

  private func read<Value: BitwiseCopyable>(_ initial: Value, at iterator: inout CDBusMessageIterator)
    -> Value
  {
    var value = initial
    withUnsafeMutablePointer(to: &value) { library.readBasic(&iterator, $0) }
    return value
  }

  private func text(at iterator: inout CDBusMessageIterator) -> String {
    var text: UnsafePointer<CChar>?
    withUnsafeMutablePointer(to: &text) { library.readBasic(&iterator, $0) }
    return text.map { String(cString: $0) } ?? ""
  }

  private func signature(at iterator: inout CDBusMessageIterator) -> String {
    let text = library.argumentSignature(&iterator)
    defer { library.freeText(text) }
    return text.map { String(cString: $0) } ?? ""
  }
}

/// A value in a D-Bus message ([D-Bus Specification][1], *Type System*).
///
/// File descriptors are not supported.
///
/// [1]: https://dbus.freedesktop.org/doc/dbus-specification.html#type-system
package indirect enum BusValue: Hashable, Sendable {
  case byte(UInt8)
  case boolean(Bool)
  case int16(Int16)
  case uint16(UInt16)
  case int32(Int32)
  case uint32(UInt32)
  case int64(Int64)
  case uint64(UInt64)
  case double(Double)
  case string(String)
  case objectPath(String)
  case signature(String)
  case variant(BusValue)
  case structure([BusValue])
  /// An array whose elements have the given signature.
  case array(of: String, [BusValue])
  /// An entry of a dictionary, which is an array of entries.
  case entry(BusValue, BusValue)
  /// A received value of another type, or nested too deeply. It cannot be sent.
  case other

  /// The maximum nesting depth that is read and written. AT-SPI's caches have six levels.
  static let maximumDepth = 8

  /// Creates a dictionary of variants with text keys (`a{sv}`).
  package static func dictionary(_ entries: [(String, BusValue)]) -> BusValue {
    .array(of: "{sv}", entries.map { .entry(.string($0.0), .variant($0.1)) })
  }

  /// The value without enclosing variants.
  package var unwrapped: BusValue {
    var value = self
    while case .variant(let inner) = value { value = inner }
    return value
  }

  /// The text, if the value is a string.
  package var text: String? { if case .string(let text) = self { text } else { nil } }

  /// The elements, if the value is an array or a structure.
  package var elements: [BusValue]? {
    switch unwrapped {
    case .array(_, let elements), .structure(let elements): elements
    default: nil
    }
  }

  /// The entries, if the value is a dictionary.
  package var entries: [(key: BusValue, value: BusValue)] {
    (elements ?? []).compactMap { if case .entry(let key, let value) = $0 { (key, value) } else { nil } }
  }

  /// Returns the value of the first dictionary entry whose key satisfies a predicate.
  package func first(where predicate: (BusValue) -> Bool) -> BusValue? {
    entries.first { predicate($0.key) }?.value
  }

  /// The signature of the value's type. Empty for `other`.
  package var signature: String {
    switch self {
    case .byte: "y"
    case .boolean: "b"
    case .int16: "n"
    case .uint16: "q"
    case .int32: "i"
    case .uint32: "u"
    case .int64: "x"
    case .uint64: "t"
    case .double: "d"
    case .string: "s"
    case .objectPath: "o"
    case .signature: "g"
    case .variant: "v"
    case .structure(let members): "(\(members.map(\.signature).joined()))"
    case .array(let element, _): "a\(element)"
    case .entry(let key, let value): "{\(key.signature)\(value.signature)}"
    case .other: ""
    }
  }

  /// Returns whether the protocol can carry the value.
  func isValid(by library: DBusLibrary, depth: Int = maximumDepth) -> Bool {
    library.accepts(signature, as: library.isType) && hasValidContent(by: library, depth: depth)
  }

  /// Returns whether the values inside are valid. The signature contains their types, except those in variants.
  private func hasValidContent(by library: DBusLibrary, depth: Int) -> Bool {
    switch self {
    case .string(let text): !text.utf8.contains(0)
    case .objectPath(let path): library.accepts(path, as: library.isPath)
    case .signature(let text): library.accepts(text, as: library.isSignature)
    case .variant(let value): depth > 0 && value.isValid(by: library, depth: depth - 1)
    case .structure(let members):
      depth > 0 && members.allSatisfy { $0.hasValidContent(by: library, depth: depth - 1) }
    case .array(let element, let elements):
      depth > 0
        && elements.allSatisfy {
          $0.signature == element && $0.hasValidContent(by: library, depth: depth - 1)
        }
    case .entry(let key, let value):
      depth > 0 && [key, value].allSatisfy { $0.hasValidContent(by: library, depth: depth - 1) }
    case .other: false
    default: true
    }
  }
}
