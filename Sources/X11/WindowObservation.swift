package import CX11

/// The selection of some events of a window, which may belong to any client. It ends when this object is deallocated.
///
/// A client has one event mask for each window. The connection selects what all observations of a window and the
/// program's own use of it need, so the end of one takes no events from the others.
package final class WindowObservation {
  package let window: Window
  private let mask: Int
  private let connection: Connection

  /// Selects events. One round trip for the first observation of a window, unless its mask is known.
  ///
  /// - Parameter known: The events that the program has selected without an observation. `nil` if it is not known, or
  ///   whether the window exists. Ignored for the root window.
  /// - Returns: `nil` if the window does not exist.
  package init?(of window: Window, _ mask: Int, ownMask known: Int? = nil, on connection: Connection) {
    let known = window == connection.root ? connection.rootEventMask : known
    guard let own = connection.observed[window]?.own ?? known ?? connection.eventMask(of: window) else {
      return nil
    }
    (self.window, self.mask, self.connection) = (window, mask, connection)
    connection.observed[window, default: ObservedWindow(own: own)].masks.append(mask)
    connection.updateEvents(of: window)
  }

  deinit {
    guard let index = connection.observed[window]?.masks.firstIndex(of: mask) else { return }
    connection.observed[window]?.masks.remove(at: index)
    connection.updateEvents(of: window)
    if connection.observed[window]?.masks.isEmpty == true { connection.observed[window] = nil }
  }
}

/// The event masks of a window that is observed.
struct ObservedWindow {
  /// The events that the program has selected without an observation, since the window is its own or the root window.
  var own: Int
  /// The events of each observation.
  var masks: [Int] = []
}

extension Connection {
  /// Selects the events of a window of this program or of the root window, in addition to those of observations.
  package func selectEvents(_ mask: Int, of window: Window) {
    observed[window]?.own = mask
    XSelectInput(display, window, mask | (observed[window]?.masks.reduce(NoEventMask, |) ?? NoEventMask))
  }

  /// Selects further events of the root window, in addition to those already selected, or no longer selects them.
  package func selectRootEvents(_ mask: Int, _ isSelected: Bool = true) {
    let selected = isSelected ? rootEventMask | mask : rootEventMask & ~mask
    guard selected != rootEventMask else { return }
    rootEventMask = selected
    selectEvents(selected, of: root)
  }

  /// Selects the events of a window after a change of its observations. The window may no longer exist.
  fileprivate func updateEvents(of window: Window) {
    if let own = observed[window]?.own { ignoringErrors { selectEvents(own, of: window) } }
  }
}
