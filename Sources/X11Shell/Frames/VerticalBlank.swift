import CX11
import CXPresent
import Glibc

/// Requests vertical blank events from the Present extension (`PresentNotifyMSC`).
struct VerticalBlank {
  private let display: OpaquePointer
  private let window: Window
  private let opcode: Int32

  /// The maximum refresh number. No display reaches it, and larger values could overflow.
  private static let lastRefresh: UInt64 = 1 << 62

  /// Initializes the extension; several round trips.
  ///
  /// - Returns: `nil` if the server has no Present extension or the variable `TACTILE_NO_PRESENT`
  ///   is set (for drivers with wrong refreshes).
  init?(of window: Window, on connection: Connection) {
    let display = connection.display
    var (opcode, event, error): (Int32, Int32, Int32) = (0, 0, 0)
    var (major, minor): (Int32, Int32) = (1, 0)
    guard getenv("TACTILE_NO_PRESENT") == nil, XPresentQueryExtension(display, &opcode, &event, &error) != 0,
      XPresentQueryVersion(display, &major, &minor) != 0
    else { return nil }
    (self.display, self.window, self.opcode) = (display, window, opcode)
    _ = XPresentSelectInput(display, window, UInt32(PresentCompleteNotifyMask))
  }

  /// Requests a refresh. The reply arrives as an event.
  func send(_ request: VerticalBlankRequest) {
    // Without a divisor, the server replies immediately for a refresh that has already begun.
    let target = request.refresh.map { UInt64(bitPattern: $0 &+ 1) }
    XPresentNotifyMSC(display, window, request.serial, target ?? 0, target == nil ? 1 : 0, 0)
  }

  /// Returns the vertical blank event in an X event, or `nil` for an unrelated event.
  func tick(in event: inout XEvent) -> VerticalBlankEvent? {
    guard event.xcookie.extension == opcode, event.xcookie.evtype == PresentCompleteNotify,
      XGetEventData(display, &event.xcookie) != 0
    else { return nil }
    defer { XFreeEventData(display, &event.xcookie) }
    guard let data = event.xcookie.data else { return nil }
    let complete = data.load(as: XPresentCompleteNotifyEvent.self)
    guard complete.kind == PresentCompleteKindNotifyMSC, complete.msc <= Self.lastRefresh else { return nil }
    return VerticalBlankEvent(
      serial: complete.serial_number, refresh: Int64(complete.msc), microseconds: complete.ust)
  }
}
