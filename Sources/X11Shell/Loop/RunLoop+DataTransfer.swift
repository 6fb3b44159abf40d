import CX11
import Motion
import Scene

extension RunLoop {
  /// Offers data to other clients. Does nothing before the first user action because an offer needs
  /// its time (ICCCM 2.1 forbids `CurrentTime`).
  mutating func offer(_ offer: DataProvider, in pasteboard: Pasteboard) {
    guard let inputTime else { return }
    exchange.owner.own(pasteboard.selection(window.connection.atoms), offer, since: inputTime)
  }

  /// Offers a secret to other clients in the clipboard only. The primary selection can be requested
  /// by a middle click that was meant for another window.
  mutating func offer(secret: any SecretProvider) {
    guard let inputTime else { return }
    exchange.owner.own(window.connection.atoms[.clipboard], secret: secret, since: inputTime)
  }

  mutating func withdraw(_ pasteboard: Pasteboard) {
    exchange.owner.disown(pasteboard.selection(window.connection.atoms))
  }

  /// Requests the data of a pasteboard. The delegate receives the result in a later iteration.
  ///
  /// The primary selection is not read if the user has disabled pasting it.
  mutating func request(_ pasteboard: Pasteboard, types: [DataType]) {
    request(pasteboard, for: .pasteboard(pasteboard), types: types, room: IncomingSelection.defaultOptions)
  }

  /// Requests text as a secret. The copy that the delegate receives is the only one that remains.
  mutating func requestSecret(from pasteboard: Pasteboard, number: Int, room: ReceiveConfiguration) {
    request(pasteboard, for: .secret(request: number), types: [.text], room: room)
  }

  private mutating func request(
    _ pasteboard: Pasteboard, for source: ReceivedData.Source, types: [DataType], room: ReceiveConfiguration
  ) {
    guard let inputTime, pasteboard != .primary || desktop.settings.pastesSelection else {
      let nothing = ReceivedData(from: source, .failure(.noData))
      return exchange.requestor.deliver(nothing)
    }
    exchange.request(
      pasteboard.selection(window.connection.atoms), for: source, types: types, options: room,
      since: inputTime, at: MonotonicClock.now)
  }

  /// Performs the due actions and sends received data to the delegate.
  mutating func advanceExchange(to now: Instant, _ client: inout some WindowDelegate & ~Copyable) {
    advanceDrop(to: now, &client)
    advanceDrag(to: now, &client)
    exchange.advance(to: now)
    for data in exchange.requestor.takeReceived() {
      send(to: &client, .data(.received(data)), at: MonotonicClock.now)
      if case .drop = data.source { finishDrop(with: data.result) }
    }
  }

  /// Transfers the clipboard to the clipboard manager so that it survives the program. The window
  /// is unmapped first. Waits at most `SelectionOwner.clipboardManagerTimeout`.
  mutating func saveClipboardToManager() {
    exchange.owner.beginSaving()
    guard exchange.owner.isSaving else { return }
    let connection = window.connection
    XUnmapWindow(connection.display, window.id)
    let deadline = MonotonicClock.now + SelectionOwner.clipboardManagerTimeout
    var event = XEvent()
    while exchange.owner.isSaving, connection.isAlive, MonotonicClock.now < deadline {
      while connection.takeEvent(&event) { _ = exchange.handle(event, at: MonotonicClock.now) }
      connection.flush()
      guard connection.queuedEventCount == 0, exchange.owner.isSaving else { continue }
      _ = Readiness.wait(for: [connection.descriptor, -1, -1], until: deadline)
      connection.readEvents()
    }
  }
}
