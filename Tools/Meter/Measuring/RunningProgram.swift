import Scene
import ScreenDriver

/// A running program whose window is on the screen, with an observer of the window.
struct RunningProgram: ~Copyable {
  let target: BenchmarkTarget
  // Destroyed in this order: the observer before the observed program.
  let observer: WindowObserver
  let launch: ProgramLaunch
  let displayName: String
  private let server: Int32?
  private let countsFile: String?

  /// Launches a program on a display.
  ///
  /// - Parameter allocationObserver: The path of the library that counts allocations. If `nil`,
  ///   allocations are not counted.
  /// - Throws: The errors of `ProgramLaunch`.
  init(
    _ target: BenchmarkTarget, on display: borrowing BenchmarkDisplay,
    countingAllocationsBy allocationObserver: String?
  ) throws(ScreenDriverError) {
    var environment = display.environment.merging(target.environment) { $1 }
    let countsFile = allocationObserver.map { _ in "\(display.directory)/allocations" }
    if let allocationObserver, let countsFile {
      environment.merge(AllocationCounts.environment(library: allocationObserver, file: countsFile)) { $1 }
    }
    let launch = try ProgramLaunch(
      target.program, target.arguments, environment: environment, on: display.name)
    let observer = try WindowObserver(of: launch.window, on: display.name)

    self.target = target
    self.observer = observer
    self.launch = launch
    self.countsFile = countsFile
    displayName = display.name
    server = display.server
  }

  var window: ScreenWindow { launch.window }
  var pid: Int32 { launch.process.pid }

  /// Returns the resource usage of the program and the server until now.
  ///
  /// - Throws: `file` if the program has exited.
  func resourceUsage() throws(ScreenDriverError) -> ResourceUsage {
    ResourceUsage(
      time: .now, program: try ProcessResourceUsage(of: pid),
      server: server.map(ProcessResourceUsage.cpuTime) ?? .zero,
      allocations: try countsFile.map { path throws(ScreenDriverError) in
        try AllocationCounts(contentsOf: path)
      })
  }
}

/// The resource usage of a program and the server until an instant.
struct ResourceUsage {
  var time: ContinuousClock.Instant
  var program: ProcessResourceUsage
  /// The CPU time of the server.
  var server: Duration
  var allocations: AllocationCounts?
}

/// A virtual display with a window manager, and the environment in which programs are measured. For
/// all programs alike, it has no user settings, no session bus and no graphics processor.
struct BenchmarkDisplay: ~Copyable {
  private let display: VirtualDisplay
  private let temporaryDirectory: TemporaryDirectory

  /// - Parameter screen: The size of the screen in device pixels.
  /// - Throws: The errors of `VirtualDisplay`.
  init(screen: (width: Int, height: Int) = (1280, 800), windowManager: WindowManager = .openbox)
    throws(ScreenDriverError)
  {
    let temporaryDirectory = try TemporaryDirectory()
    let options = VirtualDisplay.Options(
      width: screen.width, height: screen.height, windowManager: windowManager, offersOpenGL: true)
    let display = try VirtualDisplay(options)
    self.temporaryDirectory = temporaryDirectory
    self.display = display
  }

  var name: String { display.name }
  var directory: String { temporaryDirectory.path }
  var server: Int32? { display.connection.serverProcess }
  var serverName: String { display.connection.serverName }

  /// The environment variables of each program.
  var environment: [String: String] {
    ChildProcess.privateEnvironment(in: directory).merging([
      "DISPLAY": name, "XDG_RUNTIME_DIR": directory, "DBUS_SESSION_BUS_ADDRESS": "unix:path=/nonexistent",
      "NO_AT_BRIDGE": "1", "GTK_A11Y": "none", "GSETTINGS_BACKEND": "memory", "GSK_RENDERER": "cairo",
      "QT_QPA_PLATFORM": "xcb", "QT_QUICK_BACKEND": "software",
    ]) { $1 }
  }
}
