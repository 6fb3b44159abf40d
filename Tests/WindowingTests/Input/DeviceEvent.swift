import CX11
import Motion
import Scene

@testable import Windowing
@testable import X11

/// An XInput event for tests. By default, a mouse sends it.
struct DeviceEvent {
  var type: Int32
  var point: (x: Double, y: Double) = (0, 0)
  /// The button number or the touch number.
  var detail: Int32 = 0
  var flags: Int32 = 0
  /// The numbers of the buttons that were down before the event.
  var buttons: [Int] = []
  /// The values by axis number.
  var valuators: [Int: Double] = [:]
  var modifiers: Int32 = 0
  /// The mode and the detail of a crossing.
  var (mode, crossing) = (XINotifyNormal, XINotifyNonlinear)
  var serial: UInt = 100
  var time: UInt = 7
  var pointer = Self.pointer
  var device = Self.mouse

  static let (pointer, mouse, screen): (Int32, Int32, Int32) = (2, 8, 9)

  init(_ type: Int32) { self.type = type }

  static func motion(_ x: Double, _ y: Double, holding buttons: [Int] = []) -> DeviceEvent {
    var event = DeviceEvent(XI_Motion)
    (event.point, event.buttons, event.valuators) = ((x, y), buttons, [0: x, 1: y])
    return event
  }

  static func scroll(to valuators: [Int: Double]) -> DeviceEvent {
    var event = DeviceEvent(XI_Motion)
    event.valuators = valuators
    return event
  }

  static func press(_ button: Int32, at point: (x: Double, y: Double) = (0, 0)) -> DeviceEvent {
    var event = DeviceEvent(XI_ButtonPress)
    (event.detail, event.point) = (button, point)
    return event
  }

  static func release(_ button: Int32, at point: (x: Double, y: Double) = (0, 0)) -> DeviceEvent {
    var event = DeviceEvent(XI_ButtonRelease)
    (event.detail, event.point, event.buttons) = (button, point, [Int(button)])
    return event
  }

  static func crossing(
    _ type: Int32, mode: Int32 = XINotifyNormal, detail: Int32 = XINotifyNonlinear,
    holding buttons: [Int] = []
  ) -> DeviceEvent {
    var event = DeviceEvent(type)
    (event.mode, event.crossing, event.buttons) = (mode, detail, buttons)
    return event
  }

  static func touch(
    _ type: Int32, _ touch: Int32 = 1, at point: (x: Double, y: Double) = (0, 0),
    emulatesPointer: Bool = true
  ) -> DeviceEvent {
    var event = DeviceEvent(type)
    (event.detail, event.point, event.device) = (touch, point, screen)
    event.flags = emulatesPointer ? XITouchEmulatingPointer : 0
    return event
  }

  /// The same event, as emulated by the server.
  var emulated: DeviceEvent {
    var event = self
    event.flags = XIPointerEmulated
    return event
  }

  func sent(at serial: UInt) -> DeviceEvent {
    var event = self
    event.serial = serial
    return event
  }

  func by(pointer: Int32) -> DeviceEvent {
    var event = self
    event.pointer = pointer
    return event
  }
}

extension DeviceEvent {
  /// Calls `body` with the event in Xlib's format, which is valid only during the call.
  func withCookie<Result>(_ body: (XGenericEventCookie) -> Result) -> Result {
    var (pressed, set) = (bits(of: buttons), bits(of: Array(valuators.keys)))
    var values = valuators.sorted { $0.key < $1.key }.map(\.value)
    return pressed.withUnsafeMutableBufferPointer { pressed in
      set.withUnsafeMutableBufferPointer { set in
        values.withUnsafeMutableBufferPointer { values in
          let buttons = XIButtonState(
            mask_len: Int32(pressed.count), mask: pressed.baseAddress)
          if type == XI_Enter || type == XI_Leave {
            var event = crossing(buttons)
            return Self.withCookie(of: &event, type, body)
          }
          var event = device(
            buttons,
            XIValuatorState(
              mask_len: Int32(set.count), mask: set.baseAddress, values: values.baseAddress))
          return Self.withCookie(of: &event, type, body)
        }
      }
    }
  }

