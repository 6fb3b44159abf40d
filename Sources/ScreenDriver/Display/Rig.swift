import Glibc

/// What a test may need of a machine that not every machine has.
///
/// `TACTILE_RIGS=required` in the environment has every test run, so that none is passed over where
/// all should be there.
public enum Rig: Hashable, Sendable {
  /// `VirtualDisplay.Server.xorg`.
  case devices
  case windowManager(WindowManager)
  /// `xauth`.
  case untrustedCookie
  /// `xrandr`.
  case outputs
  /// `InputMethodProcess`, and `setxkbmap`.
  case inputMethod
  /// The same with an engine.
  case inputMethodEngine(InputMethodProcess.Engine)
  case clipboard(ClipboardProgram)
  /// `KeyringProcess`, and the library by which programs ask it.
  case keyring
  /// `ProcessMemory`, of a process that lets nobody but a tracer look.
  case memory

  /// Whether tests that need it are to run.
  public var isToBeUsed: Bool { Self.areRequired || obstacle == nil }

  /// What a test that does not run is passed over for.
  public var skip: String { "SKIPPED: \(obstacle ?? "nothing is in the way")" }

  static var areRequired: Bool {
    getenv("TACTILE_RIGS").map { String(cString: $0) } == "required"
  }

  /// Why it cannot be used here; `nil` where it can.
  var obstacle: String? {
    if self == .devices, geteuid() != 0 { return "Xorg with devices of its own needs root" }
    if self == .memory, !Self.mayTrace {
      return "no right to read another process (CAP_SYS_PTRACE)"
    }
    return programs.first { !Self.isInPath($0) }.map { "\($0) is not installed" }
      ?? files.first { access($0, R_OK) != 0 }.map { "\($0) is not installed" }
  }

  private var programs: [String] {
    switch self {
    case .devices: ["Xorg"]
    case .windowManager(.none): []
    case .windowManager(let manager):
      [manager.rawValue] + (manager.needsBus ? ["dbus-daemon"] : [])
    case .untrustedCookie: ["xauth"]
    case .outputs: ["xrandr"]
    case .inputMethod, .inputMethodEngine: ["ibus-daemon", "setxkbmap"]
    case .clipboard(let program): [program.rawValue]
    case .keyring: ["gnome-keyring-daemon", "dbus-daemon"]
    case .memory: []
    }
  }

  /// Whether this process has CAP_SYS_PTRACE.
  private static var mayTrace: Bool {
    let status = (try? contents(ofFile: "/proc/self/status")) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix("CapEff:") }
    let mask = line.flatMap { UInt64($0.split(separator: "\t").last ?? "", radix: 16) } ?? 0
    // `capability.h` counts it as the 19th.
    return mask & 1 << 19 != 0
  }

  /// Drivers of Xorg, and what an input method knows of its engine.
  private var files: [String] {
    switch self {
    case .devices:
      ["drivers/dummy_drv.so", "input/inputtest_drv.so"].map { "/usr/lib/xorg/modules/\($0)" }
    case .inputMethodEngine(let engine): ["/usr/share/ibus/component/\(engine.rawValue).xml"]
    default: []
    }
  }

  private static func isInPath(_ program: String) -> Bool {
    let path = getenv("PATH").map { String(cString: $0) } ?? ""
    return path.split(separator: ":").contains { access("\($0)/\(program)", X_OK) == 0 }
  }
}
