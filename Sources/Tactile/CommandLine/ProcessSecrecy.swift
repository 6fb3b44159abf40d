import CProcess
import Glibc

/// Keeps what is in this process's memory from being written elsewhere.
enum ProcessSecrecy {
  /// Lets no core file be written of it, nor of what it starts.
  static func forbidCoreFiles() {
    var none = rlimit(rlim_cur: 0, rlim_max: 0)
    setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &none)
  }

  /// Keeps other processes of the same user from reading it, and the system from handing a core to a
  /// program, which heeds no limit (core(5)).
  ///
  /// It is for those that have a secret: desktop portals refuse whom they cannot look into.
  static func begin() { _ = tactile_set_dumpable(0) }
}
