import Glibc

/// A screen in memory with an X server of its own (Xvfb), gone with this value.
///
/// The server itself chooses a free number, so any number of them can start at once.
public struct VirtualDisplay: ~Copyable {
  /// What to set `DISPLAY` to, as in `:3`.
  public let name: String
  /// This process's own connection to it.
  public let connection: DisplayConnection
  // Destroyed in this order: first who talks to the server.
  private let windowManager: ChildProcess?
  private let server: ChildProcess
  private let folder: TemporaryFolder

  /// Starts the server and the window manager, and waits until both are ready.
  ///
  /// - Parameters:
  ///   - width: In device pixels, as is `height`.
  ///   - windowManager: Who manages its windows.
  /// - Throws: `cannotStart` where a program is missing, `endedEarly`, `timedOut`, `file`.
  public init(
    width: Int = 1280, height: Int = 800, windowManager: WindowManager = .openbox
  ) throws(ScreenDriverError) {
    let folder = try TemporaryFolder()
    var numbers = try Pipe()
    let complaints = "\(folder.path)/xvfb.log"
    let server = try Self.startServer(
      width: width, height: height, numbers: numbers, complaints: complaints)
    numbers.closeWritingEnd()
    guard let number = numbers.readLine(before: Deadline(after: .seconds(20))) else {
      throw .endedEarly(program: "Xvfb", output: try contents(ofFile: complaints))
    }
    let connection = try DisplayConnection(to: ":\(number)")
    let manager = try windowManager.start(
      on: connection, display: ":\(number)", folder: folder.path)

    name = ":\(number)"
    self.connection = connection
    self.windowManager = manager
    self.server = server
    self.folder = folder
  }

  /// Ends the server under all its clients, as a crash does.
  public func end() { server.send(SIGTERM) }

  private static func startServer(
    width: Int, height: Int, numbers: borrowing Pipe, complaints: String
  ) throws(ScreenDriverError) -> ChildProcess {
    guard let writingEnd = numbers.writingEnd else {
      preconditionFailure("the pipe was closed before the server had it")
    }
    do throws(ScreenDriverError) {
      // Without -noreset the server forgets its settings whenever its last client leaves.
      return try ChildProcess(
        "Xvfb",
        [
          "-displayfd", "3", "-screen", "0", "\(width)x\(height)x24", "-dpi", "96",
          "-nolisten", "tcp", "-noreset",
        ],
        redirections: [
          .discard(1), .file(complaints, as: 2), .descriptor(writingEnd, as: 3),
        ])
    } catch {
      throw .cannotStart(program: "Xvfb", reason: WindowManager.installationHint)
    }
  }
}
