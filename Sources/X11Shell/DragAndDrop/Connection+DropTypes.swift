import CX11
import Glibc
import Scene

extension Connection {
  /// The most types that are taken of one source.
  private static let mostTypes = 256
  /// The most bytes that a type's name may have; longer ones are passed over.
  private static let longestName = 255

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

  /// The names of atoms, in their order; `nil` for one that the server does not know.
  private func names(of atoms: [Atom]) -> [String?] {
    guard !atoms.isEmpty else { return [] }
    var atoms = atoms
    var names = [UnsafeMutablePointer<CChar>?](repeating: nil, count: atoms.count)
    aboutStrangers { _ = XGetAtomNames(display, &atoms, Int32(atoms.count), &names) }
    return names.map { name in
      guard let name else { return nil }
      defer { XFree(name) }
      return strlen(name) > Self.longestName ? nil : String(cString: name)
    }
  }
}
