import Scene

/// The name of an object on the bus: `/org/a11y/atspi/accessible/7`, or `…/7_4711` for an element of a list.
///
/// Only objects that are not elements of lists are kept in a table, which has as many entries as there are controls. An
/// element is named by its list and its own number, so that a client that walks a million elements costs no memory.
struct ObjectName: Hashable {
  var number: UInt32
  var item: Int?

  /// The application.
  static let root = ObjectName(number: 0)
  private static let prefix = "/org/a11y/atspi/accessible/"

  init(number: UInt32, item: Int? = nil) { (self.number, self.item) = (number, item) }

  /// - Returns: `nil` if the path is not the name of an object.
  init?(path: String) {
    let numbers = path.dropFirst(Self.prefix.count).split(separator: "_").compactMap { UInt($0) }
    // A path contains no minus sign.
    let item = numbers.dropFirst().first.map { Int(bitPattern: $0) }
    self.init(number: UInt32(truncatingIfNeeded: numbers.first ?? 0), item: item)
    guard path == self.path else { return nil }
  }

  var path: String {
    guard number != 0 else { return Self.prefix + "root" }
    return Self.prefix + "\(number)" + (item.map { "_\(UInt(bitPattern: $0))" } ?? "")
  }
}

/// A window, or an object in it.
struct ObjectLocation: Hashable {
  var window: UInt32
  /// Empty for the window itself.
  var path: AccessiblePath = []
}

/// The numbers of objects that clients have seen. A number is never used again.
struct ObjectNumbers {
  private var numbers: [ObjectLocation: UInt32] = [:]
  private var locations: [UInt32: ObjectLocation] = [:]
  private var last: UInt32 = 0

  mutating func name(of location: ObjectLocation) -> ObjectName {
    if case .item(let item)? = location.path.last {
      let list = ObjectLocation(window: location.window, path: location.path.dropLast())
      return ObjectName(number: name(of: list).number, item: item)
    }
    if let number = numbers[location] { return ObjectName(number: number) }
    last += 1
    (numbers[location], locations[last]) = (last, location)
    return ObjectName(number: last)
  }

  /// Returns the location of an object, which may no longer exist.
  func location(of name: ObjectName) -> ObjectLocation? {
    guard var location = locations[name.number] else { return nil }
    if let item = name.item { location.path.append(.item(item)) }
    return location
  }

  /// Forgets the objects of a window that no longer exist.
  mutating func keep(in window: UInt32, only exists: (AccessiblePath) -> Bool) {
    for (location, number) in numbers where location.window == window && !exists(location.path) {
      (numbers[location], locations[number]) = (nil, nil)
    }
  }
}
