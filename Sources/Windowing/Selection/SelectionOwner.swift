import CX11
import Motion
import Scene
import X11

/// An owner of selections, which offers data to other clients (ICCCM 2.1–2.7).
///
/// It never blocks: the data is available, and long data is sent in chunks between iterations of
/// the event loop. A requestor may exit or become unresponsive at any time; then only its own request
/// fails. One value owns all selections of the program, because a requestor may request several of
/// them concurrently, and only one object can handle the events of its window.
struct SelectionOwner: ~Copyable {
  let connection: Connection
  /// The hidden window that owns the selections and receives their events. `None` before the first
  /// offer.
  private(set) var window = WindowID(None)
  /// The contents by selection. Contains only selections that this client owns.
  private var contents: [Atom: SelectionContent] = [:]
  var transfers: [SelectionTransfer] = []
  var saving = ClipboardHandover.none

  init(on connection: Connection) { self.connection = connection }

  deinit { if window != WindowID(None) { XDestroyWindow(connection.display, window) } }

  /// Returns the content of a selection. `nil` if this client does not own it.
  func content(of selection: Atom) -> SelectionContent? { contents[selection] }

  /// Offers a content in a selection and replaces the previous offer. If another client has become the owner since the
  /// time of the content, nothing is offered.
  ///
  /// - Complexity: One round trip if this client was not the owner. An owner is notified when it
  ///   loses the selection.
  mutating func own(_ selection: Atom, _ content: SelectionContent) {
    let time = content.time
    if window == WindowID(None) { window = connection.makeHiddenWindow() }
    XSetSelectionOwner(connection.display, selection, window, time.value)
    let wasOwner = contents[selection].map { !time.isBefore($0.time) } ?? false
    let isOwner = wasOwner || XGetSelectionOwner(connection.display, selection) == window
    contents[selection] = isOwner ? content : nil
  }

  /// Stops offering data in a selection. Running transfers continue.
  ///
  /// The server ignores the request if another client has become the owner in the meantime.
  mutating func disown(_ selection: Atom) {
    guard let content = contents.removeValue(forKey: selection) else { return }
    XSetSelectionOwner(connection.display, selection, WindowID(None), content.time.value)
  }

  /// Handles an event if it concerns offered data.
  ///
  /// - Returns: Whether the event was handled.
  mutating func handle(_ event: XEvent, at now: Instant) -> Bool {
    switch event.type {
    case SelectionRequest where event.xselectionrequest.owner == window:
      answer(ConversionRequest(event.xselectionrequest), at: now)
    case SelectionClear where event.xselectionclear.window == window:
      let (selection, time) = (event.xselectionclear.selection, ServerTime(event.xselectionclear.time))
      // Running transfers continue. An event from before this client's ownership is out of date.
      if let content = contents[selection], !time.isBefore(content.time) { contents[selection] = nil }
    case SelectionNotify where event.xselection.requestor == window:
      // The final reply of the clipboard manager: it has saved the data or refused.
      if event.xselection.selection == connection.atoms[.clipboardManager] { saving = .none }
    case PropertyNotify where event.xproperty.window == window: handlePropertyChange(event.xproperty)
    case PropertyNotify: return sendNextChunk(after: event.xproperty, at: now)
    case DestroyNotify:
      let count = transfers.count
      transfers.removeAll { $0.requestor == event.xdestroywindow.window }
      return transfers.count < count
    default: return false
    }
    return true
  }
}

extension SelectionOwner {
  /// Writes the requested data to the property of another client, or refuses, and notifies the
  /// client of the result.
  mutating func answer(_ request: ConversionRequest, at now: Instant) {
    let isGranted = grant(request, at: now)
    connection.send(request.answer(isGranted: isGranted), to: request.requestor)
  }

