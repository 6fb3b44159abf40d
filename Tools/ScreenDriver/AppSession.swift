import Scene

/// A running program with its own display, and an input simulator for its active window.
///
/// The program starts in its initial state. It uses new, empty directories instead of the user's.
public struct AppSession: ~Copyable {
  public let window: ScreenWindow
  public let input: InputSimulator
  // Destroyed in this order: the program before the server that it is connected to.
  public var program: ChildProcess
  /// The proxy between the program and the server. `nil` if there is none.
  public let proxy: ProtocolProxy?
  public var display: VirtualDisplay
  private let errorReport: ProtocolErrorReport
  private let directory: TemporaryDirectory

  /// Starts the display and the program, and waits for the window.
  ///
  /// - Throws: `cannotStart`, `endedEarly` with the program's output, `timedOut`, `file`.
  public init(_ configuration: Configuration) throws(ScreenDriverError) {
    let directory = try TemporaryDirectory()
    let display = try VirtualDisplay(configuration.display)
    var environment = ChildProcess.privateEnvironment(in: directory.path)
    let proxy = try configuration.connection.open(to: display, &environment)
    environment.merge(configuration.environment) { $1 }
    let logPath = "\(directory.path)/stderr.log"
    var program = try ChildProcess(
      configuration.program, configuration.arguments, environment: environment,
      redirections: [.discard(1), .file(logPath, as: 2)])
    let firstWindow = try Self.firstWindow(of: &program, on: display.connection, logPath: logPath)
    // Without a window manager, keys go to the window under the pointer.
    try InputSimulator(in: firstWindow).move(to: PixelPoint(x: 2, y: 2))
    let (connection, pid) = (display.connection, program.pid)
    let window = try Deadline(after: .defaultTimeout).poll(for: "the focus") {
      connection.activeWindow(ofProcess: pid)
    }
    let input = try InputSimulator(in: window)

    self.window = window
    self.input = input
    self.program = program
    self.proxy = proxy
    self.display = display
    errorReport = ProtocolErrorReport(logPath: logPath)
    self.directory = directory
  }

  /// The program's `$XDG_DATA_HOME`.
  public var dataPath: String { "\(directory.path)/data" }

  /// Returns the text that the program has written to its standard error.
  ///
  /// - Throws: `file`.
  public func standardError() throws(ScreenDriverError) -> String {
    try contents(ofFile: "\(directory.path)/stderr.log")
  }

  private static func firstWindow(
    of program: inout ChildProcess, on connection: DisplayConnection, logPath: String
  ) throws(ScreenDriverError) -> ScreenWindow {
    let deadline = Deadline(after: .defaultTimeout)
    while true {
      if let window = connection.window(ofProcess: program.pid) { return window }
      guard program.isRunning() else {
        throw .endedEarly(program: "the program", output: try contents(ofFile: logPath))
      }
      guard !deadline.hasPassed else { throw .timedOut(waitingFor: "the program's window") }
      Deadline(after: .milliseconds(2)).wait()
    }
  }
}
