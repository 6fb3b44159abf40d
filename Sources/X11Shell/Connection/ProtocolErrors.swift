import CX11
import Glibc
import Synchronization

/// The X errors that the server reports for requests that were already sent.
///
/// A window may be destroyed between the sending of a request and its processing. Such an error is
/// not a defect of this program and must not end it, as Xlib's default handler would. The first
/// error is printed to standard error in one line. All errors are counted.
enum ProtocolErrors {
  private static let total = Atomic<Int>(0)

  /// The number of errors since the program started.
  static var count: Int { total.load(ordering: .relaxed) }

  /// Replaces Xlib's error handlers, which end the process.
  ///
  /// The handler for a lost connection does nothing: `Connection.isAlive` informs the run loop.
  static func startRecording() {
    XSetErrorHandler { _, error in
      guard let error, !ProtocolErrors.isIgnored(error.pointee) else { return 0 }
      ProtocolErrors.record(error.pointee)
      return 0
    }
    XSetIOErrorHandler { _ in 0 }
  }

  private static func record(_ error: XErrorEvent) {
    let before = total.wrappingAdd(1, ordering: .relaxed).oldValue
    if before == 0 { writeToStandardError(line(about: error)) }
  }

  /// Returns a line that describes the error by the protocol's error and request numbers.
  ///
  /// `XGetErrorText` reads files, which an error handler must not do.
  static func line(about error: XErrorEvent) -> String {
    let resource = String(error.resourceid, radix: 16)
    return "X11: error \(error.error_code) for request \(error.request_code)."
      + "\(error.minor_code), resource 0x\(resource); later errors are only counted\n"
  }

  private static func writeToStandardError(_ line: String) {
    var line = line
    line.withUTF8 { _ = write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }
}

extension ProtocolErrors {
  /// The ignored ranges of each connection. The key is the address of Xlib's `Display`, the only
  /// information about the connection that an error handler receives.
  private static let ignoredRanges = Mutex<[Int: IgnoredErrorRanges]>([:])

  /// Ignores the errors of all requests from the next one on.
  static func beginIgnoring(on display: OpaquePointer) {
    let (next, processed) = (XNextRequest(display), XLastKnownRequestProcessed(display))
    let key = Int(bitPattern: display)
    ignoredRanges.withLock { $0[key, default: IgnoredErrorRanges()].begin(at: next, processed: processed) }
  }

  /// Counts the errors of all requests from the next one on again.
  static func endIgnoring(on display: OpaquePointer) {
    let next = XNextRequest(display)
    let key = Int(bitPattern: display)
    ignoredRanges.withLock { $0[key]?.end(at: next) }
  }

  /// Removes the state of a closed connection. Another connection may get the same address.
  static func forget(_ display: OpaquePointer) {
    let key = Int(bitPattern: display)
    ignoredRanges.withLock { $0[key] = nil }
  }

  private static func isIgnored(_ error: XErrorEvent) -> Bool {
    let key = Int(bitPattern: error.display)
    return ignoredRanges.withLock { $0[key]?.contains(error.serial) == true }
  }
}
