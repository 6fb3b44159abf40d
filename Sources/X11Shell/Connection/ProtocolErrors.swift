import CX11
import Glibc
import Synchronization

/// The errors that the X server reports about requests that were already sent.
///
/// A window may vanish between a request about it and the server's reading of that request, so such
/// an error is no fault of the program's and must not end it, as Xlib's own handler would. The
/// first is told on standard error, in one line; all are counted.
enum ProtocolErrors {
  private static let total = Atomic<Int>(0)

  /// How many there were since the program started.
  static var count: Int { total.load(ordering: .relaxed) }

  /// Takes the place of Xlib's handlers, which end the process.
  ///
  /// The handler for a lost connection says nothing either: `Connection.isAlive` tells the run
  /// loop.
  static func startRecording() {
    XSetErrorHandler { _, error in
      guard let error, !ProtocolErrors.isPassedOver(error.pointee) else { return 0 }
      ProtocolErrors.record(error.pointee)
      return 0
    }
    XSetIOErrorHandler { _ in 0 }
  }

  private static func record(_ error: XErrorEvent) {
    let before = total.wrappingAdd(1, ordering: .relaxed).oldValue
    if before == 0 { tell(line(about: error)) }
  }

  /// Names the error by the numbers that the protocol gives to errors and requests.
  ///
  /// Asking Xlib for words would read files, which a handler had better not do.
  static func line(about error: XErrorEvent) -> String {
    let resource = String(error.resourceid, radix: 16)
    return "X11: error \(error.error_code) for request \(error.request_code)."
      + "\(error.minor_code) about 0x\(resource); further ones are only counted\n"
  }

  private static func tell(_ line: String) {
    var line = line
    line.withUTF8 { _ = write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }
}

extension ProtocolErrors {
  /// By the address of Xlib's `Display`, the only thing that a handler is told of its connection.
  private static let pardoned = Mutex<[Int: PardonedRequests]>([:])

  /// From the next request on, errors are passed over.
  static func beginPassingOver(on display: OpaquePointer) {
    let (next, processed) = (XNextRequest(display), XLastKnownRequestProcessed(display))
    let key = Int(bitPattern: display)
    pardoned.withLock { $0[key, default: PardonedRequests()].begin(at: next, processed: processed) }
  }

  /// From the next request on, errors count again.
  static func endPassingOver(on display: OpaquePointer) {
    let next = XNextRequest(display)
    let key = Int(bitPattern: display)
    pardoned.withLock { $0[key]?.end(at: next) }
  }

  /// Forgets a connection that is closed; another may get its address.
  static func forget(_ display: OpaquePointer) {
    let key = Int(bitPattern: display)
    pardoned.withLock { $0[key] = nil }
  }

  private static func isPassedOver(_ error: XErrorEvent) -> Bool {
    let key = Int(bitPattern: error.display)
    return pardoned.withLock { $0[key]?.contains(error.serial) == true }
  }
}
