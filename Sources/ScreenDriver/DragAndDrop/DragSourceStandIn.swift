import CX11
public import Scene

/// Another client that carries data over a window, by [XDND][1], well or badly.
///
/// It acts only when it is told to, and dies with this value, in the middle of a drag too.
///
/// [1]: https://www.freedesktop.org/wiki/Specifications/XDND/
public final class DragSourceStandIn {
  /// What the target answered.
  public enum Answer: Equatable, Sendable {
    case status(isAccepted: Bool, action: String?)
    case finished(isAccepted: Bool, action: String?)
  }

  /// Who gives the data away.
  public let owner: SelectionOwnerStandIn
  public private(set) var answers: [Answer] = []
  private let types: [String]
  private let target: CX11.Window
  private let version: UInt
  private var connection: DisplayConnection { owner.connection }

  /// - Parameters:
  ///   - target: The number of the window that is to have the data.
  ///   - version: Of the protocol.
  ///   - types: The names of the targets in which it can be had.
  /// - Throws: `cannotConnect`.
  public init(
    on display: String, over target: UInt, version: UInt = 5, types: [String] = ["UTF8_STRING"],
    conduct: SelectionOwnerStandIn.Conduct
  ) throws(ScreenDriverError) {
    owner = try SelectionOwnerStandIn(
      on: display, selection: "XdndSelection", targets: types, conduct: conduct)
    (self.types, self.target, self.version) = (types, target, version)
  }

  /// The version that the target says it understands (`XdndAware`); `nil` where none.
  public var versionOfTarget: UInt? { connection.property("XdndAware", of: target)?.first }

  public func enter() {
    let atoms = types.map(connection.atom)
    atoms.withUnsafeBytes { bytes in
      _ = connection.attempt {
        XChangeProperty(
          $0, owner.window, connection.atom("XdndTypeList"), XA_ATOM, 32, PropModeReplace,
          bytes.bindMemory(to: UInt8.self).baseAddress, Int32(atoms.count))
      }
    }
    let head = version << 24 | (types.count > 3 ? 1 : 0)
    send("XdndEnter", [head] + (types.count > 3 ? [] : atoms))
  }

  /// - Parameter place: On the screen, in device pixels.
  public func move(to place: PixelPoint) {
    let packed = UInt(UInt16(truncatingIfNeeded: place.x)) << 16
    send(
      "XdndPosition",
      [0, packed | UInt(UInt16(truncatingIfNeeded: place.y)), 1, connection.atom("XdndActionCopy")])
  }

  public func leave() { send("XdndLeave", []) }

  public func drop() { send("XdndDrop", [0, UInt(CurrentTime)]) }

  /// Takes in what was answered, and gives the data to who asks for it.
  public func serve() {
    owner.serve()
    for event in owner.messages { note(event) }
    owner.messages.removeAll()
  }

  /// Sends messages of any kind with any words in them, in any format.
  ///
  /// - Parameter generator: What chooses them.
  public func pester(times count: Int, using generator: inout some RandomNumberGenerator) {
    let names = ["Enter", "Position", "Status", "Leave", "Drop", "Finished"]
    for _ in 0..<count {
      let name = "Xdnd" + (names.randomElement(using: &generator) ?? "Enter")
      let words = (0..<4).map { _ -> UInt in
        let word = generator.next() as UInt
        return Bool.random(using: &generator) ? word % 600 : word
      }
      let format: Int32 = [8, 16, 32, 32, 32].randomElement(using: &generator) ?? 32
      send(name, [words[0] | 5 << 24] + words.dropFirst(), format: format)
    }
    XSync(connection.pointer, False)
  }

  private func send(_ name: String, _ words: [UInt], format: Int32 = 32) {
    let words = words.map { Int(Int32(truncatingIfNeeded: $0)) } + [0, 0, 0, 0]
    var event = XEvent()
    event.xclient.type = ClientMessage
    event.xclient.window = target
    event.xclient.message_type = connection.atom(name)
    event.xclient.format = format
    event.xclient.data.l = (Int(owner.window), words[0], words[1], words[2], words[3])
    XSendEvent(connection.pointer, target, False, NoEventMask, &event)
    XFlush(connection.pointer)
  }

  private func note(_ event: XClientMessageEvent) {
    let isAccepted = event.data.l.1 & 1 != 0
    switch connection.name(of: event.message_type) {
    case "XdndStatus":
      answers.append(.status(isAccepted: isAccepted, action: actionName(event.data.l.4)))
    case "XdndFinished":
      answers.append(.finished(isAccepted: isAccepted, action: actionName(event.data.l.2)))
    default: break
    }
  }

  private func actionName(_ word: Int) -> String? {
    word == 0 ? nil : connection.name(of: Atom(truncatingIfNeeded: word & 0xFFFF_FFFF))
  }
}
