/// A table that is being parsed.
///
/// TOML allows parts of a table in several places of a document, but it can be defined only once:
/// by its header, or by the dotted keys that lead to it.
final class TOMLTableBuilder {
  /// The maximum nesting depth of tables and arrays.
  static let maximumDepth = 16

  /// The construct that created a table.
  private enum Origin {
    /// The path in the header of another table.
    case path
    case header
    case dottedKey
  }

  /// The content of a key.
  private enum Slot {
    case value(TOMLValue)
    case table(TOMLTableBuilder)
    /// The tables of an array, each of which has its own header.
    case tables([TOMLTableBuilder])
  }

  private var origin: Origin
  private let location: TOMLLocation
  private let depth: Int
  private var slots: [[UInt8]: (key: TOMLKey, slot: Slot)] = [:]

  private init(_ origin: Origin, at location: TOMLLocation, depth: Int) {
    (self.origin, self.location, self.depth) = (origin, location, depth)
  }

  /// Creates the table of the whole document.
  static func root() -> TOMLTableBuilder { TOMLTableBuilder(.header, at: TOMLLocation(), depth: 0) }

  /// Creates an inline table.
  static func inline(at location: TOMLLocation, depth: Int) -> TOMLTableBuilder {
    TOMLTableBuilder(.header, at: location, depth: depth)
  }

  /// The nesting depth of the content of the table.
  var innerDepth: Int { depth + 1 }

  /// Returns the parsed table.
  func build() -> TOMLTable {
    TOMLTable(slots.values.map { TOMLTable.Entry(key: $0.key, value: Self.value($0.slot, $0.key)) })
  }

  private static func value(_ slot: Slot, _ key: TOMLKey) -> TOMLValue {
    switch slot {
    case .value(let value): value
    case .table(let table): table.value
    case .tables(let tables): TOMLValue(content: .array(tables.map(\.value)), location: key.location)
    }
  }

  private var value: TOMLValue { TOMLValue(content: .table(build()), location: location) }
}

// Headers.
extension TOMLTableBuilder {
  /// Returns the table that the header `[path]` starts.
  func define(_ path: [TOMLKey]) throws(TOMLError) -> TOMLTableBuilder {
    let parent = try walk(path)
    guard let key = path.last else { return parent }
    switch parent.slots[key.utf8]?.slot {
    case nil: return try parent.addTable(key, .header)
    case .table(let table) where table.origin == .path:
      table.origin = .header
      return table
    default: throw parent.duplicate(key)
    }
  }

  /// Returns the table that the header `[[path]]` starts.
  func append(_ path: [TOMLKey]) throws(TOMLError) -> TOMLTableBuilder {
    let parent = try walk(path)
    guard let key = path.last else { return parent }
    let table = try parent.child(key, .header)
    switch parent.slots[key.utf8]?.slot {
    case nil: parent.slots[key.utf8] = (key, .tables([table]))
    case .tables(var tables):
      // Removes the second reference to the array, which would cause a copy of it.
      parent.slots[key.utf8]?.slot = .tables([])
      tables.append(table)
      parent.slots[key.utf8]?.slot = .tables(tables)
    default: throw parent.duplicate(key)
    }
    return table
  }

  /// Returns the table that contains the last key of a path.
  private func walk(_ path: [TOMLKey]) throws(TOMLError) -> TOMLTableBuilder {
    var table = self
    for key in path.dropLast() {
      switch table.slots[key.utf8]?.slot {
      case nil: table = try table.addTable(key, .path)
      case .table(let inner): table = inner
      case .tables(let tables): table = tables.last ?? table
      case .value: throw table.duplicate(key)
      }
    }
    return table
  }
}

// Keys and values.
extension TOMLTableBuilder {
  /// Adds `path = value`.
  func set(_ path: [TOMLKey], to value: TOMLValue) throws(TOMLError) {
    var table = self
    for key in path.dropLast() { table = try table.table(dotted: key) }
    guard let key = path.last else { return }
    guard table.slots[key.utf8] == nil else { throw table.duplicate(key) }
    table.slots[key.utf8] = (key, .value(value))
  }

  /// Returns the table that a dotted key leads through.
  private func table(dotted key: TOMLKey) throws(TOMLError) -> TOMLTableBuilder {
    switch slots[key.utf8]?.slot {
    case nil: return try addTable(key, .dottedKey)
    case .table(let table) where table.origin != .header:
      table.origin = .dottedKey
      return table
    default: throw duplicate(key)
    }
  }

  private func addTable(_ key: TOMLKey, _ origin: Origin) throws(TOMLError) -> TOMLTableBuilder {
    let table = try child(key, origin)
    slots[key.utf8] = (key, .table(table))
    return table
  }

  private func child(_ key: TOMLKey, _ origin: Origin) throws(TOMLError) -> TOMLTableBuilder {
    guard innerDepth <= Self.maximumDepth else {
      throw TOMLError(location: key.location, message: "nesting too deep; maximum \(Self.maximumDepth)")
    }
    return TOMLTableBuilder(origin, at: key.location, depth: innerDepth)
  }

  private func duplicate(_ key: TOMLKey) -> TOMLError {
    let line = slots[key.utf8]?.key.location.line ?? key.location.line
    return TOMLError(
      location: key.location, message: "duplicate key \(key.quoted); first defined in line \(line)")
  }
}
