import CX11

@testable import Windowing
@testable import X11

extension Atoms {
  /// Atoms without a server, numbered consecutively.
  static var numbered: Atoms {
    var last: Atom = 1000
    return Atoms { names in
      names.map { _ in
        last += 1
        return last
      }
    }
  }
}
