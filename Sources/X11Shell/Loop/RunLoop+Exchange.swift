import CX11
import Motion
import Scene

extension RunLoop {
  /// Offers data to other programs. Without anything that a person did there is no time at which it
  /// could begin (ICCCM 2.1 forbids `CurrentTime`), and nothing is offered.
  mutating func offer(_ offer: DataOffer, in pasteboard: Pasteboard) {
    guard let inputTime else { return }
    exchange.owner.own(pasteboard.selection(window.connection.atoms), offer, since: inputTime)
  }

  /// Offers a secret to other programs, by what they copy alone: what is selected anywhere is asked
  /// for by a press that may mean another window.
  mutating func offer(secret: any OfferedSecret) {
    guard let inputTime else { return }
    exchange.owner.own(window.connection.atoms[.clipboard], secret: secret, since: inputTime)
  }

  mutating func withdraw(_ pasteboard: Pasteboard) {
    exchange.owner.disown(pasteboard.selection(window.connection.atoms))
  }

  /// Asks for what a pasteboard holds; the client is told in a later turn, whatever comes of it.
  ///
  /// What is selected is not asked for where the person wants no pasting of it.
  mutating func request(_ pasteboard: Pasteboard, types: [DataType]) {
    request(
      pasteboard, for: .pasteboard(pasteboard), types: types, room: IncomingSelection.usualRoom)
  }

  /// Asks for text as for a secret, of which nothing is left here but what the client is told.
  mutating func requestSecret(from pasteboard: Pasteboard, number: Int, room: DataRoom) {
    request(pasteboard, for: .secret(request: number), types: [.text], room: room)
  }

  private mutating func request(
    _ pasteboard: Pasteboard, for source: ReceivedData.Source, types: [DataType], room: DataRoom
  ) {
    guard let inputTime, pasteboard != .primary || desktop.settings.pastesSelection else {
      let nothing = ReceivedData(from: source, .failure(.nothingThere))
      return exchange.requestor.deliver(nothing)
    }
    exchange.request(
      pasteboard.selection(window.connection.atoms), for: source, types: types, room: room,
      since: inputTime, at: MonotonicClock.now)
  }

  /// Does what was due until then, and hands over what has come from other programs.
  mutating func advanceExchange(
    to now: Instant, _ client: inout some WindowClient & ~Copyable
  ) {
    advanceDrop(to: now, &client)
    advanceDrag(to: now, &client)
    exchange.advance(to: now)
    for data in exchange.requestor.takeReceived() {
      tell(&client, .data(.received(data)), at: MonotonicClock.now)
      if case .drop = data.source { finishDrop(with: data.result) }
    }
  }

  /// Lets a clipboard manager take over what was copied, so that it outlives the program; the
  /// window is gone meanwhile. Waits no longer than `SelectionOwner.savingPatience`.
  mutating func handClipboardOver() {
    exchange.owner.beginSaving()
    guard exchange.owner.isSaving else { return }
    let connection = window.connection
    XUnmapWindow(connection.display, window.id)
    let deadline = MonotonicClock.now + SelectionOwner.savingPatience
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
