import CX11
import Scene

extension Atoms {
  /// The targets by which data of a type is asked for (ICCCM 2.6.2), the best first.
  ///
  /// Text has four. What `text/plain` is encoded in nobody says; here it is UTF-8, as it is in
  /// GTK's programs. `STRING` is ISO Latin-1.
  func targets(for type: DataType) -> [Atom] {
    guard type == .text else { return [self[type]] }
    return [self[.utf8String], self[.plainTextInUTF8], self[.plainText], XA_STRING]
  }

  /// What can be asked for, in the order of the types that are wanted.
  func targets(for types: [DataType]) -> [TypedTarget] {
    types.flatMap { type in
      targets(for: type).map { TypedTarget(target: $0, type: type) }
    }
  }

  /// What even an owner may have that tells of no targets, as ICCCM has it do: old ones have text
  /// alone.
  func targetsOfOldOwners(for types: [DataType]) -> [TypedTarget] {
    guard types.contains(.text) else { return [] }
    return [self[.utf8String], XA_STRING].map { TypedTarget(target: $0, type: .text) }
  }
}

/// A target, and the type of data that is meant by it.
struct TypedTarget: Hashable {
  let target: Atom
  let type: DataType
}

extension Pasteboard {
  /// The selection by which programs know it.
  func selection(_ atoms: Atoms) -> Atom {
    switch self {
    case .clipboard: atoms[.clipboard]
    case .primary: XA_PRIMARY
    }
  }
}
