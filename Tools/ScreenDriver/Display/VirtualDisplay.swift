import Glibc

/// A virtual screen with its own X server, which is terminated when this value is destroyed.
///
/// The server chooses a free display number, so several displays can start simultaneously.
public struct VirtualDisplay: ~Copyable {
  /// The value for `DISPLAY`, for example `:3`.
  public let name: String
  /// This process's own connection to the server.
  public let connection: DisplayConnection
  /// The simulated devices; `nil` unless the server is Xorg.
  public let devices: InputDevices?
  // Destroyed in this order: the clients before the server.
  private var windowManager: WindowManagerProcess?
  private let managerKind: WindowManager
  private let server: ChildProcess
  private let directory: TemporaryDirectory

  /// Starts Xvfb and the window manager, and waits until both are ready.
  ///
  /// - Parameters:
  ///   - width: The width in device pixels, as is `height`.
  ///   - windowManager: The window manager.
  /// - Throws: `cannotStart` if a program is missing, `endedEarly`, `timedOut`, `file`.
  public init(width: Int = 1280, height: Int = 800, windowManager: WindowManager = .openbox)
    throws(ScreenDriverError)
  { try self.init(Options(width: width, height: height, windowManager: windowManager)) }

  /// Starts a server and the window manager, and waits until both are ready.
  ///
  /// - Throws: `cannotStart` if a program is missing, `endedEarly`, `timedOut`, `file`.
  public init(_ options: Options) throws(ScreenDriverError) {
    let directory = try TemporaryDirectory()
    var numberPipe = try Pipe()
    let logPath = "\(directory.path)/server.log"
    let server = try Self.startServer(options, in: directory.path, numberPipe, logPath)
    numberPipe.closeWritingEnd()
    guard let number = numberPipe.readLine(before: Deadline(after: .defaultTimeout)) else {
      throw .endedEarly(program: "the X server", output: try contents(ofFile: logPath))
    }
    let connection = try DisplayConnection(to: ":\(number)")
    let devices =
      options.server == .xorg ? try InputDevices(in: directory.path, screen: connection.screenSize) : nil
    let windowManager = try options.windowManager.start(
      on: connection, display: ":\(number)", directory: directory.path)
    name = ":\(number)"
    self.connection = connection
    self.devices = devices
    self.windowManager = windowManager
    managerKind = options.windowManager
    self.server = server
    self.directory = directory
  }

  /// The display's name for programs that connect by TCP, if the server listens on it.
  public var nameOverTCP: String { "127.0.0.1\(name)" }

  /// Limits the memory that the server can allocate from now on, by `prlimit(1)`.
  ///
  /// - Parameter byteCount: The number of bytes in addition to those in use.
  /// - Throws: `cannotStart` if `prlimit` is missing, `endedEarly` if it fails, `timedOut`, `file`.
  public func limitMemory(toFurther byteCount: Int) throws(ScreenDriverError) {
    let pages = try contents(ofFile: "/proc/\(server.pid)/statm").prefix { $0 != " " }
    let used = (Int(pages) ?? 0) * Int(getpagesize())
    try run(
      "prlimit", ["--pid", "\(server.pid)", "--as=\(used + byteCount)"],
      output: "\(directory.path)/prlimit.log")
  }

  /// Terminates the server while clients are connected. It closes their connections in order.
  public func terminate() { server.send(SIGTERM) }

  /// Kills the server while clients are connected, as a crash would.
  public func crash() { server.send(SIGKILL) }

  /// Kills the window manager, as a crash would.
  public func crashWindowManager() { windowManager?.kill() }

  /// Starts another window manager of the same kind in place of the current one, and waits until it
  /// manages windows.
  ///
  /// - Throws: `cannotStart`, `endedEarly`, `timedOut`, `file`.
  public mutating func restartWindowManager() throws(ScreenDriverError) {
    crashWindowManager()
    windowManager = nil
    windowManager = try managerKind.start(on: connection, display: name, directory: directory.path)
  }

  /// Creates a cookie for untrusted clients: the server offers them only two extensions, and hides
  /// other clients' windows (SECURITY extension).
  ///
  /// - Returns: The value for `XAUTHORITY`.
  /// - Throws: `cannotStart` if `xauth` is missing, `endedEarly`, `timedOut`.
  public func makeUntrustedCookie() throws(ScreenDriverError) -> String {
    let path = "\(directory.path)/untrusted"
    try run(
      "xauth", ["-q", "-f", path, "generate", name, ".", "untrusted", "timeout", "0"],
      output: "\(directory.path)/xauth.log")
    return path
  }

  /// Changes or lists outputs, modes or monitors by `xrandr(1)`, from the package
  /// x11-xserver-utils.
  ///
  /// - Returns: The output of `xrandr`.
  /// - Throws: `cannotStart` if `xrandr` is missing, `endedEarly` if it fails, `timedOut`.
  @discardableResult public func xrandr(_ arguments: String...) throws(ScreenDriverError) -> String {
    let output = "\(directory.path)/xrandr.log"
    try run("xrandr", ["-d", name] + arguments, output: output)
    return try contents(ofFile: output)
  }

  /// Changes the keyboard layout by `setxkbmap(1)`, which is installed with every Xvfb.
  ///
  /// - Throws: `cannotStart` if it is missing, `endedEarly` if it fails, `timedOut`.
  public func setKeyboardLayout(_ arguments: String...) throws(ScreenDriverError) {
    try run("setxkbmap", ["-display", name] + arguments, output: "\(directory.path)/setxkbmap.log")
  }

  private static func startServer(
    _ options: Options, in directory: String, _ numberPipe: borrowing Pipe, _ logPath: String
  ) throws(ScreenDriverError) -> ChildProcess {
    guard let writingEnd = numberPipe.writingEnd else {
      preconditionFailure("pipe closed before the server received it")
    }
    let (program, arguments) = try options.command(in: directory)
    do throws(ScreenDriverError) {
      return try ChildProcess(
        program, arguments,
        redirections: [.discard(1), .file(logPath, as: 2), .descriptor(writingEnd, as: 3)])
    } catch { throw .cannotStart(program: program, reason: options.server.installationHint) }
  }
}

/// Runs a program until it exits.
///
/// - Parameter output: The path of the file for its output.
/// - Throws: `cannotStart`, `timedOut`, `endedEarly` if it fails.
private func run(_ program: String, _ arguments: [String], output: String) throws(ScreenDriverError) {
  var process = try ChildProcess(
    program, arguments, redirections: [.file(output, as: 1), .descriptor(1, as: 2)])
  guard try process.waitForExit(within: .defaultTimeout) == .exited(0) else {
    throw .endedEarly(program: program, output: try contents(ofFile: output))
  }
}
