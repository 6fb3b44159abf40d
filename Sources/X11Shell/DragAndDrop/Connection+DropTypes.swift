import CX11
import Scene

extension Connection {
  /// The most types that are taken of one source.
  private static let mostTypes = 256

  /// The types of a source that has more than fit into a message (`XdndTypeList`); a round trip.
  func typeList(of source: Window) -> [Atom] {
    words(ofProperty: atoms[.xdndTypeList], of: source, type: XA_ATOM, limit: Self.mostTypes) ?? []
  }

  /// The types of data that targets stand for, in their order and each once: text's several targets
  /// are one type.
  ///
  /// - Complexity: One round trip, unless all names are known to Xlib.
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
