import Glibc

/// A screen in memory with an X server of its own, gone with this value.
///
/// The server itself chooses a free number, so any number of them can start at once.
public struct VirtualDisplay: ~Copyable {
  /// What to set `DISPLAY` to, as in `:3`.
  public let name: String
  /// This process's own connection to it.
  public let connection: DisplayConnection
  /// The devices of an Xorg.
  public let devices: InputDevices?
  // Destroyed in this order: first who talks to the server.
  private var windowManager: WindowManagerProcess?
  private let managerKind: WindowManager
  private let server: ChildProcess
  private let folder: TemporaryFolder

  /// Starts an Xvfb and the window manager, and waits until both are ready.
  ///
  /// - Parameters:
  ///   - width: In device pixels, as is `height`.
  ///   - windowManager: Who manages its windows.
  /// - Throws: `cannotStart` where a program is missing, `endedEarly`, `timedOut`, `file`.
  public init(
    width: Int = 1280, height: Int = 800, windowManager: WindowManager = .openbox
  ) throws(ScreenDriverError) {
    try self.init(Options(width: width, height: height, windowManager: windowManager))
  }

  /// Starts a server and the window manager, and waits until both are ready.
  ///
  /// - Throws: `cannotStart` where a program is missing, `endedEarly`, `timedOut`, `file`.
  public init(_ options: Options) throws(ScreenDriverError) {
    let folder = try TemporaryFolder()
    var numbers = try Pipe()
    let complaints = "\(folder.path)/server.log"
    let server = try Self.startServer(options, in: folder.path, numbers, complaints)
    numbers.closeWritingEnd()
    guard let number = numbers.readLine(before: Deadline(after: .patience)) else {
      throw .endedEarly(program: "the X server", output: try contents(ofFile: complaints))
    }
    let connection = try DisplayConnection(to: ":\(number)")
    let devices =
      options.server == .xorg
      ? try InputDevices(in: folder.path, screen: connection.screenSize) : nil
    let windowManager = try options.windowManager.start(
      on: connection, display: ":\(number)", folder: folder.path)
    name = ":\(number)"
    self.connection = connection
    self.devices = devices
    self.windowManager = windowManager
    managerKind = options.windowManager
    self.server = server
    self.folder = folder
  }

  /// The display's name for programs that are to reach it by TCP, where it listens.
  public var nameOverTCP: String { "127.0.0.1\(name)" }

  /// Ends the server under all its clients; it closes their connections in order.
  public func end() { server.send(SIGTERM) }

  /// Kills the server under all its clients, as a crash does.
  public func crash() { server.send(SIGKILL) }

  /// Kills the window manager, as a crash does.
  public func crashWindowManager() { windowManager?.end() }

  /// Starts another window manager of the same kind in the place of one that is gone, and waits
  /// until it has taken over.
  ///
  /// - Throws: `cannotStart`, `endedEarly`, `timedOut`, `file`.
  public mutating func restartWindowManager() throws(ScreenDriverError) {
    crashWindowManager()
    windowManager = nil
    windowManager = try managerKind.start(on: connection, display: name, folder: folder.path)
  }

  /// Makes a cookie with which programs are not trusted: the server shows them none of its
  /// extensions but two, and no other program's windows (SECURITY extension).
  ///
  /// - Returns: What to set `XAUTHORITY` to.
  /// - Throws: `cannotStart` where `xauth` is missing, `endedEarly`, `timedOut`.
  public func makeUntrustedCookie() throws(ScreenDriverError) -> String {
    let path = "\(folder.path)/untrusted"
    try run(
      "xauth", ["-q", "-f", path, "generate", name, ".", "untrusted", "timeout", "0"],
      output: "\(folder.path)/xauth.log")
    return path
  }

  /// Changes or lists outputs, modes or monitors as `xrandr(1)` does, from the package
  /// x11-xserver-utils.
  ///
  /// - Returns: What it writes.
  /// - Throws: `cannotStart` where `xrandr` is missing, `endedEarly` where it refuses, `timedOut`.
  @discardableResult
  public func arrange(_ arguments: String...) throws(ScreenDriverError) -> String {
    let output = "\(folder.path)/xrandr.log"
    try run("xrandr", ["-d", name] + arguments, output: output)
    return try contents(ofFile: output)
  }

  /// Changes the keyboard's layout as `setxkbmap(1)` does, which every Xvfb comes with.
  ///
  /// - Throws: `cannotStart` where it is missing, `endedEarly` where it refuses, `timedOut`.
  public func setKeyboardLayout(_ arguments: String...) throws(ScreenDriverError) {
    try run(
      "setxkbmap", ["-display", name] + arguments, output: "\(folder.path)/setxkbmap.log")
  }

  private static func startServer(
    _ options: Options, in folder: String, _ numbers: borrowing Pipe, _ complaints: String
  ) throws(ScreenDriverError) -> ChildProcess {
    guard let writingEnd = numbers.writingEnd else {
      preconditionFailure("the pipe was closed before the server had it")
    }
    let (program, arguments) = try options.command(in: folder)
    do throws(ScreenDriverError) {
      return try ChildProcess(
        program, arguments,
        redirections: [
          .discard(1), .file(complaints, as: 2), .descriptor(writingEnd, as: 3),
        ])
    } catch {
      throw .cannotStart(program: program, reason: options.server.installationHint)
    }
  }
}

/// Runs a program to its end.
///
/// - Parameter output: The file that gets what it writes.
/// - Throws: `cannotStart`, `timedOut`, `endedEarly` where it fails.
private func run(
  _ program: String, _ arguments: [String], output: String
) throws(ScreenDriverError) {
  var process = try ChildProcess(
    program, arguments, redirections: [.file(output, as: 1), .descriptor(1, as: 2)])
  guard try process.ending(within: .patience) == .exited(0) else {
    throw .endedEarly(program: program, output: try contents(ofFile: output))
  }
}
