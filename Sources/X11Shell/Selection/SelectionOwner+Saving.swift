import CX11
import Motion

extension SelectionOwner {
  /// How far a clipboard manager has come in taking the clipboard over ([Clipboard Manager][1]).
  ///
  /// [1]: https://www.freedesktop.org/wiki/ClipboardManager/
  enum Saving {
    case none
    /// The property that names what to save was written, and the server will tell when.
    case writing
    /// The manager was asked.
    case asked
  }

  /// How long the program's end may wait for a clipboard manager.
  static let savingPatience = Duration.milliseconds(800)

  /// Whether a clipboard manager still has to take the clipboard over.
  var isSaving: Bool {
    switch saving {
    case .none: false
    // Once there is another owner, nothing is left to be saved.
    case .writing, .asked: copied != nil || !transfers.isEmpty
    }
  }

  /// Asks a clipboard manager to take the clipboard over in all its forms, where there are both.
  ///
  /// What is selected is not handed over: it is gone with the window that shows it; and a secret
  /// never is. The manager's requests, and at last its answer, arrive as events; `isSaving` tells when to stop.
  mutating func beginSaving() {
    let manager = XGetSelectionOwner(
      connection.display, connection.atoms[.clipboardManager])
    guard let copied, copied.maySave, manager != Window(None) else { return }
    let targets = PropertyValue.words(copied.dataTargets(connection.atoms), type: XA_ATOM)
    targets.write(to: connection.atoms[.saveTargets], of: window, on: connection)
    saving = .writing
  }

  private var copied: SelectionContent? { content(of: connection.atoms[.clipboard]) }

  /// The change of the property, which has the server's present time: now the manager is asked.
  mutating func notePropertyChange(_ event: XPropertyEvent) {
    let target = connection.atoms[.saveTargets]
    guard saving == .writing, event.atom == target, event.state == PropertyNewValue else { return }
    XConvertSelection(
      connection.display, connection.atoms[.clipboardManager], target, target, window, event.time)
    saving = .asked
  }

  /// The manager has what it wants, or refuses.
  mutating func noteAnswer(_ event: XSelectionEvent) {
    guard event.selection == connection.atoms[.clipboardManager] else { return }
    saving = .none
  }
}
