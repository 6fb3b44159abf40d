import CX11
import Scene

extension Connection {
  /// The maximum number of types that are read from one source.
  private static let typeLimit = 256

  /// Returns the types of a source that offers more than fit into a message (`XdndTypeList`); one
  /// round trip.
  func typeList(of source: Window) -> [Atom] {
    words(ofProperty: atoms[.xdndTypeList], of: source, type: XA_ATOM, limit: Self.typeLimit) ?? []
  }

  /// Returns the data types of the targets, in their order and without duplicates. The targets for
  /// text map to one type.
  ///
  /// - Complexity: One round trip, unless Xlib has cached all names.
  func types(of targets: [Atom]) -> [DataType] {
    let text = Set(atoms.targets(for: .text))
    var types: [DataType] = []
    for (target, name) in zip(targets, names(of: targets)) {
      guard let type = text.contains(target) ? .text : name.map(DataType.init) else { continue }
      if !types.contains(type) { types.append(type) }
    }
    return types
  }
}