  private func device(_ buttons: XIButtonState, _ valuators: XIValuatorState) -> XIDeviceEvent {
    var event = XIDeviceEvent()
    (event.evtype, event.serial, event.time) = (type, serial, time)
    (event.deviceid, event.sourceid) = (pointer, self.device)
    (event.detail, event.flags) = (detail, flags)
    (event.event_x, event.event_y) = point
    (event.buttons, event.valuators) = (buttons, valuators)
    event.mods.effective = modifiers
    return event
  }

  private func crossing(_ buttons: XIButtonState) -> XIEnterEvent {
    var event = XIEnterEvent()
    (event.evtype, event.serial, event.time) = (type, serial, time)
    (event.deviceid, event.sourceid) = (pointer, self.device)
    (event.mode, event.detail) = (mode, crossing)
    (event.event_x, event.event_y) = point
    event.buttons = buttons
    return event
  }

  static func withCookie<Event, Result>(
    of event: inout Event, _ type: Int32, _ body: (XGenericEventCookie) -> Result
  ) -> Result {
    withUnsafeMutablePointer(to: &event) { event in
      var cookie = XGenericEventCookie()
      (cookie.type, cookie.evtype) = (GenericEvent, type)
      cookie.data = UnsafeMutableRawPointer(event)
      return body(cookie)
    }
  }

  private func bits(of numbers: [Int]) -> [UInt8] {
    var bits = [UInt8](repeating: 0, count: 4)
    for number in numbers { bits[number / 8] |= 1 << UInt8(number % 8) }
    return bits
  }
}

/// The capabilities of a device, for tests.
struct DeviceClasses {
  /// A scroll axis: its increment and its value.
  typealias Axis = (increment: Double, value: Double)
  var vertical: Axis?
  var horizontal: Axis?
  /// The touch mode. `nil` for a device without touch.
  var touchMode: Int32?

  /// The numbers of the axes.
  static let (verticalNumber, horizontalNumber): (Int32, Int32) = (3, 2)

  /// Calls `body` with the classes in Xlib's format, which are valid only during the call.
  func withClasses<Result>(
    _ body: (UnsafeMutablePointer<UnsafeMutablePointer<XIAnyClassInfo>?>?, Int) -> Result
  ) -> Result {
    var classes: [UnsafeMutablePointer<XIAnyClassInfo>?] = []
    defer { for info in classes { UnsafeMutableRawPointer(info)?.deallocate() } }
    func add<Info>(_ info: Info) {
      let memory = UnsafeMutablePointer<Info>.allocate(capacity: 1)
      memory.initialize(to: info)
      classes.append(
        UnsafeMutableRawPointer(memory).assumingMemoryBound(to: XIAnyClassInfo.self))
    }
    func add(_ axis: Axis?, _ number: Int32, _ type: Int32) {
      guard let axis else { return }
      // The server lists scroll classes before valuators.
      add(
        XIScrollClassInfo(
          type: XIScrollClass, sourceid: 0, number: number, scroll_type: type,
          increment: axis.increment, flags: 0))
      var valuator = XIValuatorClassInfo()
      (valuator.type, valuator.number, valuator.value) = (XIValuatorClass, number, axis.value)
      add(valuator)
    }
    add(vertical, Self.verticalNumber, XIScrollTypeVertical)
    add(horizontal, Self.horizontalNumber, XIScrollTypeHorizontal)
    if let touchMode {
      add(XITouchClassInfo(type: XITouchClass, sourceid: 0, mode: touchMode, num_touches: 5))
    }
    return classes.withUnsafeMutableBufferPointer { body($0.baseAddress, $0.count) }
  }

  /// Returns a pointer with these capabilities.
  func pointer(readAt serial: UInt = 0) -> MasterPointer {
    withClasses { MasterPointer($0, count: $1, readAt: serial) }
  }
}

/// An event translation with XInput and two device pixels per logical pixel.
final class XInputListener {
  private(set) var translation = EventTranslation(scale: 2)

  /// - Parameter classes: The capabilities of the only pointer.
  init(_ classes: DeviceClasses = DeviceClasses()) {
    translation.xinputStart = 50
    read(classes)
  }