  /// Processes a request.
  ///
  /// - Returns: Whether the request is granted.
  private mutating func grant(_ request: ConversionRequest, at now: Instant) -> Bool {
    guard let content = content(of: request.selection), request.isValid(for: content.time) else {
      return false
    }
    if request.target == connection.atoms[.multiple] {
      return request.namesProperty && grantEach(of: request, content, at: now)
    }
    let conversion = Conversion(target: request.target, property: request.property)
    return grant(conversion, of: request, content, at: now)
  }

  /// Writes the data of one conversion, or starts to send it in parts.
  ///
  /// - Parameter request: The request that consists of the conversion, or a `MULTIPLE` request that
  ///   contains it.
  /// - Returns: Whether the conversion is granted.
  private mutating func grant(
    _ conversion: Conversion, of request: ConversionRequest, _ content: SelectionContent, at now: Instant
  ) -> Bool {
    guard conversion.isValid(connection.atoms) else { return false }
    let (target, property) = (conversion.target, conversion.property)
    if let value = content.metadataValue(for: target, connection.atoms) {
      write(value, to: property, of: request.requestor)
      return true
    }
    if let secret = content.secret(for: target, connection.atoms) {
      connection.ignoringErrors {
        connection.write(secret, to: property, of: request.requestor, type: target)
      }
      return true
    }
    guard let bytes = content.bytes(for: target, connection.atoms) else { return false }
    return send(bytes, since: content.time, to: conversion, of: request, at: now)
  }

  /// Writes a property of another client's window, which may no longer exist.
  private func write(_ value: PropertyValue, to property: Atom, of requestor: WindowID) {
    connection.ignoringErrors { value.write(to: property, of: requestor, on: connection) }
  }

  /// The maximum number of atoms in a `MULTIPLE` request.
  private static let maximumAtomCount = 256

  /// Processes a `MULTIPLE` request. In its property, replaces the property of each refused
  /// conversion with `None`.
  private mutating func grantEach(of request: ConversionRequest, _ content: SelectionContent, at now: Instant)
    -> Bool
  {
    // One more atom than the maximum is read, to detect a longer list.
    let values = connection.words(
      ofProperty: request.property, of: request.requestor, limit: Self.maximumAtomCount + 1)
    guard let values, values.count <= Self.maximumAtomCount else { return false }
    let answered = Conversion.pairs(in: values).flatMap { conversion in
      let isGranted = grant(conversion, of: request, content, at: now)
      return [conversion.target, isGranted ? conversion.property : Atom(None)]
    }
    let value = PropertyValue.words(answered, type: connection.atoms[.atomPair])
    write(value, to: request.property, of: request.requestor)
    return true
  }

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
    guard let clipboardContent, clipboardContent.maySave, manager != WindowID(None) else { return }
    let targets = clipboardContent.dataTargets(connection.atoms)
    connection.write(.words(targets, type: XA_ATOM), to: .saveTargets, of: window)
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

  /// The time at which the next unresponsive requestor times out. `nil` without transfers.
  var deadline: Instant? { transfers.map(\.deadline).min() }

  /// Returns whether data of a selection is being sent.
  func isTransferring(_ selection: Atom) -> Bool { transfers.contains { $0.selection == selection } }

  /// Ends the transfers to requestors that have timed out.
  mutating func advance(to now: Instant) {
    for transfer in transfers where transfer.deadline <= now { end(transfer) }
  }

  /// Writes bytes to another client's property, or starts an incremental transfer if they exceed
  /// the size of a request.
  ///
  /// - Parameter request: The request that consists of the conversion or contains it.
  /// - Returns: `false` if the requestor's window no longer exists.
  mutating func send(
    _ bytes: [UInt8], since time: ServerTime, to conversion: Conversion, of request: ConversionRequest,
    at now: Instant
  ) -> Bool {
    guard bytes.count > connection.maximumChunkSize else {
      write(.bytes(bytes, type: conversion.target), to: conversion.property, of: request.requestor)
      return true
    }
    let events = PropertyChangeMask | StructureNotifyMask
    guard let observation = WindowObservation(of: request.requestor, events, on: connection) else {
      return false
    }
    begin(
      SelectionTransfer(bytes, since: time, conversion, of: request, observation: observation, at: now))
    return true
  }

