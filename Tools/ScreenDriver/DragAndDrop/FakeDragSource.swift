import CX11
public import Scene

/// A fake [XDND][1] source: a client that drags data over a window, correctly or incorrectly.
///
/// It acts only in calls of its functions. It disconnects when this value is destroyed, even
/// in the middle of a drag.
///
/// [1]: https://www.freedesktop.org/wiki/Specifications/XDND/
public final class FakeDragSource {
  /// A reply of the target.
  public enum Reply: Equatable, Sendable {
    case status(isAccepted: Bool, action: String?)
    case finished(isAccepted: Bool, action: String?)
  }

  /// The owner of the dragged data.
  public let owner: FakeSelectionOwner
  public private(set) var replies: [Reply] = []
  private let types: [String]
  private let target: CX11.Window
  private let version: UInt
  private var connection: DisplayConnection { owner.connection }

  /// - Parameters:
  ///   - target: The XID of the target window.
  ///   - version: The XDND version.
  ///   - types: The names of the selection targets that are offered.
  /// - Throws: `cannotConnect`.
  public init(
    on display: String, over target: UInt, version: UInt = 5, types: [String] = ["UTF8_STRING"],
    behavior: FakeSelectionOwner.Behavior
  ) throws(ScreenDriverError) {
    owner = try FakeSelectionOwner(
      on: display, selection: "XdndSelection", targets: types, behavior: behavior)
    (self.types, self.target, self.version) = (types, target, version)
  }

  /// The XDND version of the target window (`XdndAware`). `nil` if it does not support XDND.
  public var targetVersion: UInt? { connection.property("XdndAware", of: target)?.first }

  public func enter() {
    let atoms = types.map(connection.atom)
    atoms.withUnsafeBytes { bytes in
      _ = connection.attempt {
        XChangeProperty(
          $0, owner.window, connection.atom("XdndTypeList"), XA_ATOM, 32, PropModeReplace,
          bytes.bindMemory(to: UInt8.self).baseAddress, Int32(atoms.count))
      }
    }
    let flags = version << 24 | (types.count > 3 ? 1 : 0)
    send("XdndEnter", [flags] + (types.count > 3 ? [] : atoms))
  }

  /// - Parameter point: The position on the screen, in device pixels.
  public func move(to point: PixelPoint) {
    let packed = UInt(UInt16(truncatingIfNeeded: point.x)) << 16
    send(
      "XdndPosition",
      [0, packed | UInt(UInt16(truncatingIfNeeded: point.y)), 1, connection.atom("XdndActionCopy")])
  }

  public func leave() { send("XdndLeave", []) }

  public func drop() { send("XdndDrop", [0, UInt(CurrentTime)]) }

  /// Records the replies of the target, and sends the data to clients that request it.
  public func serve() {
    owner.serve()
    for event in owner.messages { record(event) }
    owner.messages.removeAll()
  }

  /// Sends XDND messages of all kinds with random contents in random formats.
  ///
  /// - Parameter generator: The source of randomness.
  public func fuzz(times count: Int, using generator: inout some RandomNumberGenerator) {
    let names = ["Enter", "Position", "Status", "Leave", "Drop", "Finished"]
    for _ in 0..<count {
      let name = "Xdnd" + (names.randomElement(using: &generator) ?? "Enter")
      let values = (0..<4).map { _ -> UInt in
        let value = generator.next() as UInt
        return Bool.random(using: &generator) ? value % 600 : value
      }
      let format: Int32 = [8, 16, 32, 32, 32].randomElement(using: &generator) ?? 32
      send(name, [values[0] | 5 << 24] + values.dropFirst(), format: format)
    }
    XSync(connection.pointer, False)
  }

  private func send(_ name: String, _ values: [UInt], format: Int32 = 32) {
    let values = values.map { Int(Int32(truncatingIfNeeded: $0)) } + [0, 0, 0, 0]
    var event = XEvent()
    event.xclient.type = ClientMessage
    event.xclient.window = target
    event.xclient.message_type = connection.atom(name)
    event.xclient.format = format
    event.xclient.data.l = (Int(owner.window), values[0], values[1], values[2], values[3])
    XSendEvent(connection.pointer, target, False, NoEventMask, &event)
    XFlush(connection.pointer)
  }

  private func record(_ event: XClientMessageEvent) {
    let isAccepted = event.data.l.1 & 1 != 0
    switch connection.name(of: event.message_type) {
    case "XdndStatus": replies.append(.status(isAccepted: isAccepted, action: actionName(event.data.l.4)))
    case "XdndFinished": replies.append(.finished(isAccepted: isAccepted, action: actionName(event.data.l.2)))
    default: break
    }
  }

  private func actionName(_ value: Int) -> String? {
    value == 0 ? nil : connection.name(of: Atom(truncatingIfNeeded: value & 0xFFFF_FFFF))
  }
}
