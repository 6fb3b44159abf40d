import CX11
import Motion

extension SelectionOwner {
  /// The progress of saving the clipboard to a clipboard manager ([Clipboard Manager][1]).
  ///
  /// [1]: https://www.freedesktop.org/wiki/ClipboardManager/
  enum ClipboardHandover {
    case none
    /// The property with the targets to save was written; its `PropertyNotify` event is pending.
    case writing
    /// The manager was requested to save.
    case requested
  }

  /// The maximum time for which the program's exit waits for a clipboard manager.
  static let clipboardManagerTimeout = Duration.milliseconds(800)

  /// Whether the clipboard manager has not finished saving the clipboard.
  var isSaving: Bool {
    switch saving {
    case .none: false
    // If another client has become the owner, there is nothing to save.
    case .writing, .requested: clipboardContent != nil || !transfers.isEmpty
    }
  }

  /// Requests a clipboard manager to save all formats of the clipboard, if both exist.
  ///
  /// The primary selection is not saved, because it ends with its window. Secrets are never saved.
  /// The manager's requests and its final reply arrive as events. `isSaving` becomes `false` at the
  /// end.
  mutating func beginSaving() {
    let manager = XGetSelectionOwner(connection.display, connection.atoms[.clipboardManager])
    guard let clipboardContent, clipboardContent.maySave, manager != Window(None) else { return }
    let targets = PropertyValue.words(clipboardContent.dataTargets(connection.atoms), type: XA_ATOM)
    targets.write(to: connection.atoms[.saveTargets], of: window, on: connection)
    saving = .writing
  }

  private var clipboardContent: SelectionContent? { content(of: connection.atoms[.clipboard]) }

  /// Sends the request to the manager when the property has changed, with the server time of the
  /// event.
  mutating func handlePropertyChange(_ event: XPropertyEvent) {
    let target = connection.atoms[.saveTargets]
    guard saving == .writing, event.atom == target, event.state == PropertyNewValue else { return }
    XConvertSelection(
      connection.display, connection.atoms[.clipboardManager], target, target, window, event.time)
    saving = .requested
  }

  /// Handles the manager's final reply: it has saved the data or refused.
  mutating func handleReply(_ event: XSelectionEvent) {
    guard event.selection == connection.atoms[.clipboardManager] else { return }
    saving = .none
  }
}
