import CX11
import Glibc

extension Connection {
  /// The most bytes that a name may have; longer ones are passed over.
  private static let longestName = 255

  /// The names of atoms, in their order; `nil` for one that the server does not know.
  ///
  /// - Complexity: One round trip, unless all names are known to Xlib.
  func names(of atoms: [Atom]) -> [String?] {
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
