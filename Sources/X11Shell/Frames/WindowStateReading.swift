import CX11

/// Reads the window manager's properties about the visibility of the window; each read is a round
/// trip.
struct WindowStateReading {
  let connection: Connection
  let window: Window

  /// The properties that affect the visibility.
  enum Property { case state, desktop, currentDesktop }

  /// Returns the property that an event reports, or `nil` for an unrelated event.
  func property(changedBy event: XPropertyEvent) -> Property? {
    let atoms = connection.atoms
    return switch (event.window, event.atom) {
    case (window, atoms[.netWMState]): .state
    case (window, atoms[.netWMDesktop]): .desktop
    case (connection.root, atoms[.netCurrentDesktop]): .currentDesktop
    default: nil
    }
  }

  /// Reads a property and updates the visibility.
  func read(_ property: Property, into visibility: inout WindowVisibility) {
    let atoms = connection.atoms
    switch property {
    case .state:
      let states = words(atoms[.netWMState], of: window, type: XA_ATOM)
      visibility.isMinimized = states.contains(atoms[.netWMStateHidden])
    case .desktop: visibility.desktop = number(.netWMDesktop, of: window)
    case .currentDesktop: visibility.currentDesktop = number(.netCurrentDesktop, of: connection.root)
    }
  }

  private func number(_ name: Atoms.Name, of window: Window) -> UInt? {
    words(connection.atoms[name], of: window, type: XA_CARDINAL).first
  }

  /// Returns the first 32-bit values of a property, or none if it has another type.
  private func words(_ property: Atom, of window: Window, type: Atom) -> [UInt] {
    connection.words(ofProperty: property, of: window, type: type, limit: Self.maximumCount) ?? []
  }

  /// The maximum number of values. EWMH defines a dozen states.
  private static let maximumCount = 64
}
