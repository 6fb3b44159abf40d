import CX11
import Scene
import X11

/// The X Input Extension of a server, version 2.2 or later: fractional positions, smooth scrolling
/// and touch.
struct XInput {
  /// The extension's opcode in generic events.
  let opcode: Int32
  /// Whether the server is Xwayland. It reports the keys, the presses and the idle time of X11 windows only.
  let isXwayland: Bool
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
    isXwayland = Self.hasXwaylandDevices(on: connection)
  }

  /// Returns whether a device has a name that Xwayland gives it, in all its versions (xwayland-input.c). One round trip.
  private static func hasXwaylandDevices(on connection: Connection) -> Bool {
    var count: Int32 = 0
    guard let devices = XIQueryDevice(connection.display, Int32(XIAllDevices), &count) else { return false }
    defer { XIFreeDeviceInfo(devices) }
    return UnsafeBufferPointer(start: devices, count: Int(count)).contains { device in
      device.name.map { String(cString: $0).hasPrefix("xwayland-") } == true
    }
  }

  /// Selects the events of all pointers by this extension for a window. They replace the core
  /// events, but crossings are sent in both ways.
  ///
  /// - Returns: The request's serial number. From it on, events come from the extension.
  func select(on window: WindowID) -> UInt {
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

  private func select(_ events: [Int32], of device: Int32, on window: WindowID) {
    var bits = [UInt8](repeating: 0, count: Int(XI_LASTEVENT) / 8 + 1)
    for event in events { bits[Int(event) / 8] |= 1 << UInt8(event % 8) }
    bits.withUnsafeMutableBufferPointer { bits in
      var mask = XIEventMask(deviceid: device, mask_len: Int32(bits.count), mask: bits.baseAddress)
      XISelectEvents(connection.display, window, &mask, 1)
    }
  }
}

/// A master pointer, with the scroll axes of the device that moved it last.
///
/// The axes count without limit, even while the pointer is outside the window. The difference
/// between two of their values is the scroll distance.
struct MasterPointer {
  private var axes: [ScrollAxis] = []
  /// Whether its touches are on the screen itself. On a touchpad they have no position.
  private(set) var hasDirectTouch = true
  /// The serial number of the request that read the axes. Their values include all earlier events.
  private let readAt: UInt

  /// - Parameters:
  ///   - classes: The capabilities of the device, each with its own type.
  ///   - serial: 0 if the axes were read in the order of events.
  init(
    _ classes: UnsafeMutablePointer<UnsafeMutablePointer<XIAnyClassInfo>?>?, count: Int,
    readAt serial: UInt = 0
  ) {
    readAt = serial
    var values: [Int32: Double] = [:]
    for case let info? in UnsafeBufferPointer(start: classes, count: count) {
      let raw = UnsafeRawPointer(info)
      switch info.pointee.type {
      case XIValuatorClass:
        let valuator = raw.assumingMemoryBound(to: XIValuatorClassInfo.self).pointee
        // Before the first scroll event, Xorg reports the minimum.
        if valuator.value != Double(Int32.min) { values[valuator.number] = valuator.value }
      case XIScrollClass: axes.append(ScrollAxis(raw.assumingMemoryBound(to: XIScrollClassInfo.self).pointee))
      case XITouchClass:
        let touch = raw.assumingMemoryBound(to: XITouchClassInfo.self).pointee
        hasDirectTouch = touch.mode == XIDirectTouch
      default: break
      }
    }
    for index in axes.indices { axes[index].value = values[axes[index].number] }
  }

  /// Whether it has axes, whose values are unknown after it was outside the window.
  var scrollsSmoothly: Bool { !axes.isEmpty }

  /// Returns whether an event moves a scroll axis.
  func scrolls(by valuators: XIValuatorState) -> Bool { axes.contains { valuators[$0.number] != nil } }

  /// The scroll axes in an event.
  enum Scroll: Hashable {
    /// The event contains none.
    case none
    /// The event contains some, but nothing new.
    case unchanged
    /// The distance in wheel notches since the previous event. It is zero if no axis has moved,
    /// which drivers send when the finger is lifted.
    case notches(Vector)
  }

  /// Returns the scroll distance since the previous event.
  ///
  /// - Parameter serial: The event's serial number.
  mutating func scroll(by valuators: XIValuatorState, serial: UInt) -> Scroll {
    var scroll = Scroll.none
    for index in axes.indices {
      guard let value = valuators[axes[index].number] else { continue }
      let step = serial < readAt ? nil : axes[index].move(to: value)
      switch (scroll, step) {
      case (.notches(let others), let step?): scroll = .notches(others + step)
      case (_, let step?): scroll = .notches(step)
      case (.none, nil): scroll = .unchanged
      case (_, nil): break
      }
    }
    return scroll
  }

  /// Returns whether an axis reports the same scrolling as a wheel button.
  ///
  /// - Parameters:
  ///   - notch: The notch of the button.
  ///   - serial: The event's serial number.
  func hasScrollAxis(for notch: Vector, serial: UInt) -> Bool {
    serial >= readAt && axes.contains { $0.isHorizontal == (notch.dx != 0) }
  }
}

/// One scroll axis of a device.
private struct ScrollAxis {
  /// The number of the valuator.
  let number: Int32
  let isHorizontal: Bool
  /// The change of the valuator per wheel notch. Negative if it counts in the other direction.
  private let increment: Double
  /// The current value. `nil` if it is unknown.
  var value: Double?

  init(_ info: XIScrollClassInfo) {
    number = info.number
    isHorizontal = info.scroll_type == XIScrollTypeHorizontal
    increment = info.increment
  }

  /// - Returns: The distance in notches. `nil` if it is unknown.
  mutating func move(to value: Double) -> Vector? {
    guard let previous = self.value else {
      self.value = value
      return nil
    }
    self.value = value
    let notches = (value - previous) / increment
    guard notches.isFinite, notches != 0 || value == previous else { return nil }
    return isHorizontal ? Vector(dx: notches, dy: 0) : Vector(dx: 0, dy: notches)
  }
}

extension XIValuatorState {
  /// Returns the value of an axis. `nil` if the event does not contain it. Values are packed: only
  /// those in the mask are present.
  ///
  /// - Complexity: O(*n*) in the axes before it.
  subscript(number: Int32) -> Double? {
    guard isSet(number), let values else { return nil }
    return values[(0..<number).count(where: isSet)]
  }

  private func isSet(_ number: Int32) -> Bool {
    guard let mask, (0..<(8 * mask_len)).contains(number) else { return false }
    return mask[Int(number) / 8] & 1 << UInt8(number % 8) != 0
  }
}
