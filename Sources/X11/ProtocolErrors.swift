package import CX11
import Glibc
import Synchronization

/// The X errors that the server reports for requests that were already sent.
///
/// A window may be destroyed between the sending of a request and its processing. Such an error is
/// not a defect of this program and must not end it, as Xlib's default handler would. The first
/// error is printed to standard error in one line. All errors are counted.
package enum ProtocolErrors {
  fileprivate struct State {
    var count = 0
    var ignored = IgnoredErrorRanges()
    var lastFailedAllocation: UInt = 0
    /// The serial number of the last request whose error was ignored.
    var lastIgnored: UInt = 0
  }

  /// The state of each connection. The key is the address of Xlib's `Display`, the only information
  /// about the connection that an error handler receives.
  private static let states = Mutex<[Int: State]>([:])

  /// Replaces Xlib's error handler, which ends the process.
  package static func startRecording() {
    XSetErrorHandler { _, error in
      if let error { ProtocolErrors.record(error.pointee) }
      return 0
    }
  }

  private static func record(_ error: XErrorEvent) {
    let isFirst = update(error.display) { state in
      guard !state.ignored.contains(error.serial) else {
        state.lastIgnored = error.serial
        return false
      }
      // A failed allocation has a fallback. Until then, requests for the missing resource fail too.
      guard Int32(error.error_code) != BadAlloc else {
        state.lastFailedAllocation = max(state.lastFailedAllocation, error.serial)
        state.ignored.begin(at: error.serial, processed: 0)
        return false
      }
      state.count += 1
      return state.count == 1
    }
    let program = CommandLine.arguments.first?.split(separator: "/").last
    if isFirst { writeToStandardError(line(about: error, in: program.map(String.init) ?? "X11")) }
  }

  /// Returns a line that describes the error of a program by the protocol's error and request numbers.
  ///
  /// `XGetErrorText` reads files, which an error handler must not do.
  package static func line(about error: XErrorEvent, in program: String) -> String {
    let resource = String(error.resourceid, radix: 16)
    return "\(program): X protocol error \(error.error_code) (request \(error.request_code)."
      + "\(error.minor_code), resource 0x\(resource)); further errors are not printed\n"
  }

  static func writeToStandardError(_ line: String) {
    var line = line
    line.withUTF8 { _ = write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }

  fileprivate static func update<Result>(_ display: OpaquePointer?, _ body: (inout State) -> Result) -> Result
  {
    let key = Int(bitPattern: display)
    return states.withLock { states in
      var state = states[key] ?? State()
      defer { states[key] = state }
      return body(&state)
    }
  }

  /// Removes the state of a closed connection. Another connection may get the same address.
  static func forget(_ display: OpaquePointer) {
    states.withLock { $0[Int(bitPattern: display)] = nil }
  }
}

extension Connection {
  /// The number of X errors since the connection was opened, without ignored ones and failed
  /// allocations.
  package var errorCount: Int { ProtocolErrors.update(display) { $0.count } }

  /// The serial number of the last request for which the server had no memory (`BadAlloc`). 0 if
  /// there was none.
  package var lastFailedAllocation: UInt { ProtocolErrors.update(display) { $0.lastFailedAllocation } }

  /// Creates a graphics context (`XCreateGC`). If Xlib has no memory, returns `nil`, and the request counts as a failed
  /// allocation of the server, so that the window is drawn in another way.
  package func makeContext(for drawable: Drawable) -> GC? {
    if let context = XCreateGC(display, drawable, 0, nil) { return context }
    let serial = XNextRequest(display)
    ProtocolErrors.update(display) { $0.lastFailedAllocation = max($0.lastFailedAllocation, serial) }
    return nil
  }

  /// Reports the errors of later requests again, since those after a failed allocation are ignored.
  package func endIgnoringFailedAllocation() {
    let next = XNextRequest(display)
    ProtocolErrors.update(display) { $0.ignored.end(at: next) }
  }

  /// Sends requests that refer to other clients' windows and ignores the X errors they cause. Such
  /// a window may be destroyed before the server processes the request.
  package func ignoringErrors<Result>(_ requests: () -> Result) -> Result {
    let (next, processed) = (XNextRequest(display), XLastKnownRequestProcessed(display))
    ProtocolErrors.update(display) { $0.ignored.begin(at: next, processed: processed) }
    defer {
      let end = XNextRequest(display)
      ProtocolErrors.update(display) { $0.ignored.end(at: end) }
    }
    return requests()
  }

  /// Sends requests and returns whether none of them has failed. One round trip. The errors are not printed.
  package func succeeds(_ requests: () -> Void) -> Bool {
    let first = XNextRequest(display)
    ignoringErrors {
      requests()
      XSync(display, False)
    }
    return ProtocolErrors.update(display) { $0.lastIgnored } < first
  }

  /// Returns the events that this client has selected on a window, or `nil` if the window does not
  /// exist.
  ///
  /// For another client's window the mask is usually empty. It is not if another client names a
  /// window of this program as its own.
  func eventMask(of window: Window) -> Int? { attributes(of: window)?.your_event_mask }

  /// Returns whether a window is shown and has pixels. Two round trips.
  ///
  /// - Parameter isOverride: Whether it must be override-redirect, as menus and screen locks are, or must not be. `nil`
  ///   for any.
  package func isShown(_ window: Window, isOverride: Bool? = nil) -> Bool {
    guard let attributes = attributes(of: window) else { return false }
    return attributes.map_state == IsViewable && attributes.class == InputOutput
      && (isOverride.map { $0 == (attributes.override_redirect != False) } ?? true)
  }

  private func attributes(of window: Window) -> XWindowAttributes? {
    ignoringErrors {
      var attributes = XWindowAttributes()
      return XGetWindowAttributes(display, window, &attributes) == 0 ? nil : attributes
    }
  }
}

/// The serial ranges of one connection's requests whose X errors are ignored.
package struct IgnoredErrorRanges {
  private var ranges: [Range<UInt>] = []
  /// The first serial number of the range that is open, or `nil` if none is open.
  private var start: UInt?

  /// Starts ignoring errors of all requests from `serial` on.
  ///
  /// - Parameter processed: The last request that the server has answered. Errors arrive in the
  ///   order of requests, so earlier ranges are removed.
  package mutating func begin(at serial: UInt, processed: UInt) {
    ranges.removeAll { $0.upperBound <= processed }
    // A failed allocation is reported while errors of later requests are ignored.
    start = min(start ?? serial, serial)
  }

  /// Stops ignoring errors of requests from `serial` on.
  package mutating func end(at serial: UInt) {
    if let start, start < serial { ranges.append(start..<serial) }
    start = nil
  }

  package func contains(_ serial: UInt) -> Bool {
    start.map { $0 <= serial } == true || ranges.contains { $0.contains(serial) }
  }
}