  /// Sets the pointer's capabilities, as read by the request with the given serial number.
  func read(_ classes: DeviceClasses, at serial: UInt = 0) {
    translation.pointers[DeviceEvent.pointer] = classes.pointer(readAt: serial)
  }

  /// Returns a description of each input that the event causes. Empty if the event is ignored.
  ///
  /// - Parameter isLast: Whether deferred releases are confirmed after the event.
  @discardableResult
  func feed(
    _ event: DeviceEvent, isLast: Bool = true, receivedAt received: Instant = .zero
  ) -> [String] {
    describe(meanings(event, isLast: isLast, receivedAt: received))
  }

  @discardableResult
  func feed(_ event: XEvent) -> [String] {
    describe([translation.translate(event)].compactMap(\.self))
  }

  /// Returns the input events that the event causes.
  func events(_ event: DeviceEvent) -> [InputEvent] {
    meanings(event, isLast: true).flatMap(inputs)
  }

  private func meanings(
    _ event: DeviceEvent, isLast: Bool, receivedAt received: Instant = .zero
  ) -> [TranslatedEvent] {
    let meaning = event.withCookie { translation.translate($0, receivedAt: received) }
    return [meaning].compactMap(\.self) + (isLast ? takeReleases() : [])
  }

  private func takeReleases() -> [TranslatedEvent] { translation.takeDeferredReleases().map(\.meaning) }

  /// Sends a change of the pointer's capabilities.
  func change(to classes: DeviceClasses) {
    classes.withClasses { list, count in
      var event = XIDeviceChangedEvent()
      (event.deviceid, event.classes) = (DeviceEvent.pointer, list)
      event.num_classes = Int32(count)
      _ = DeviceEvent.withCookie(of: &event, XI_DeviceChanged) {
        translation.translate($0, receivedAt: .zero)
      }
    }
  }

  /// Sends a hierarchy event about a device.
  func feed(_ flags: Int32, of device: Int32) -> [String] {
    var info = XIHierarchyInfo()
    (info.deviceid, info.flags) = (device, flags)
    return withUnsafeMutablePointer(to: &info) { info in
      var event = XIHierarchyEvent()
      (event.flags, event.num_info, event.info) = (flags, 1, info)
      let meaning = DeviceEvent.withCookie(of: &event, XI_HierarchyChanged) {
        translation.translate($0, receivedAt: .zero)
      }
      return describe([meaning].compactMap(\.self) + takeReleases())
    }
  }

  /// Returns whether a raw event is a press by touch. `nil` if it is not a press.
  func isTouch(raw type: Int32, _ detail: Int32) -> Bool? {
    var event = XIRawEvent()
    (event.evtype, event.detail, event.deviceid) = (type, detail, DeviceEvent.pointer)
    let meaning = DeviceEvent.withCookie(of: &event, type) {
      translation.translate($0, receivedAt: .zero)
    }
    if case .pressedAnywhere(let isTouch)? = meaning { return isTouch }
    return nil
  }

  /// Returns whether the axes must be read again after an event.
  func readsAxes(after event: DeviceEvent) -> Bool {
    event.withCookie { translation.pointerToRead(after: $0) } == event.pointer
  }

  private func inputs(_ meaning: TranslatedEvent) -> [InputEvent] {
    switch meaning {
    case .input(let input, _): [input]
    case .inputs(let first, let second, _): [first, second]
    default: []
    }
  }

  private func describe(_ meanings: [TranslatedEvent]) -> [String] {
    meanings.flatMap(inputs).map { input in
      switch input {
      case .pointerMoved(let point): "moved \(point.x) \(point.y)"
      case .pointerPressed(let press): "pressed " + describe(press)
      case .pointerReleased(let press): "released " + describe(press)
      case .scrolled(let step): "scrolled \(step.notches.dx) \(step.notches.dy)"
      default: "\(input)"
      }
    }
  }

  private func describe(_ press: PointerPress) -> String {
    "\(press.button) \(press.position.x) \(press.position.y)" + (press.isTouch ? " touch" : "")
  }
}
