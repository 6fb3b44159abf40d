import CXSession
import Glibc
import Testing

@testable import X11Shell

@Suite struct `Session restart command` {
  @Test func `repeats the start arguments and contains the session id`() throws {
    let command = ProcessCommand(
      program: "/bin/tactile",
      arguments: ["--sm-client-id", "10old", "--theme", "dark", "--sm-client-id=10older"])
    #expect(command.arguments == ["--theme", "dark"])
    let properties = SessionProperty.standard(command, id: "10new", user: "me", process: 42)
    let values = Dictionary(uniqueKeysWithValues: properties.map { ($0.name, $0.values) })
    #expect(
      values == [
        "Program": ["/bin/tactile"], "UserID": ["me"], "ProcessID": ["42"],
        "CloneCommand": ["/bin/tactile", "--theme", "dark"],
        "RestartCommand": ["/bin/tactile", "--theme", "dark", "--sm-client-id", "10new"],
      ])
  }

  @Test func `converts values to the format of libSM`() {
    let property = SessionProperty(name: "CloneCommand", isList: true, values: ["é", ""])
    property.withCValue { value in
      #expect(String(cString: value.pointee.name) == "CloneCommand")
      #expect(String(cString: value.pointee.type) == "LISTofARRAY8")
      #expect(value.pointee.count == 2)
      #expect([value.pointee.values[0].length, value.pointee.values[1].length] == [2, 0])
    }
  }

  @Test(arguments: [nil, ""])
  func `needs no parameters without a session manager`(addresses: String?) {
    #expect(SessionInvitation(addresses: addresses, previousID: "10old") == nil)
  }

  @Test(arguments: ["", "1\u{E9}", "a b", "1\n", String(repeating: "1", count: 257)])
  func `ignores an invalid previous id`(id: String) {
    #expect(SessionInvitation(addresses: "local/x", previousID: id)?.previousID == nil)
    let longest = String(repeating: "1", count: 256)
    #expect(SessionInvitation(addresses: "local/x", previousID: longest)?.previousID == longest)
  }
}

@Suite struct `Session manager message` {
  /// Header and body, in 32-bit words. The second word is the body length in units of eight bytes.
  private static let message: [UInt32] = [0x0102_0001, 2, 3, 4, 5, 6]

  @Test(arguments: 0...24) func `has arrived when it is complete`(byteCount: Int) throws {
    var ends = [Int32](repeating: -1, count: 2)
    try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
    defer { for end in ends { close(end) } }
    let sent = Self.message.withUnsafeBytes { write(ends[0], $0.baseAddress, byteCount) }
    #expect(sent == byteCount)
    #expect(SessionMessage.hasArrived(on: ends[1]) == (byteCount == 24))
  }
}
