import Testing

@testable import System

@Suite struct `Base directory` {
  @Test func `is taken from the environment`() {
    #expect(BaseDirectory.state.path(variable: "/s", home: "/home/p") == "/s")
    #expect(BaseDirectory.data.path(variable: "/d", home: nil) == "/d")
    #expect(BaseDirectory.cache.path(variable: nil, home: "/h") == "/h/.cache")
  }

  @Test(arguments: [nil, "", "relative/path", "~/state"])
  func `is below the home directory if the variable is not an absolute path`(variable: String?) {
    let state = BaseDirectory.state.path(variable: variable, home: "/home/p")
    #expect(state == "/home/p/.local/state")
    let data = BaseDirectory.data.path(variable: variable, home: "/home/p")
    #expect(data == "/home/p/.local/share")
  }

  @Test(arguments: [nil, "", "home"])
  func `is nil without an absolute home directory`(home: String?) {
    #expect(BaseDirectory.state.path(variable: nil, home: home) == nil)
  }
}
