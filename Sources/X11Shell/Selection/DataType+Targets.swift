import CX11
import Scene

extension Atoms {
  /// Returns the targets for a type of data (ICCCM 2.6.2), in order of preference.
  ///
  /// Text has four. The encoding of `text/plain` is not specified. Here it is UTF-8, as in GTK
  /// programs. `STRING` is ISO Latin-1.
  func targets(for type: DataType) -> [Atom] {
    guard type == .text else { return [self[type]] }
    return [self[.utf8String], self[.plainTextInUTF8], self[.plainText], XA_STRING]
  }

  /// Returns the targets for several types, in the order of the types.
  func targets(for types: [DataType]) -> [TypedTarget] {
    types.flatMap { type in targets(for: type).map { TypedTarget(target: $0, type: type) } }
  }

  /// Returns the targets to try if the owner refuses `TARGETS`, although ICCCM requires it: old
  /// owners offer only text.
  func fallbackTargets(for types: [DataType]) -> [TypedTarget] {
    guard types.contains(.text) else { return [] }
    return [self[.utf8String], XA_STRING].map { TypedTarget(target: $0, type: .text) }
  }
}

/// A target and the data type that it represents.
struct TypedTarget: Hashable {
  let target: Atom
  let type: DataType
}

extension Pasteboard {
  /// Returns the selection atom of the pasteboard.
  func selection(_ atoms: Atoms) -> Atom {
    switch self {
    case .clipboard: atoms[.clipboard]
    case .primary: XA_PRIMARY
    }
  }
}
