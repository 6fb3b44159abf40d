import Glibc

/// A requirement of a test that not every machine satisfies.
///
/// With `TACTILE_TEST_REQUIREMENTS=required` in the environment every test runs, so that a missing
/// requirement is a failure.
public enum TestRequirement: Hashable, Sendable {
  /// Simulated devices (`VirtualDisplay.Server.xorg`).
  case devices
  case windowManager(WindowManager)
  /// The program `xauth`.
  case untrustedCookie
  /// The program `xrandr`.
  case outputs
  /// The programs for `InputMethodProcess`, and `setxkbmap`.
  case inputMethod
  /// An input method with an engine.
  case inputMethodEngine(InputMethodProcess.Engine)
  case clipboard(ClipboardProgram)
  /// The services of at-spi2-core, and their client library for Python.
  case accessibility
  /// The programs for `KeyringProcess`.
  case keyring
  /// The programs of OpenSSH that ask for passphrases.
  case openSSH
  /// The program `sudo`, and the permission to add a user.
  case sudo
  case git
  /// A program that is found in `PATH`.
  case program(String)
  /// The screen reader Orca, and the services that it needs.
  case orca
  /// The programs of GnuPG.
  case gnuPG
  /// The program `systemd-ask-password`, and the permission to use its directory.
  case systemdQuestions
  /// polkit and `pkexec`, and the permission to run them in namespaces with a private system bus.
  case polkit
  /// The permission to read the memory of processes that only a tracer may access, for
  /// `ProcessMemory`.
  case memory

  /// The path of the program that starts the accessibility bus.
  public static let accessibilityLauncher = "/usr/libexec/at-spi-bus-launcher"

  /// Whether the tests that need it run.
  public var isEnabled: Bool { Self.areRequired || skipReason == nil }

  /// The message for a skipped test.
  public var skipMessage: String { "SKIPPED: \(skipReason ?? "all requirements are met")" }

  static var areRequired: Bool {
    getenv("TACTILE_TEST_REQUIREMENTS").map { String(cString: $0) } == "required"
  }

  /// The reason why the requirement is not satisfied. `nil` if it is.
  var skipReason: String? {
    if self == .devices, geteuid() != 0 { return "Xorg with simulated devices requires root" }
    if self == .sudo || self == .systemdQuestions, geteuid() != 0 {
      return "sudo with a test user and questions of systemd require root"
    }
    if self == .polkit, !Self.hasCapability(21) { return "no permission to make namespaces (CAP_SYS_ADMIN)" }
    if self == .memory, !Self.hasCapability(19) {
      return "no permission to read another process (CAP_SYS_PTRACE)"
    }
    return programs.first { !Self.isInPath($0) }.map { "\($0) is not installed" }
      ?? files.first { access($0, R_OK) != 0 }.map { "\($0) is not installed" }
  }

  private var programs: [String] {
    switch self {
    case .devices: ["Xorg"]
    case .windowManager(.none): []
    case .windowManager(let manager): [manager.rawValue] + (manager.needsBus ? ["dbus-daemon"] : [])
    case .untrustedCookie: ["xauth"]
    case .outputs: ["xrandr"]
    case .inputMethod, .inputMethodEngine: ["ibus-daemon", "setxkbmap"]
    case .clipboard(let program): [program.rawValue]
    case .keyring: ["gnome-keyring-daemon", "dbus-daemon"]
    case .openSSH: ["ssh-agent", "ssh-add", "ssh-keygen"]
    case .sudo: ["sudo", "useradd", "userdel", "chpasswd"]
    case .git: ["git"]
    case .program(let name): [name]
    case .orca: ["orca", "python3", "dbus-daemon"]
    case .gnuPG: ["gpg", "gpg-agent", "gpg-connect-agent", "gpgconf"]
    case .systemdQuestions: ["systemd-ask-password"]
    case .polkit: ["pkexec", "pkcheck", "busctl", "dbus-daemon", "openssl", "unshare", "setpriv"]
    case .memory, .accessibility: []
    }
  }

  /// Returns whether this process has a capability, by its number in `capability.h`.
  private static func hasCapability(_ number: UInt64) -> Bool {
    let status = (try? contents(ofFile: "/proc/self/status")) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix("CapEff:") }
    let mask = line.flatMap { UInt64($0.split(separator: "\t").last ?? "", radix: 16) } ?? 0
    return mask & 1 << number != 0
  }

  /// The drivers of Xorg and the engine's component file of the input method.
  private var files: [String] {
    switch self {
    case .accessibility:
      [Self.accessibilityLauncher, "/usr/lib/python3/dist-packages/pyatspi/__init__.py"]
    case .devices: ["drivers/dummy_drv.so", "input/inputtest_drv.so"].map { "/usr/lib/xorg/modules/\($0)" }
    case .inputMethodEngine(let engine): ["/usr/share/ibus/component/\(engine.rawValue).xml"]
    case .orca: ["/usr/libexec/at-spi-bus-launcher"]
    case .polkit: ["/usr/lib/polkit-1/polkitd"]
    default: []
    }
  }

  private static func isInPath(_ program: String) -> Bool {
    let path = getenv("PATH").map { String(cString: $0) } ?? ""
    return path.split(separator: ":").contains { access("\($0)/\(program)", X_OK) == 0 }
  }
}
