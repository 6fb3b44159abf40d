import CX11
import CXInput
import Motion
import Scene

// X Input Extension events, handled for each pointer separately.
extension EventTranslation {
  /// Translates an event whose data was fetched. Returns `nil` if it means nothing to a window.
  mutating func translate(_ event: XGenericEventCookie, receivedAt received: Instant) -> WindowEvent? {
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

  /// Returns the pointer whose scroll axes must be read again after the event, `nil` if there is
  /// none. The axes may have changed while the pointer was outside the window.
  func pointerToRead(after event: XGenericEventCookie) -> Int32? {
    guard event.evtype == XI_Enter, let data = event.data else { return nil }
    let crossing = data.assumingMemoryBound(to: XIEnterEvent.self).pointee
    guard crossing.mode != XINotifyGrab, crossing.detail != XINotifyInferior,
      pointers[crossing.deviceid]?.scrollsSmoothly ?? true
    else { return nil }
    return crossing.deviceid
  }

  /// Translates a motion event. A change of a scroll axis is also a motion event, at the old
  /// position.
  private mutating func motion(_ event: XIDeviceEvent) -> WindowEvent? {
    let scroll = scroll(of: event)
    guard isAccepted(event) else { return nil }
    let report = PointerReport(event, scale: scale)
    switch scroll {
    case .none: return event.isEmulated ? nil : moved(report)
    case .unchanged: return nil
    case .notches(let notches):
      let step = ScrollEvent(at: report.position, notches: notches)
      return .input(.scrolled(step), time: event.time)
    }
  }

  /// Returns the scrolling of a motion event. The first check is free; mutating access costs an
  /// allocation.
  private mutating func scroll(of event: XIDeviceEvent) -> MasterPointer.Scroll {
    guard pointers[event.deviceid]?.scrolls(by: event.valuators) == true else { return .none }
    return pointers[event.deviceid]?.scroll(by: event.valuators, serial: event.serial) ?? .none
  }

  /// Translates a button press. The server also sends wheel buttons, for clients without axis
  /// support.
  private mutating func press(_ event: XIDeviceEvent) -> WindowEvent? {
    let number = UInt32(truncatingIfNeeded: event.detail)
    guard isAccepted(event) else { return nil }
    if let notch = Self.notch(of: number) {
      let isReported = pointers[event.deviceid]?.hasScrollAxis(for: notch, serial: event.serial) ?? false
      return isReported ? nil : pressed(number, PointerReport(event, scale: scale))
    }
    guard !event.isEmulated else { return nil }
    let meaning = pressed(number, PointerReport(event, scale: scale))
    if heldButtons != 0, holder == nil { holder = InputSource(event) }
    return meaning
  }

  /// Translates a raw button press. Wheel notches, which are buttons too, are not presses.
  private func pressedAnywhere(_ event: XIRawEvent) -> WindowEvent? {
    let button = PointerButton(UInt32(truncatingIfNeeded: event.detail))
    return button.map { _ in .pressedAnywhere(isTouch: false) }
  }

  /// Translates a raw touch. A touch on a touchpad is not a press.
  private func touchedAnywhere(_ event: XIRawEvent) -> WindowEvent? {
    pointers[event.deviceid]?.hasDirectTouch ?? true ? .pressedAnywhere(isTouch: true) : nil
  }

  private mutating func release(_ event: XIDeviceEvent, receivedAt received: Instant) -> WindowEvent? {
    guard isAccepted(event), !event.isEmulated else { return nil }
    defer { if heldButtons == 0 { holder = nil } }
    let meaning = released(UInt32(truncatingIfNeeded: event.detail), PointerReport(event, scale: scale))
    return deferRelease(meaning, from: InputSource(event), receivedAt: received)
  }

  private mutating func enter(_ event: XIEnterEvent) -> WindowEvent? {
    guard isAccepted(event.deviceid) else { return nil }
    return entered(PointerReport(event, scale: scale), mode: event.mode)
  }

  private mutating func leave(_ event: XIEnterEvent) -> WindowEvent? {
    guard isAccepted(event.deviceid) else { return nil }
    return exited(PointerReport(event, scale: scale), mode: event.mode, detail: event.detail)
  }

  /// Returns whether events of a pointer are accepted. While a touch or a button of one pointer is
  /// down, other pointers are ignored.
  private func isAccepted(_ pointer: Int32) -> Bool {
    finger == nil && (holder.map { $0.pointer == pointer } ?? true)
  }

  private func isAccepted(_ event: XIDeviceEvent) -> Bool { isAccepted(event.deviceid) }

  /// Updates the axes of a pointer when its device was replaced or has changed.
  private mutating func deviceChanged(_ event: XIDeviceChangedEvent) -> WindowEvent? {
    pointers[event.deviceid] = MasterPointer(event.classes, count: Int(event.num_classes))
    return nil
  }

  /// Reports a lost grab if a removed device had a button or touch down. Its release never arrives,
  /// or was not caused by the user.
  private mutating func hierarchyChanged(_ event: XIHierarchyEvent) -> WindowEvent? {
    let leaving = XIMasterRemoved | XISlaveRemoved | XISlaveDetached | XIDeviceDisabled
    let sources = [finger?.source, holder].compactMap(\.self) + deferredReleases.map(\.source)
    var isLost = false
    for info in UnsafeBufferPointer(start: event.info, count: Int(event.num_info))
    where info.flags & leaving != 0 {
      pointers[info.deviceid] = nil
      isLost = isLost || sources.contains { $0.matches(info.deviceid) }
    }
    return isLost ? loseGrab(at: event.time) : nil
  }
}

/// The source of input: a master pointer and the device that moves it.
struct InputSource: Hashable {
  let pointer: Int32
  let device: Int32

  init(_ event: XIDeviceEvent) { (pointer, device) = (event.deviceid, event.sourceid) }

  /// Returns whether the number identifies the pointer or the device.
  func matches(_ number: Int32) -> Bool { pointer == number || device == number }
}

extension XIDeviceEvent {
  /// Whether the server generated the event from a touch or a scroll axis.
  fileprivate var isEmulated: Bool { flags & XIPointerEmulated != 0 }
}
