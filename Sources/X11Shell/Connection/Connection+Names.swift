import CX11
import Glibc

extension Connection {
  /// The maximum length of an atom name, in bytes. Longer names are ignored.
  private static let maximumNameLength = 255

  /// Returns the names of the atoms in the same order. A name is `nil` if the server does not know
  /// the atom.
  ///
  /// - Complexity: One round trip, unless Xlib has cached all names.
  func names(of atoms: [Atom]) -> [String?] {
    guard !atoms.isEmpty else { return [] }
    var atoms = atoms
    var names = [UnsafeMutablePointer<CChar>?](repeating: nil, count: atoms.count)
    ignoringErrors { _ = XGetAtomNames(display, &atoms, Int32(atoms.count), &names) }
    return names.map { name in
      guard let name else { return nil }
      defer { XFree(name) }
      return strlen(name) > Self.maximumNameLength ? nil : String(cString: name)
    }
  }
}
