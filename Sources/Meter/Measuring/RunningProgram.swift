import Scene
import ScreenDriver

/// A program whose window is on the screen, and the observer of this window.
struct RunningProgram: ~Copyable {
  let subject: Subject
  // Destroyed in this order: the observer before the program that it observes.
  let observer: WindowObserver
  let start: ProgramStart
  let display: String
  private let server: Int32?
  private let countsFile: String?

  /// Starts a program on a stage.
  ///
  /// - Parameter allocationObserver: The library that counts allocations; `nil` to count none.
  /// - Throws: What `ProgramStart` throws.
  init(
    _ subject: Subject, on stage: borrowing Stage, countingAllocationsBy allocationObserver: String?
  ) throws(ScreenDriverError) {
    var environment = stage.environment.merging(subject.environment) { $1 }
    let countsFile = allocationObserver.map { _ in "\(stage.folder)/allocations" }
    if let allocationObserver, let countsFile {
      environment.merge(
        AllocationCounts.environment(library: allocationObserver, file: countsFile)
      ) { $1 }
    }
    let start = try ProgramStart(
      subject.program, subject.arguments, environment: environment, on: stage.name)
    let observer = try WindowObserver(of: start.window, on: stage.name)

    self.subject = subject
    self.observer = observer
    self.start = start
    self.countsFile = countsFile
    display = stage.name
    server = stage.server
  }

  var window: ScreenWindow { start.window }
  var pid: Int32 { start.process.pid }

  /// What the program and the server have cost so far.
  ///
  /// - Throws: `file` where the program has ended.
  func tally() throws(ScreenDriverError) -> Tally {
    Tally(
      time: .now, program: try ProcessCost(of: pid),
      server: server.map(ProcessCost.processorTime) ?? .zero,
      allocations: try countsFile.map { path throws(ScreenDriverError) in
        try AllocationCounts(contentsOf: path)
      })
  }
}

/// What a program and the server have cost until a moment, or between two moments.
struct Tally {
  var time: ContinuousClock.Instant
  var program: ProcessCost
  /// The server's processor time.
  var server: Duration
  var allocations: AllocationCounts?
}

/// A display with a window manager, and the surroundings in which programs are measured: none of the
/// person's settings, no session bus and no graphics processor, for all alike.
struct Stage: ~Copyable {
  private let display: VirtualDisplay
  private let temporary: TemporaryFolder

  /// - Parameter screen: In device pixels.
  /// - Throws: What `VirtualDisplay` throws.
  init(
    screen: (width: Int, height: Int) = (1280, 800), windowManager: WindowManager = .openbox
  ) throws(ScreenDriverError) {
    let temporary = try TemporaryFolder()
    let display = try VirtualDisplay(
      width: screen.width, height: screen.height, windowManager: windowManager)
    self.temporary = temporary
    self.display = display
  }

  var name: String { display.name }
  var folder: String { temporary.path }
  var server: Int32? { display.connection.serverProcess }
  var serverName: String { display.connection.serverName }

  /// The environment of each program.
  var environment: [String: String] {
    ChildProcess.privateEnvironment(in: folder).merging([
      "DISPLAY": name, "XDG_RUNTIME_DIR": folder,
      "DBUS_SESSION_BUS_ADDRESS": "unix:path=/nonexistent", "NO_AT_BRIDGE": "1",
      "GTK_A11Y": "none", "GSETTINGS_BACKEND": "memory", "GSK_RENDERER": "cairo",
      "QT_QPA_PLATFORM": "xcb", "QT_QUICK_BACKEND": "software",
    ]) { $1 }
  }
}
