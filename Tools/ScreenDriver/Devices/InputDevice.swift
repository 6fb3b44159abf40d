import Glibc

/// A simulated device, controlled over a socket to the server's driver `inputtest`, protocol 1.1.
///
/// Each function waits until the server has processed the event.
public struct InputDevice: ~Copyable {
  /// The type of an event in the driver's protocol (`xf86-input-inputtest-protocol.h`).
  enum EventType: UInt32 { case version, synchronization, motion, proximity, button, key, touch }

  private let socket: Socket
  /// The screen's size, in device pixels.
  let screen: (width: Int, height: Int)

  /// Connects and negotiates the protocol version.
  ///
  /// - Throws: `file` if no server listens, `timedOut` if the server does not reply.
  init(_ kind: InputDevices.Kind, in directory: String, screen: (width: Int, height: Int))
    throws(ScreenDriverError)
  {
    let path = kind.socketPath(in: directory)
    let socket = try Deadline(after: .defaultTimeout).connect(to: path)
    var packet = DevicePacket(.version)
    packet.append(UInt16(1), UInt16(1))
    try Self.exchange(packet, over: socket, for: "the device \(path)")
    self.socket = socket
    self.screen = screen
  }

  /// Sends packets together, and waits until the server has processed them.
  ///
  /// - Throws: `timedOut`.
  func send(_ packets: DevicePacket...) throws(ScreenDriverError) {
    socket.send(packets.flatMap(\.bytes))
    try Self.exchange(
      DevicePacket(.synchronization), over: socket, for: "the server to process a device event")
  }

  private static func exchange(_ packet: DevicePacket, over socket: borrowing Socket, for what: String)
    throws(ScreenDriverError)
  {
    socket.send(packet.bytes)
    guard Deadline(after: .seconds(5)).waitToRead(socket.descriptor), socket.receive() != nil else {
      throw .timedOut(waitingFor: what)
    }
  }
}

extension Deadline {
  /// Connects as soon as a server listens at a path.
  fileprivate func connect(to path: String) throws(ScreenDriverError) -> Socket {
    while true {
      do throws(ScreenDriverError) { return try Socket.connected(to: path) } catch {
        if hasPassed { throw error }
      }
      Deadline(after: .milliseconds(2)).wait()
    }
  }
}
