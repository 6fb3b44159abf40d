import TestSupport

@testable import Policies

/// A value of a document without locations.
enum PlainValue: Hashable {
  case string(String)
  case integer(Int)
  case boolean(Bool)
  case array([PlainValue])
  case table([String: PlainValue])

  init(_ value: TOMLValue) {
    switch value.content {
    case .string(let text): self = .string(text)
    case .integer(let number): self = .integer(number)
    case .boolean(let flag): self = .boolean(flag)
    case .array(let values): self = .array(values.map(PlainValue.init))
    case .table(let table): self = PlainValue(table)
    }
  }

  init(_ table: TOMLTable) {
    let entries = table.ordered.map { ($0.key.name, PlainValue($0.value)) }
    self = .table(Dictionary(uniqueKeysWithValues: entries))
  }

  /// Parses a document.
  static func reading(_ text: String) throws -> PlainValue {
    PlainValue(try TOMLParser.parse(Array(text.utf8)))
  }
}

extension PlainValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  init(stringLiteral text: String) { self = .string(text) }
  init(integerLiteral number: Int) { self = .integer(number) }
  init(booleanLiteral flag: Bool) { self = .boolean(flag) }
  init(arrayLiteral values: PlainValue...) { self = .array(values) }
  init(dictionaryLiteral entries: (String, PlainValue)...) {
    self = .table(Dictionary(uniqueKeysWithValues: entries))
  }
}
