import CX11

/// What the window manager says in properties about where the window is; each look is a round trip.
struct WindowStateReading {
  let connection: Connection
  let window: Window

  /// The properties whose changes make another look worth while.
  enum Property {
    case state, desktop, currentDesktop
  }

  /// Which of them an event is about; `nil` where about none.
  func property(changedBy event: XPropertyEvent) -> Property? {
    let atoms = connection.atoms
    return switch (event.window, event.atom) {
    case (window, atoms[.netWMState]): .state
    case (window, atoms[.netWMDesktop]): .desktop
    case (connection.root, atoms[.netCurrentDesktop]): .currentDesktop
    default: nil
    }
  }

  /// Looks at a property, and notes what it says.
  func read(_ property: Property, into visibility: inout WindowVisibility) {
    let atoms = connection.atoms
    switch property {
    case .state:
      let states = words(atoms[.netWMState], of: window, type: XA_ATOM)
      visibility.isMinimized = states.contains(atoms[.netWMStateHidden])
    case .desktop: visibility.desktop = number(.netWMDesktop, of: window)
    case .currentDesktop:
      visibility.currentDesktop = number(.netCurrentDesktop, of: connection.root)
    }
  }

  private func number(_ name: Atoms.Name, of window: Window) -> UInt? {
    words(connection.atoms[name], of: window, type: XA_CARDINAL).first
  }

  /// The first words of a property, each of 32 bits; none where it is of another kind.
  private func words(_ property: Atom, of window: Window, type: Atom) -> [UInt] {
    connection.words(ofProperty: property, of: window, type: type, limit: Self.longestAnswer) ?? []
  }

  /// In words: EWMH knows a dozen states.
  private static let longestAnswer = 64
}
