import CX11
import CXPresent
import Glibc

/// The Present extension, asked when refreshes begin (`PresentNotifyMSC`).
struct VerticalBlank {
  private let display: OpaquePointer
  private let window: Window
  private let opcode: Int32

  /// No display gets so far; further on, counting on from it would overflow.
  private static let lastRefresh: UInt64 = 1 << 62

  /// Costs round trips.
  ///
  /// - Returns: `nil` where the server has no such extension, or where the variable
  ///   `TACTILE_NO_PRESENT` is set: the way out for drivers whose refreshes are wrong.
  init?(of window: Window, on connection: Connection) {
    let display = connection.display
    var (opcode, event, error): (Int32, Int32, Int32) = (0, 0, 0)
    var (major, minor): (Int32, Int32) = (1, 0)
    guard getenv("TACTILE_NO_PRESENT") == nil,
      XPresentQueryExtension(display, &opcode, &event, &error) != 0,
      XPresentQueryVersion(display, &major, &minor) != 0
    else { return nil }
    (self.display, self.window, self.opcode) = (display, window, opcode)
    _ = XPresentSelectInput(display, window, UInt32(PresentCompleteNotifyMask))
  }

  /// Asks for a refresh; the answer comes as an event.
  func ask(_ request: TickRequest) {
    // Without a divisor, a refresh that has begun already is answered at once.
    let target = request.refresh.map { UInt64(bitPattern: $0 &+ 1) }
    XPresentNotifyMSC(display, window, request.serial, target ?? 0, target == nil ? 1 : 0, 0)
  }

  /// The tick that an event tells of; `nil` where it is about something else.
  func tick(in event: inout XEvent) -> Tick? {
    guard event.xcookie.extension == opcode, event.xcookie.evtype == PresentCompleteNotify,
      XGetEventData(display, &event.xcookie) != 0
    else { return nil }
    defer { XFreeEventData(display, &event.xcookie) }
    guard let data = event.xcookie.data else { return nil }
    let complete = data.load(as: XPresentCompleteNotifyEvent.self)
    guard complete.kind == PresentCompleteKindNotifyMSC, complete.msc <= Self.lastRefresh else {
      return nil
    }
    return Tick(
      serial: complete.serial_number, refresh: Int64(complete.msc), microseconds: complete.ust)
  }
}
