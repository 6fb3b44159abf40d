import ScreenDriver
import Testing

extension `The program` {
  /// The rows of the conformance checklist that are seen from outside, by their numbers.
  @Suite struct `is a good citizen` {}
}

extension Program {
  /// Starts it under a display and by a way of one's own, and waits until its button is to be seen.
  static func start(
    _ arguments: [String] = [], on display: VirtualDisplay.Options, by route: Sitting.Route,
    environment: [String: String] = [:]
  ) throws -> Sitting {
    let sitting = try Sitting(
      Sitting.Setup(
        program: path, arguments: arguments, on: display, by: route, environment: environment))
    // A window manager that composes the screen without a graphics card takes its time.
    _ = try sitting.window.see("the red button", within: .patience) {
      $0.floatingButton(colors.red)
    }
    return sitting
  }

  /// Starts it behind a proxy, where nobody manages its windows.
  static func startObserved(
    _ options: ProtocolProxy.Options = ProtocolProxy.Options(),
    under manager: WindowManager = .none
  ) throws -> Sitting {
    try start(
      on: VirtualDisplay.Options(windowManager: manager), by: .proxy(options))
  }
}

extension Sitting {
  /// Uses each of the three controls once, by pointer and keys, and asks for no sign of life: a
  /// program that is not trusted may not give it.
  func useAllControls() throws {
    try hand.type("Passw0rd!")
    try expectGreenMarks(5)
    try focusTokenField()
    let before = try window.stillScreenshot()
    try hand.tap("Right")
    _ = try window.see("the caret in its new place") {
      $0.caret(Program.colors.blue, gainedSince: before)
    }
    let button = try window.see("the red button") { $0.floatingButton(Program.colors.red) }
    try hand.click(at: button.center, holding: .milliseconds(50))
    _ = try window.see("the green button") { $0.floatingButton(Program.colors.green) }
  }

  /// What the program and the server have said so far.
  func traffic() throws -> Traffic {
    try #require(proxy?.traffic(), "the program has not connected through the proxy")
  }
}
