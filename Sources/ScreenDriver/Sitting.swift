import Scene

/// A person in front of a program: a display of its own, the program in its first state, and the
/// hand and eyes on its window.
///
/// The program sees none of the person's folders, but new and empty ones.
public struct Sitting: ~Copyable {
  public let window: ScreenWindow
  public let hand: Hand
  // Destroyed in this order: the program before the server it talks to.
  public var program: ChildProcess
  /// What the program goes through to the server, if anything.
  public let proxy: ProtocolProxy?
  public var display: VirtualDisplay
  private let errorReport: ProtocolErrorReport
  private let folder: TemporaryFolder

  /// Starts display and program, and waits for the window.
  ///
  /// - Throws: `cannotStart`, `endedEarly` with what the program wrote, `timedOut`, `file`.
  public init(_ setup: Setup) throws(ScreenDriverError) {
    let folder = try TemporaryFolder()
    let display = try VirtualDisplay(setup.display)
    var environment = ChildProcess.privateEnvironment(in: folder.path)
    let proxy = try setup.route.open(to: display, &environment)
    environment.merge(setup.environment) { $1 }
    let complaints = "\(folder.path)/complaints"
    var program = try ChildProcess(
      setup.program, setup.arguments, environment: environment,
      redirections: [.discard(1), .file(complaints, as: 2)])
    let window = try Self.firstWindow(
      of: &program, on: display.connection, complaints: complaints)
    let hand = try Hand(in: window)
    // Without a window manager keys go to the window under the pointer.
    try hand.move(to: PixelPoint(x: 2, y: 2))
    try Deadline(after: .patience).poll(for: "the focus") { window.isActive ? () : nil }

    self.window = window
    self.hand = hand
    self.program = program
    self.proxy = proxy
    self.display = display
    errorReport = ProtocolErrorReport(complaints: complaints)
    self.folder = folder
  }

  /// The folder that the program takes for `$XDG_DATA_HOME`.
  public var dataFolder: String { "\(folder.path)/data" }

  /// The folder that the program takes for `$XDG_STATE_HOME`.
  public var stateFolder: String { "\(folder.path)/state" }

  /// What the program has written to its standard error.
  ///
  /// - Throws: `file`.
  public func complaints() throws(ScreenDriverError) -> String {
    try contents(ofFile: "\(folder.path)/complaints")
  }

  private static func firstWindow(
    of program: inout ChildProcess, on connection: DisplayConnection, complaints: String
  ) throws(ScreenDriverError) -> ScreenWindow {
    let deadline = Deadline(after: .patience)
    while true {
      if let window = connection.window(ofProcess: program.pid) { return window }
      guard program.isRunning() else {
        throw .endedEarly(program: "the program", output: try contents(ofFile: complaints))
      }
      guard !deadline.hasPassed else { throw .timedOut(waitingFor: "the program's window") }
      Deadline(after: .milliseconds(2)).wait()
    }
  }
}