  /// The maximum number of transfers, of which each lives for seconds after its requestor has stopped to read.
  private static let maximumTransferCount = 32

  /// Announces a transfer. It replaces a running transfer to the same property or, if there are too many, the one whose
  /// requestor has not read for the longest time.
  private mutating func begin(_ transfer: SelectionTransfer) {
    end(transfer)
    if transfers.count >= Self.maximumTransferCount,
      let oldest = transfers.min(by: { $0.deadline < $1.deadline })
    {
      end(oldest)
    }
    transfers.append(transfer)
    // The minimum number of bytes.
    let announcement = PropertyValue.words([UInt(transfer.bytes.count)], type: connection.atoms[.incr])
    write(announcement, to: transfer.property, of: transfer.requestor)
  }

  /// Sends the next chunk after the requestor has deleted the property.
  ///
  /// - Returns: Whether the property belongs to a transfer.
  mutating func sendNextChunk(after event: XPropertyEvent, at now: Instant) -> Bool {
    let index = transfers.firstIndex { $0.requestor == event.window && $0.property == event.atom }
    guard let index else { return false }
    guard event.state == PropertyDelete else { return true }
    let chunk = transfers[index].nextChunk(limit: connection.maximumChunkSize, at: now)
    let transfer = transfers[index]
    write(chunk, to: transfer.property, of: transfer.requestor)
    if transfer.isComplete { end(transfer) }
    return true
  }

  /// Ends the transfer to the property of a transfer, if there is one.
  private mutating func end(_ transfer: SelectionTransfer) {
    transfers.removeAll { $0.requestor == transfer.requestor && $0.property == transfer.property }
  }
}

extension Connection {
  /// The maximum number of bytes in one property: the request size without its header, as computed
  /// by Xt (`MAX_SELECTION_INCR`).
  fileprivate var maximumChunkSize: Int { 4 * min(XMaxRequestSize(display), 65536) - 100 }

  /// Writes a secret to another client's property (`XChangeProperty`), four bytes per request.
  ///
  /// Xlib keeps written requests in its buffer until other requests overwrite them. XCB sends them
  /// from there, without its own copy. So the requests start at the beginning of the buffer, and
  /// the same requests with zeros instead of the secret overwrite them. `XNoOp` would leave the
  /// second byte of every four unchanged. In the meantime, no more than four bytes of the secret
  /// are adjacent in memory.
  ///
  /// - Complexity: Two requests for every four bytes. Waits for no reply.
  func write(_ secret: any SecretProvider, to property: Atom, of window: WindowID, type: Atom) {
    // The destination of the zeros. No client observes it.
    let scratch = makeHiddenWindow(observing: NoEventMask)
    XFlush(display)
    let count = secret.withUTF8 { utf8 in
      writeInChunks(utf8, to: property, of: window, type: type)
      return utf8.count
    }
    XFlush(display)
    let zeros = [UInt8](repeating: 0, count: count)
    writeInChunks(zeros.span, to: property, of: scratch, type: type)
    XDestroyWindow(display, scratch)
  }

  /// The maximum number of bytes in a request.
  private static var secretChunkSize: Int { 4 }

  private func writeInChunks(_ bytes: Span<UInt8>, to property: Atom, of window: WindowID, type: Atom) {
    for start in stride(from: 0, to: max(1, bytes.count), by: Self.secretChunkSize) {
      let chunk = bytes.extracting(start..<min(start + Self.secretChunkSize, bytes.count))
      let mode = start == 0 ? PropModeReplace : PropModeAppend
      _ = chunk.withUnsafeBufferPointer {
        XChangeProperty(display, window, property, type, 8, mode, $0.baseAddress, Int32($0.count))
      }
    }
  }
}
