import CX11
import Scene
import X11

/// A client message between the source and the target of a drag ([XDND][1], version 5).
///
/// [1]: https://www.freedesktop.org/wiki/Specifications/XDND/
enum DragMessage: Hashable {
  /// Data entered the target. If there are more than three types, the source's property lists all
  /// of them.
  case enter(version: Int, types: [Atom], hasMoreTypes: Bool)
  /// The position of the data on the screen, and the requested action.
  case position(PixelPoint, time: ServerTime, action: Atom)
  case leave
  case drop(time: ServerTime)
  /// The target's reply to a position. The area in which it wants no further positions is not used: a source
  /// may send them there too.
  case status(isAccepted: Bool, action: Atom)
  /// The result of the drop.
  case finished(isAccepted: Bool, action: Atom)

  /// The supported protocol versions. Older versions are incompatible.
  static let versions = 3...5

  /// Parses a message.
  ///
  /// - Returns: The message and the window that it names as its sender, or `nil` for a message of
  ///   another type or format.
  static func read(_ event: XClientMessageEvent, _ atoms: Atoms) -> (message: DragMessage, sender: WindowID)?
  {
    guard event.format == 32 else { return nil }
    let words = withUnsafeBytes(of: event.data.l) { bytes in
      // Xlib sign-extends 32-bit values.
      bytes.bindMemory(to: UInt.self).map { $0 & 0xFFFF_FFFF }
    }
    guard words[0] != WindowID(None) else { return nil }
    let flag = words[1] & 1 != 0
    let message: DragMessage? =
      switch event.message_type {
      case atoms[.xdndEnter]:
        .enter(
          version: Int(words[1] >> 24), types: words[2...4].filter { $0 != Atom(None) }, hasMoreTypes: flag)
      case atoms[.xdndPosition]:
        .position(PixelPoint(packed: words[2]), time: ServerTime(words[3]), action: words[4])
      case atoms[.xdndLeave]: .leave
      case atoms[.xdndDrop]: .drop(time: ServerTime(words[2]))
      case atoms[.xdndStatus]: .status(isAccepted: flag, action: words[4])
      case atoms[.xdndFinished]: .finished(isAccepted: flag, action: words[2])
      default: nil
      }
    return message.map { ($0, words[0]) }
  }

  /// Sends the message to a window that may already be destroyed.
  ///
  /// - Parameters:
  ///   - sender: The window that receives the replies.
  ///   - window: The window that the message is about.
  ///   - destination: The window that receives the message: `window` itself or its proxy.
  func send(
    from sender: WindowID, about window: WindowID, to destination: WindowID, on connection: Connection
  ) {
    connection.send(event(from: sender, about: window, connection.atoms), to: destination)
  }

  /// Returns the client message event.
  func event(from sender: WindowID, about window: WindowID, _ atoms: Atoms) -> XEvent {
    // Zeros follow the words.
    let (type, words): (Atom, [UInt]) =
      switch self {
      case .enter(let version, let types, let hasMoreTypes):
        (atoms[.xdndEnter], [UInt(version) << 24 | (hasMoreTypes ? 1 : 0)] + types.prefix(3))
      case .position(let position, let time, let action):
        (atoms[.xdndPosition], [0, position.packed, time.value, action])
      case .leave: (atoms[.xdndLeave], [])
      case .drop(let time): (atoms[.xdndDrop], [0, time.value])
      // 2: further positions are wanted everywhere.
      case .status(let isAccepted, let action):
        (atoms[.xdndStatus], [isAccepted ? 3 : 2, 0, 0, isAccepted ? action : Atom(None)])
      case .finished(let isAccepted, let action): (atoms[.xdndFinished], isAccepted ? [1, action] : [])
      }
    return XEvent(message: type, about: window, words: [sender] + words)
  }
}

extension PixelPoint {
  /// Unpacks two signed 16-bit coordinates from one word. The x coordinate is in the upper half.
  fileprivate init(packed word: UInt) {
    self.init(x: Int(Int16(truncatingIfNeeded: word >> 16)), y: Int(Int16(truncatingIfNeeded: word)))
  }

  fileprivate var packed: UInt {
    UInt(UInt16(truncatingIfNeeded: x)) << 16 | UInt(UInt16(truncatingIfNeeded: y))
  }
}
