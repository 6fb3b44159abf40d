import CDBus
import System

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
