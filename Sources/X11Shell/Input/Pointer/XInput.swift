import CX11
import CXInput

/// The X Input Extension of a server, version 2.2 or later: fractional positions, smooth scrolling
/// and touch.
struct XInput {
  /// The extension's opcode in generic events.
  let opcode: Int32
  private let connection: Connection

  /// The first version with touch, of 2012.
  private static let version: (major: Int32, minor: Int32) = (2, 2)

  /// Queries the extension, in a few round trips.
  ///
  /// - Returns: `nil` if the server has none of this version, or denies it to this client.
  init?(on connection: Connection) {
    let display = connection.display
    var (opcode, event, error): (Int32, Int32, Int32) = (0, 0, 0)
    guard XQueryExtension(display, "XInputExtension", &opcode, &event, &error) != 0 else { return nil }
    var (major, minor) = Self.version
    guard XIQueryVersion(display, &major, &minor) == Success, (major, minor) >= Self.version else {
      return nil
    }
    self.opcode = opcode
    self.connection = connection
  }

  /// Selects the events of all pointers by this extension for a window. They replace the core
  /// events, but crossings are sent in both ways.
  ///
  /// - Returns: The request's serial number. From it on, events come from the extension.
  func select(on window: Window) -> UInt {
    let serial = XNextRequest(connection.display)
    select(Self.pointerEvents, of: XIAllMasterDevices, on: window)
    select([XI_HierarchyChanged], of: XIAllDevices, on: window)
    return serial
  }

  /// Starts or stops observing all presses, in all windows and regardless of their receiver.
  func setObservesRawPresses(_ isObserved: Bool) {
    select(
      isObserved ? [XI_RawButtonPress, XI_RawTouchBegin] : [], of: XIAllMasterDevices, on: connection.root)
  }

  /// Reads the scroll axes of pointers and their values (`XIQueryDevice`), in a round trip.
  ///
  /// - Parameter device: The number of one, or `XIAllMasterDevices`.
  /// - Returns: The pointers by number. Empty if the device no longer exists.
  func masterPointers(_ device: Int32 = XIAllMasterDevices) -> [Int32: MasterPointer] {
    let serial = XNextRequest(connection.display)
    var count: Int32 = 0
    // The device may have been unplugged since it was reported.
    let devices = connection.ignoringErrors { XIQueryDevice(connection.display, device, &count) }
    guard let devices else { return [:] }
    defer { XIFreeDeviceInfo(devices) }
    var pointers: [Int32: MasterPointer] = [:]
    for info in UnsafeBufferPointer(start: devices, count: Int(count)) where info.use == XIMasterPointer {
      pointers[info.deviceid] = MasterPointer(info.classes, count: Int(info.num_classes), readAt: serial)
    }
    return pointers
  }

  private static let pointerEvents = [
    XI_Motion, XI_ButtonPress, XI_ButtonRelease, XI_Enter, XI_Leave, XI_TouchBegin, XI_TouchUpdate,
    XI_TouchEnd, XI_DeviceChanged,
  ]

  private func select(_ events: [Int32], of device: Int32, on window: Window) {
    var bits = [UInt8](repeating: 0, count: Int(XI_LASTEVENT) / 8 + 1)
    for event in events { bits[Int(event) / 8] |= 1 << UInt8(event % 8) }
    bits.withUnsafeMutableBufferPointer { bits in
      var mask = XIEventMask(deviceid: device, mask_len: Int32(bits.count), mask: bits.baseAddress)
      XISelectEvents(connection.display, window, &mask, 1)
    }
  }
}
