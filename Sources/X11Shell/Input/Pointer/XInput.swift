import CX11
import CXInput

/// The X Input Extension on a server, from version 2.2 on: places with fractions of a pixel, smooth
/// scrolling and touch.
struct XInput {
  /// The extension's number in generic events.
  let opcode: Int32
  private let connection: Connection

  /// The first version that knows of touch, of 2012.
  private static let version: (major: Int32, minor: Int32) = (2, 2)

  /// Asks for the extension, in a few round trips.
  ///
  /// - Returns: `nil` where the server has none as new, or keeps it from this client.
  init?(on connection: Connection) {
    let display = connection.display
    var (opcode, event, error): (Int32, Int32, Int32) = (0, 0, 0)
    guard XQueryExtension(display, "XInputExtension", &opcode, &event, &error) != 0 else {
      return nil
    }
    var (major, minor) = Self.version
    guard XIQueryVersion(display, &major, &minor) == Success, (major, minor) >= Self.version
    else { return nil }
    self.opcode = opcode
    self.connection = connection
  }

  /// Has a window hear of all pointers by this extension, and no more by core events; crossings
  /// alone are told in both ways.
  ///
  /// - Returns: The request's serial number: what is told from it on is told by the extension.
  func select(on window: Window) -> UInt {
    let serial = XNextRequest(connection.display)
    select(Self.pointerEvents, of: XIAllMasterDevices, on: window)
    select([XI_HierarchyChanged], of: XIAllDevices, on: window)
    return serial
  }

  /// Tells of all presses from now on, in whatever window they are made and whoever hears of them, or no
  /// more of any.
  func hearPressesAnywhere(_ isToBeHeard: Bool) {
    select(
      isToBeHeard ? [XI_RawButtonPress, XI_RawTouchBegin] : [], of: XIAllMasterDevices,
      on: connection.root)
  }

  /// Reads what pointers scroll by, and where their axes stand (`XIQueryDevice`), in a round trip.
  ///
  /// - Parameter device: The number of one, or `XIAllMasterDevices`.
  /// - Returns: By the pointers' numbers; empty where there is none of that number any more.
  func masterPointers(_ device: Int32 = XIAllMasterDevices) -> [Int32: MasterPointer] {
    let serial = XNextRequest(connection.display)
    var count: Int32 = 0
    // It may have been unplugged since it was heard of.
    let devices = connection.aboutStrangers {
      XIQueryDevice(connection.display, device, &count)
    }
    guard let devices else { return [:] }
    defer { XIFreeDeviceInfo(devices) }
    var pointers: [Int32: MasterPointer] = [:]
    for info in UnsafeBufferPointer(start: devices, count: Int(count))
    where info.use == XIMasterPointer {
      pointers[info.deviceid] = MasterPointer(
        info.classes, count: Int(info.num_classes), readAt: serial)
    }
    return pointers
  }

  private static let pointerEvents = [
    XI_Motion, XI_ButtonPress, XI_ButtonRelease, XI_Enter, XI_Leave, XI_TouchBegin,
    XI_TouchUpdate, XI_TouchEnd, XI_DeviceChanged,
  ]

  private func select(_ events: [Int32], of device: Int32, on window: Window) {
    var bits = [UInt8](repeating: 0, count: Int(XI_LASTEVENT) / 8 + 1)
    for event in events { bits[Int(event) / 8] |= 1 << UInt8(event % 8) }
    bits.withUnsafeMutableBufferPointer { bits in
      var mask = XIEventMask(
        deviceid: device, mask_len: Int32(bits.count), mask: bits.baseAddress)
      XISelectEvents(connection.display, window, &mask, 1)
    }
  }
}
