import ScreenDriver
import Testing

extension `Tactile program` {
  /// The rows of the conformance checklist that can be tested from outside, by their numbers.
  @Suite struct `X11 conformance` {}
}

extension Program {
  /// Starts the program on a display with given options and a given connection, and waits until its
  /// button is visible.
  static func start(
    _ arguments: [String] = [], on display: VirtualDisplay.Options,
    by connection: AppSession.ServerConnection,
    environment: [String: String] = [:]
  ) throws -> AppSession {
    let session = try AppSession(
      AppSession.Configuration(
        program: path, arguments: arguments, on: display, by: connection, environment: environment))
    // A compositing window manager is slow without a graphics card.
    _ = try session.window.waitFor("the red button", timeout: .defaultTimeout) {
      $0.floatingButton(colors.red)
    }
    return session
  }

  /// Starts the program behind a proxy, by default without a window manager.
  static func startObserved(
    _ options: ProtocolProxy.Options = ProtocolProxy.Options(),
    under manager: WindowManager = .none
  ) throws -> AppSession {
    try start(
      on: VirtualDisplay.Options(windowManager: manager), by: .proxy(options))
  }
}

extension AppSession {
  /// Uses each of the three controls once, by pointer and keys. Sends no ping, because an untrusted
  /// program may not reply to it.
  func useAllControls() throws {
    try input.type("Passw0rd!")
    try expectGreenIcons(5)
    try focusTokenField()
    let before = try window.stillScreenshot()
    try input.tap("Right")
    _ = try window.waitFor("the moved caret") {
      $0.caret(Program.colors.blue, notIn: before)
    }
    let button = try window.waitFor("the red button") { $0.floatingButton(Program.colors.red) }
    try input.click(at: button.center)
    _ = try window.waitFor("the green button") { $0.floatingButton(Program.colors.green) }
  }

  /// Returns the traffic between the program and the server so far.
  func traffic() throws -> Traffic {
    try #require(proxy?.traffic(), "the program has not connected through the proxy")
  }
}
