import TestSupport

@testable import Policies

/// A value of a document without locations.
enum Plain: Hashable {
  case string(String)
  case integer(Int)
  case boolean(Bool)
  case array([Plain])
  case table([String: Plain])

  init(_ value: TOMLValue) {
    switch value.content {
    case .string(let text): self = .string(text)
    case .integer(let number): self = .integer(number)
    case .boolean(let flag): self = .boolean(flag)
    case .array(let values): self = .array(values.map(Plain.init))
    case .table(let table): self = Plain(table)
    }
  }

  init(_ table: TOMLTable) {
    let entries = table.ordered.map { ($0.key.name, Plain($0.value)) }
    self = .table(Dictionary(uniqueKeysWithValues: entries))
  }

  /// Parses a document.
  static func reading(_ text: String) throws -> Plain {
    Plain(try TOMLParser.read(Array(text.utf8)))
  }
}

extension Plain: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  init(stringLiteral text: String) { self = .string(text) }
  init(integerLiteral number: Int) { self = .integer(number) }
  init(booleanLiteral flag: Bool) { self = .boolean(flag) }
  init(arrayLiteral values: Plain...) { self = .array(values) }
  init(dictionaryLiteral entries: (String, Plain)...) {
    self = .table(Dictionary(uniqueKeysWithValues: entries))
  }
}
