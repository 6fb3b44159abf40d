import CProcess
import Glibc

/// Protects the memory of this process from core dumps and other processes.
enum ProcessHardening {
  /// Disables core files for this process and its child processes.
  static func disableCoreFiles() {
    var none = rlimit(rlim_cur: 0, rlim_max: 0)
    setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &none)
  }

  /// Prevents other processes of the same user from reading the memory of this process.
  ///
  /// Also prevents the system from piping a core dump to a program, which no size limit prevents
  /// (core(5)). Call it only when the process holds a secret: desktop portals reject clients that
  /// they cannot inspect.
  static func preventInspection() { _ = tactile_set_dumpable(0) }
}
