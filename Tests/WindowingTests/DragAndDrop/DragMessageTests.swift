import CX11
import Scene
import Testing

@testable import Windowing
@testable import X11

@Suite struct `Drag messages` {
  private let atoms = Atoms.numbered

  @Test func `are decoded as they were encoded`() throws {
    let messages: [DragMessage] = [
      .enter(version: 5, types: [1, 2, 3], hasMoreTypes: true),
      .enter(version: 3, types: [0xFFFF_FFFF], hasMoreTypes: false),
      .position(PixelPoint(x: 1919, y: 1079), time: ServerTime(0xFFFF_FFFF), action: 7),
      .position(PixelPoint(x: -1, y: -32768), time: ServerTime(1), action: 7), .leave,
      .drop(time: ServerTime(9)), .status(isAccepted: true, action: 7),
      .status(isAccepted: false, action: 0),
      .finished(isAccepted: true, action: 7), .finished(isAccepted: false, action: 0),
    ]
    for message in messages {
      let event = message.event(from: 0x8000_0001, about: 42, atoms)
      #expect(event.xclient.window == 42)
      let (read, sender) = try #require(DragMessage.read(event.xclient, atoms))
      #expect(read == message && sender == 0x8000_0001)
    }
  }

  @Test func `are rejected with another format, another type or sender 0`() {
    var event = DragMessage.leave.event(from: 1, about: 42, atoms)
    event.xclient.format = 8
    #expect(DragMessage.read(event.xclient, atoms) == nil)
    event.xclient.format = 32
    event.xclient.message_type = atoms[.wmProtocols]
    #expect(DragMessage.read(event.xclient, atoms) == nil)
    let anonymous = DragMessage.leave.event(from: 0, about: 42, atoms)
    #expect(DragMessage.read(anonymous.xclient, atoms) == nil)
  }
}
