public import Glibc
import Testing

/// The permissions of a file or a folder: the lowest nine bits of its mode.
public func permissions(of path: String) throws -> mode_t {
  var status = stat()
  try #require(stat(path, &status) == 0, "there is no \(path)")
  return status.st_mode & 0o777
}

/// Lets no file of this process grow beyond some bytes while `body` runs, as a disk that fills up.
public func withFileSizeLimit(_ bytes: rlim_t, _ body: () throws -> Void) rethrows {
  signal(SIGXFSZ, SIG_IGN)
  var old = rlimit()
  getrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &old)
  var limit = rlimit(rlim_cur: bytes, rlim_max: old.rlim_max)
  setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
  defer { setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &old) }
  try body()
}

/// Lets this process lock no memory any more: for a process of its own, since it gives up root, whom
/// no limit binds, and cannot go back.
public func giveUpLockingMemory() throws {
  var none = rlimit(rlim_cur: 0, rlim_max: 0)
  setrlimit(__rlimit_resource_t(__RLIMIT_MEMLOCK.rawValue), &none)
  guard geteuid() == 0 else { return }
  try #require(setuid(nobody) == 0, "root cannot be given up")
}

/// The user that owns nothing.
private let nobody: uid_t = 65534
