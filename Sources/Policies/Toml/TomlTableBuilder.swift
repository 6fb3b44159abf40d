/// A table while it is read.
///
/// TOML lets a table be written down in several places, but be defined in one: by its header, or by the
/// names with dots that lead to it.
final class TomlTableBuilder {
  /// Tables and arrays may be in one another so deep.
  static let deepest = 16

  private enum Origin {
    /// A header of another table names it on the way.
    case path
    case header
    case dottedKey
  }

  private enum Slot {
    case value(TomlValue)
    case table(TomlTableBuilder)
    /// The tables of an array, each with a header of its own.
    case tables([TomlTableBuilder])
  }

  private var origin: Origin
  private let place: TomlPlace
  private let depth: Int
  private var slots: [[UInt8]: (key: TomlKey, slot: Slot)] = [:]

  private init(_ origin: Origin, at place: TomlPlace, depth: Int) {
    (self.origin, self.place, self.depth) = (origin, place, depth)
  }

  /// The table that the whole document is.
  static func root() -> TomlTableBuilder {
    TomlTableBuilder(.header, at: TomlPlace(), depth: 0)
  }

  /// A table that is a value.
  static func inline(at place: TomlPlace, depth: Int) -> TomlTableBuilder {
    TomlTableBuilder(.header, at: place, depth: depth)
  }

  /// How deep what is in it lies.
  var innerDepth: Int { depth + 1 }

  /// What was read.
  func finished() -> TomlTable {
    TomlTable(
      slots.values.map { TomlTable.Entry(key: $0.key, value: Self.value($0.slot, $0.key)) })
  }

  private static func value(_ slot: Slot, _ key: TomlKey) -> TomlValue {
    switch slot {
    case .value(let value): value
    case .table(let table): table.value
    case .tables(let tables):
      TomlValue(content: .array(tables.map(\.value)), place: key.place)
    }
  }

  private var value: TomlValue { TomlValue(content: .table(finished()), place: place) }
}

// Headers.
extension TomlTableBuilder {
  /// The table that `[path]` begins.
  func define(_ path: [TomlKey]) throws(TomlError) -> TomlTableBuilder {
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

  /// The table that `[[path]]` begins.
  func append(_ path: [TomlKey]) throws(TomlError) -> TomlTableBuilder {
    let parent = try walk(path)
    guard let key = path.last else { return parent }
    let table = try parent.child(key, .header)
    switch parent.slots[key.utf8]?.slot {
    case nil: parent.slots[key.utf8] = (key, .tables([table]))
    case .tables(var tables):
      // Else all of them would be copied.
      parent.slots[key.utf8]?.slot = .tables([])
      tables.append(table)
      parent.slots[key.utf8]?.slot = .tables(tables)
    default: throw parent.duplicate(key)
    }
    return table
  }

  /// The table that holds the last of some names.
  private func walk(_ path: [TomlKey]) throws(TomlError) -> TomlTableBuilder {
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

// Names and values.
extension TomlTableBuilder {
  /// Takes in `path = value`.
  func set(_ path: [TomlKey], to value: TomlValue) throws(TomlError) {
    var table = self
    for key in path.dropLast() { table = try table.table(dotted: key) }
    guard let key = path.last else { return }
    guard table.slots[key.utf8] == nil else { throw table.duplicate(key) }
    table.slots[key.utf8] = (key, .value(value))
  }

  /// The table that a name with dots leads through.
  private func table(dotted key: TomlKey) throws(TomlError) -> TomlTableBuilder {
    switch slots[key.utf8]?.slot {
    case nil: return try addTable(key, .dottedKey)
    case .table(let table) where table.origin != .header:
      table.origin = .dottedKey
      return table
    default: throw duplicate(key)
    }
  }

  private func addTable(_ key: TomlKey, _ origin: Origin) throws(TomlError) -> TomlTableBuilder {
    let table = try child(key, origin)
    slots[key.utf8] = (key, .table(table))
    return table
  }

  private func child(_ key: TomlKey, _ origin: Origin) throws(TomlError) -> TomlTableBuilder {
    guard innerDepth <= Self.deepest else {
      throw TomlError(place: key.place, message: "More than \(Self.deepest) levels are too many.")
    }
    return TomlTableBuilder(origin, at: key.place, depth: innerDepth)
  }

  private func duplicate(_ key: TomlKey) -> TomlError {
    let line = slots[key.utf8]?.key.place.line ?? key.place.line
    return TomlError(
      place: key.place, message: "\(key.quoted) is there already, in line \(line).")
  }
}
