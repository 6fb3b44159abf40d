import CX11
import CXInput
import Motion
import Scene

// The events of the X Input Extension, of each pointer by itself.
extension EventTranslation {
  /// What an event means whose data was fetched; `nil` where it means nothing to a window.
  mutating func translate(
    _ event: XGenericEventCookie, receivedAt received: Instant
  ) -> WindowEvent? {
    guard let data = UnsafeRawPointer(event.data) else { return nil }
    func load<Event>(_: Event.Type) -> Event { data.assumingMemoryBound(to: Event.self).pointee }
    return switch event.evtype {
    case XI_Motion: motion(load(XIDeviceEvent.self))
    case XI_ButtonPress: press(load(XIDeviceEvent.self))
    case XI_ButtonRelease: release(load(XIDeviceEvent.self), receivedAt: received)
    case XI_TouchBegin: touchBegan(load(XIDeviceEvent.self))
    case XI_TouchUpdate: touchMoved(load(XIDeviceEvent.self), receivedAt: received)
    case XI_TouchEnd: touchEnded(load(XIDeviceEvent.self), receivedAt: received)
    case XI_Enter: enter(load(XIEnterEvent.self))
    case XI_Leave: leave(load(XIEnterEvent.self))
    case XI_RawButtonPress: pressedAnywhere(load(XIRawEvent.self))
    case XI_RawTouchBegin: touchedAnywhere(load(XIRawEvent.self))
    case XI_DeviceChanged: deviceChanged(load(XIDeviceChangedEvent.self))
    case XI_HierarchyChanged: hierarchyChanged(load(XIHierarchyEvent.self))
    default: nil
    }
  }

  /// The pointer whose scroll axes are to be read anew because of the event: they may have moved
  /// while it was elsewhere.
  func pointerToRead(after event: XGenericEventCookie) -> Int32? {
    guard event.evtype == XI_Enter, let data = event.data else { return nil }
    let crossing = data.assumingMemoryBound(to: XIEnterEvent.self).pointee
    guard crossing.mode != XINotifyGrab, crossing.detail != XINotifyInferior,
      pointers[crossing.deviceid]?.scrollsSmoothly ?? true
    else { return nil }
    return crossing.deviceid
  }

  /// A scroll axis that moves makes an event of this kind too, with the pointer where it was.
  private mutating func motion(_ event: XIDeviceEvent) -> WindowEvent? {
    let scroll = scroll(of: event)
    guard isHeard(event) else { return nil }
    let report = PointerReport(event, scale: scale)
    switch scroll {
    case .none: return event.isEmulated ? nil : moved(report)
    case .nothing: return nil
    case .notches(let notches):
      let step = ScrollStep(at: report.place, notches: notches)
      return .input(.scrolled(step), time: event.time)
    }
  }

  /// What a motion scrolls; to look first is free, while access to change costs an allocation.
  private mutating func scroll(of event: XIDeviceEvent) -> MasterPointer.Scroll {
    guard pointers[event.deviceid]?.scrolls(by: event.valuators) == true else { return .none }
    return pointers[event.deviceid]?.scroll(by: event.valuators, serial: event.serial) ?? .none
  }

  /// The wheel's buttons are told besides its axes, for programs that know of no axes.
  private mutating func press(_ event: XIDeviceEvent) -> WindowEvent? {
    let number = UInt32(truncatingIfNeeded: event.detail)
    guard isHeard(event) else { return nil }
    if let notch = Self.notch(of: number) {
      let isTold = pointers[event.deviceid]?.tells(notch, serial: event.serial) ?? false
      return isTold ? nil : pressed(number, PointerReport(event, scale: scale))
    }
    guard !event.isEmulated else { return nil }
    let meaning = pressed(number, PointerReport(event, scale: scale))
    if heldButtons != 0, holder == nil { holder = InputSource(event) }
    return meaning
  }

  /// A wheel's notches, which are buttons too, are no presses.
  private func pressedAnywhere(_ event: XIRawEvent) -> WindowEvent? {
    let button = PointerButton(UInt32(truncatingIfNeeded: event.detail))
    return button.map { _ in .pressedAnywhere(isTouch: false) }
  }

  /// A finger on a touchpad presses nothing yet.
  private func touchedAnywhere(_ event: XIRawEvent) -> WindowEvent? {
    pointers[event.deviceid]?.hasDirectTouch ?? true ? .pressedAnywhere(isTouch: true) : nil
  }

  private mutating func release(
    _ event: XIDeviceEvent, receivedAt received: Instant
  ) -> WindowEvent? {
    guard isHeard(event), !event.isEmulated else { return nil }
    defer { if heldButtons == 0 { holder = nil } }
    let meaning = released(
      UInt32(truncatingIfNeeded: event.detail), PointerReport(event, scale: scale))
    return keepBack(meaning, from: InputSource(event), receivedAt: received)
  }

  private mutating func enter(_ event: XIEnterEvent) -> WindowEvent? {
    guard isHeard(event.deviceid) else { return nil }
    return entered(PointerReport(event, scale: scale), mode: event.mode)
  }

  private mutating func leave(_ event: XIEnterEvent) -> WindowEvent? {
    guard isHeard(event.deviceid) else { return nil }
    return left(PointerReport(event, scale: scale), mode: event.mode, detail: event.detail)
  }

  /// While a finger or a button of one pointer is down, no other pointer is heard.
  private func isHeard(_ pointer: Int32) -> Bool {
    finger == nil && (holder.map { $0.pointer == pointer } ?? true)
  }

  private func isHeard(_ event: XIDeviceEvent) -> Bool { isHeard(event.deviceid) }

  /// Another device moves the pointer now, or the one that does has changed.
  private mutating func deviceChanged(_ event: XIDeviceChangedEvent) -> WindowEvent? {
    pointers[event.deviceid] = MasterPointer(event.classes, count: Int(event.num_classes))
    return nil
  }

  /// What a device held that is gone will never be let go, or was let go by nobody.
  private mutating func hierarchyChanged(_ event: XIHierarchyEvent) -> WindowEvent? {
    let leaving = XIMasterRemoved | XISlaveRemoved | XISlaveDetached | XIDeviceDisabled
    let sources = [finger?.source, holder].compactMap(\.self) + endings.map(\.source)
    var isLost = false
    for info in UnsafeBufferPointer(start: event.info, count: Int(event.num_info))
    where info.flags & leaving != 0 {
      pointers[info.deviceid] = nil
      isLost = isLost || sources.contains { $0.isOf(info.deviceid) }
    }
    return isLost ? loseGrab(at: event.time) : nil
  }
}

/// Where input comes from: a pointer of the server's, and the device that moves it.
struct InputSource: Hashable {
  let pointer: Int32
  let device: Int32

  init(_ event: XIDeviceEvent) {
    (pointer, device) = (event.deviceid, event.sourceid)
  }

  /// Whether a number is that of either.
  func isOf(_ number: Int32) -> Bool { pointer == number || device == number }
}

extension XIDeviceEvent {
  /// Whether the server made it of a touch or of a scroll axis.
  fileprivate var isEmulated: Bool { flags & XIPointerEmulated != 0 }
}
