import CX11
import Motion
import Scene
import X11

extension Window {
  /// Offers data to other clients. Does nothing before the first user action because an offer needs
  /// its time (ICCCM 2.1 forbids `CurrentTime`).
  func offer(_ offer: DataProvider, in pasteboard: Pasteboard) {
    guard let inputTime = application.inputTime else { return }
    application.selectionOwner.own(pasteboard.selection(connection.atoms), offer, since: inputTime)
  }

  /// Offers a secret to other clients in the clipboard only. The primary selection can be requested
  /// by a middle click that was meant for another window.
  func offer(secret: any SecretProvider) {
    guard let inputTime = application.inputTime else { return }
    application.selectionOwner.own(connection.atoms[.clipboard], secret: secret, since: inputTime)
  }

  func withdraw(_ pasteboard: Pasteboard) {
    application.selectionOwner.disown(pasteboard.selection(connection.atoms))
  }

  /// Requests the data of a pasteboard. The content receives the result in a later iteration.
  ///
  /// The primary selection is not read if the user has disabled pasting it.
  func request(_ pasteboard: Pasteboard, types: [DataType]) {
    request(pasteboard, for: .pasteboard(pasteboard), types: types, options: IncomingSelection.defaultOptions)
  }

  /// Requests text as a secret. The copy that the content receives is the only one that remains.
  func requestSecret(from pasteboard: Pasteboard, number: Int, options: ReceiveConfiguration) {
    request(pasteboard, for: .secret(request: number), types: [.text], options: options)
  }

  private func request(
    _ pasteboard: Pasteboard, for source: ReceivedData.Source, types: [DataType],
    options: ReceiveConfiguration
  ) {
    guard let inputTime = application.inputTime,
      pasteboard != .primary || application.desktop.settings.pastesSelection
    else {
      let nothing = ReceivedData(from: source, .failure(.noData))
      return requestor.deliver(nothing)
    }
    requestor.request(
      of: pasteboard.selection(connection.atoms), for: source, types: types, options: options,
      since: inputTime,
      at: MonotonicClock.now, unlessOwnedBy: application.selectionOwner)
  }

  /// Performs the due actions and sends received data to the content.
  func advanceTransfers(to now: Instant) {
    drop.advance(to: now)
    drag.advance(to: now)
    requestor.advance(to: now)
    for data in requestor.takeReceived() {
      send(.data(.received(data)), at: currentTime)
      if case .drop = data.source { drop.finish(with: data.result) }
    }
  }
}

extension Application {
  /// Transfers the clipboard to the clipboard manager so that it survives the program. Waits at most
  /// `SelectionOwner.clipboardManagerTimeout`.
  func saveClipboardToManager() {
    selectionOwner.beginSaving()
    let deadline = MonotonicClock.now + SelectionOwner.clipboardManagerTimeout
    var event = XEvent()
    while selectionOwner.isSaving, MonotonicClock.now < deadline {
      while connection.takeEvent(&event) {
        if EventTranslation.accepts(event) { _ = selectionOwner.handle(event, at: MonotonicClock.now) }
      }
      selectionOwner.advance(to: MonotonicClock.now)
      connection.flush()
      guard connection.queuedEventCount == 0, selectionOwner.isSaving else { continue }
      EventSources.wait(for: connection.descriptor, until: deadline)
      connection.readEvents()
    }
  }
}
