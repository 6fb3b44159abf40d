import CXSession
import Testing

@testable import X11Shell

@Suite struct `A session's restart command` {
  @Test func `repeats what the program was started with, and names the session's id`() throws {
    let command = ProcessCommand(
      program: "/bin/tactile",
      arguments: ["--sm-client-id", "10old", "--theme", "dark", "--sm-client-id=10older"])
    #expect(command.arguments == ["--theme", "dark"])
    let properties = SessionProperty.required(of: command, id: "10new", user: "me", process: 42)
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
}
