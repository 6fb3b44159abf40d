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

  /// Whether the value can be sent. libdbus ends the process if it must write an invalid value.
  ///
  /// - Complexity: O(*n*) in the size of the value.
  package var isValid: Bool { isValid(depth: Self.maximumDepth) }

  private func isValid(depth: Int) -> Bool {
    switch self {
    case .string(let text): !text.utf8.contains(0)
    case .objectPath(let path): BusName.isPath(path)
    case .signature(let text): BusSignature.isValid(text)
    case .variant(let value): depth > 0 && !value.isEntry && value.isValid(depth: depth - 1)
    case .structure(let members):
      depth > 0 && !members.isEmpty && members.allSatisfy { !$0.isEntry && $0.isValid(depth: depth - 1) }
    case .array(let element, let elements):
      depth > 0 && BusSignature.isValid("a\(element)") && BusSignature.isSingleType("a\(element)")
        && elements.allSatisfy { $0.signature == element && $0.isValid(depth: depth - 1) }
    case .entry(let key, let value):
      depth > 0 && key.isBasic && key.isValid(depth: depth - 1) && !value.isEntry
        && value.isValid(depth: depth - 1)
    case .other: false
    default: true
    }
  }

  private var isEntry: Bool { if case .entry = self { true } else { false } }

  private var isBasic: Bool {
    switch self {
    case .variant, .structure, .array, .entry, .other: false
    default: true
    }
  }
}

/// The rules for signatures ([D-Bus Specification][1], *Type System*).
///
/// [1]: https://dbus.freedesktop.org/doc/dbus-specification.html#type-system
enum BusSignature {
  private static let basicTypes = Set("ybnqiuxtdsog".utf8)
  private static let maximumLength = 255

  /// Returns whether a text is a sequence of complete types.
  static func isValid(_ text: String) -> Bool {
    var rest = Substring(text).utf8
    guard rest.count <= maximumLength else { return false }
    while !rest.isEmpty { if !skipType(&rest, depth: BusValue.maximumDepth) { return false } }
    return true
  }

  /// Returns whether a text is exactly one complete type.
  static func isSingleType(_ text: String) -> Bool {
    var rest = Substring(text).utf8
    return skipType(&rest, depth: BusValue.maximumDepth) && rest.isEmpty
  }

  /// Removes one complete type from the beginning. Returns `false` if there is none.
  private static func skipType(_ rest: inout Substring.UTF8View, depth: Int) -> Bool {
    guard depth >= 0, let code = rest.popFirst() else { return false }
    switch code {
    case UInt8(ascii: "v"): return true
    case UInt8(ascii: "a"):
      return rest.first == UInt8(ascii: "{")
        ? skipEntry(&rest, depth: depth - 1) : skipType(&rest, depth: depth - 1)
    case UInt8(ascii: "("):
      repeat { if !skipType(&rest, depth: depth - 1) { return false } } while rest.first != UInt8(ascii: ")")
      rest.removeFirst()
      return true
    default: return basicTypes.contains(code)
    }
  }

  private static func skipEntry(_ rest: inout Substring.UTF8View, depth: Int) -> Bool {
    rest.removeFirst()
    guard let key = rest.popFirst(), basicTypes.contains(key), skipType(&rest, depth: depth) else {
      return false
    }
    return rest.popFirst() == UInt8(ascii: "}")
  }
}

/// The rules for names ([D-Bus Specification][1], *Valid Names*).
///
/// [1]: https://dbus.freedesktop.org/doc/dbus-specification.html#message-protocol-names
enum BusName {
  private static let maximumLength = 255

  /// Returns whether a text is the path of an object.
  static func isPath(_ text: String) -> Bool {
    text == "/"
      || text.hasPrefix("/")
        && text.dropFirst().split(separator: "/", omittingEmptySubsequences: false).allSatisfy {
          isElement($0, mayBeginWithDigit: true)
        }
  }

  /// Returns whether a text is the name of an interface or of an error.
  static func isInterface(_ text: String) -> Bool { isDotted(text) }

  /// Returns whether a text is the name of a method or a signal.
  static func isMember(_ text: String) -> Bool {
    text.utf8.count <= maximumLength && isElement(text[...])
  }

  /// Returns whether a text is the unique or well-known name of a client.
  static func isBusName(_ text: String) -> Bool {
    text.hasPrefix(":")
      ? isDotted(String(text.dropFirst()), mayBeginWithDigit: true, hasHyphens: true)
      : isDotted(text, hasHyphens: true)
  }

  private static func isDotted(_ text: String, mayBeginWithDigit: Bool = false, hasHyphens: Bool = false)
    -> Bool
  {
    let elements = text.split(separator: ".", omittingEmptySubsequences: false)
    return elements.count > 1 && text.utf8.count < maximumLength
      && elements.allSatisfy { isElement($0, mayBeginWithDigit: mayBeginWithDigit, hasHyphens: hasHyphens) }
  }

  private static func isElement(_ text: Substring, mayBeginWithDigit: Bool = false, hasHyphens: Bool = false)
    -> Bool
  {
    guard let first = text.utf8.first else { return false }
    return (mayBeginWithDigit || !isDigit(first))
      && text.utf8.allSatisfy { isLetter($0) || isDigit($0) || hasHyphens && $0 == UInt8(ascii: "-") }
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
      || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) || byte == UInt8(ascii: "_")
  }
}
