import CXSession
import Glibc
import Testing

@testable import X11Shell

@Suite struct `A session's restart command` {
  @Test func `repeats what the program was started with, and names the session's id`() throws {
    let command = ProcessCommand(
      program: "/bin/tactile",
      arguments: ["--sm-client-id", "10old", "--theme", "dark", "--sm-client-id=10older"])
    #expect(command.arguments == ["--theme", "dark"])
    let properties = SessionProperty.introducing(command, id: "10new", user: "me", process: 42)
    let values = Dictionary(uniqueKeysWithValues: properties.map { ($0.name, $0.values) })
    #expect(
      values == [
        "Program": ["/bin/tactile"], "UserID": ["me"], "ProcessID": ["42"],
        "CloneCommand": ["/bin/tactile", "--theme", "dark"],
        "RestartCommand": ["/bin/tactile", "--theme", "dark", "--sm-client-id", "10new"],
      ])
  }

  @Test func `has each value as libSM wants it`() {
    let property = SessionProperty(name: "CloneCommand", isList: true, values: ["é", ""])
    property.withCValue { value in
      #expect(String(cString: value.pointee.name) == "CloneCommand")
      #expect(String(cString: value.pointee.type) == "LISTofARRAY8")
      #expect(value.pointee.count == 2)
      #expect([value.pointee.values[0].length, value.pointee.values[1].length] == [2, 0])
    }
  }

  @Test(arguments: [nil, ""])
  func `is needed where a manager is there alone`(addresses: String?) {
    #expect(SessionInvitation(addresses: addresses, previousID: "10old") == nil)
  }

  @Test(arguments: ["", "1\u{E9}", "a b", "1\n", String(repeating: "1", count: 257)])
  func `takes no id that no manager makes`(id: String) {
    #expect(SessionInvitation(addresses: "local/x", previousID: id)?.previousID == nil)
    let longest = String(repeating: "1", count: 256)
    #expect(SessionInvitation(addresses: "local/x", previousID: longest)?.previousID == longest)
  }
}

@Suite struct `A message of a session manager's` {
  /// Header and body, in 32-bit words; the second one counts eight bytes each.
  private static let whole: [UInt32] = [0x0102_0001, 2, 3, 4, 5, 6]

  @Test(arguments: 0...24) func `has arrived once all of it is there`(byteCount: Int) throws {
    var ends = [Int32](repeating: -1, count: 2)
    try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
    defer { for end in ends { close(end) } }
    let sent = Self.whole.withUnsafeBytes { write(ends[0], $0.baseAddress, byteCount) }
    #expect(sent == byteCount)
    #expect(SessionMessage.hasArrived(on: ends[1]) == (byteCount == 24))
  }
}
