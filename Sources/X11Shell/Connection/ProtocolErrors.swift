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
      if let error { ProtocolErrors.record(error.pointee) }
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
