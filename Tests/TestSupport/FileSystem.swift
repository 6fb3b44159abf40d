public import Glibc
import Testing

/// Returns the permissions of a file or directory: the lowest nine bits of its mode.
public func permissions(of path: String) throws -> mode_t {
  var status = stat()
  try #require(stat(path, &status) == 0, "cannot stat \(path)")
  return status.st_mode & 0o777
}

/// Returns the content of a file.
func bytes(ofFile path: String) throws -> [UInt8] {
  let file = open(path, O_RDONLY | O_CLOEXEC)
  try #require(file >= 0, "cannot open \(path)")
  defer { close(file) }
  var bytes = [UInt8](repeating: 0, count: max(0, Int(lseek(file, 0, SEEK_END))))
  try #require(pread(file, &bytes, bytes.count, 0) == bytes.count, "cannot read \(path)")
  return bytes
}

/// Limits the size of files that this process writes during `body`, to simulate a full disk.
public func withFileSizeLimit(_ bytes: rlim_t, _ body: () throws -> Void) rethrows {
  signal(SIGXFSZ, SIG_IGN)
  var old = rlimit()
  getrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &old)
  var limit = rlimit(rlim_cur: bytes, rlim_max: old.rlim_max)
  setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
  defer { setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &old) }
  try body()
}

/// Prevents this process from locking memory. Call it in a separate process: it drops root
/// privileges, because no limit applies to root, and this cannot be undone.
public func disableMemoryLocking() throws {
  var none = rlimit(rlim_cur: 0, rlim_max: 0)
  setrlimit(__rlimit_resource_t(__RLIMIT_MEMLOCK.rawValue), &none)
  guard geteuid() == 0 else { return }
  try #require(setuid(nobodyUserID) == 0, "cannot drop root privileges")
}

/// The user ID of an unprivileged user.
private let nobodyUserID: uid_t = 65534
