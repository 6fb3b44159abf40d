import Glibc

/// One device, played over its socket to the server's driver `inputtest`, protocol 1.1.
///
/// Each act waits until the server has taken it in.
public struct InputDevice: ~Copyable {
  /// What of an event the driver knows by number (`xf86-input-inputtest-protocol.h`).
  enum EventType: UInt32 {
    case version, synchronization, motion, proximity, button, key, touch
  }

  private let socket: Socket
  /// The screen's size, in device pixels.
  let screen: (width: Int, height: Int)

  /// Connects, and agrees on the protocol's version.
  ///
  /// - Throws: `file` where nobody listens, `timedOut` where nobody answers.
  init(
    _ kind: InputDevices.Kind, in folder: String, screen: (width: Int, height: Int)
  ) throws(ScreenDriverError) {
    let path = kind.socketPath(in: folder)
    let socket = try Deadline(after: .patience).connect(to: path)
    var packet = DevicePacket(.version)
    packet.append(UInt16(1), UInt16(1))
    try Self.exchange(packet, over: socket, for: "the device \(path)")
    self.socket = socket
    self.screen = screen
  }

  /// Sends packets, all at once, and waits until the server has worked them off.
  ///
  /// - Throws: `timedOut`.
  func carryOut(_ packets: DevicePacket...) throws(ScreenDriverError) {
    socket.send(packets.flatMap(\.bytes))
    try Self.exchange(
      DevicePacket(.synchronization), over: socket,
      for: "the server to take in a device's event")
  }

  private static func exchange(
    _ packet: DevicePacket, over socket: borrowing Socket, for what: String
  ) throws(ScreenDriverError) {
    socket.send(packet.bytes)
    guard Deadline(after: .seconds(5)).waitToRead(socket.descriptor), socket.receive() != nil else {
      throw .timedOut(waitingFor: what)
    }
  }
}

extension Deadline {
  /// Connects as soon as somebody listens at a path.
  fileprivate func connect(to path: String) throws(ScreenDriverError) -> Socket {
    while true {
      do throws(ScreenDriverError) {
        return try Socket.connected(to: path)
      } catch {
        if hasPassed { throw error }
      }
      Deadline(after: .milliseconds(2)).wait()
    }
  }
}
