import CX11
import Glibc

extension DisplayConnection {
  /// Enables or disables a device, as the server does when it is plugged in or unplugged.
  ///
  /// - Throws: `noDevice`.
  public func switchDevice(_ kind: InputDevices.Kind, isOn: Bool) throws(ScreenDriverError) {
    try switchDevice(named: kind.rawValue, isOn: isOn)
  }

  private func switchDevice(named name: String, isOn: Bool) throws(ScreenDriverError) {
    let (device, property) = (try deviceID(named: name), atom("Device Enabled"))
    var value: UInt8 = isOn ? 1 : 0
    _ = attempt { XIChangeProperty($0, device, property, XA_INTEGER, 8, XIPropModeReplace, &value, 1) }
  }

  /// Adds master pointers, each with a master keyboard.
  ///
  /// - Throws: `noDevice` if the server refuses.
  public func addPointers(count: Int) throws(ScreenDriverError) {
    let names = (0..<count).map { strdup("added \($0)") }
    defer { for name in names { free(name) } }
    var changes = names.map { name in
      var change = XIAnyHierarchyChangeInfo()
      change.add = XIAddMasterInfo(type: XIAddMaster, name: name, send_core: True, enable: True)
      return change
    }
    let status = attempt { XIChangeHierarchy($0, &changes, Int32(count)) }
    guard status == Success else { throw .noDevice("\(count) more pointers") }
  }

  /// Disables the mouse of an Xvfb. All clients that observe devices receive one event, which lists every
  /// device.
  ///
  /// - Throws: `noDevice` if the server has no such mouse.
  public func switchVirtualMouseOff() throws(ScreenDriverError) {
    try switchDevice(named: "Xvfb mouse", isOn: false)
  }

  /// Grabs a device, which detaches it from its master pointer or keyboard, as a program does that
  /// uses the device exclusively.
  ///
  /// - Returns: Whether the grab succeeded.
  /// - Throws: `noDevice`.
  public func grabDevice(_ kind: InputDevices.Kind) throws(ScreenDriverError) -> Bool {
    let device = try deviceID(named: kind.rawValue)
    var mask = XIEventMask(deviceid: device, mask_len: 0, mask: nil)
    let status = attempt {
      XIGrabDevice(
        $0, device, root, Time(CurrentTime), Cursor(None), XIGrabModeAsync, XIGrabModeAsync, False, &mask)
    }
    return status == GrabSuccess
  }

  /// Releases a grabbed device.
  ///
  /// - Throws: `noDevice`.
  public func releaseDevice(_ kind: InputDevices.Kind) throws(ScreenDriverError) {
    let device = try deviceID(named: kind.rawValue)
    _ = attempt { XIUngrabDevice($0, device, Time(CurrentTime)) }
  }

  /// Returns the ID of a device.
  private func deviceID(named name: String) throws(ScreenDriverError) -> Int32 {
    var count: Int32 = 0
    let all = attempt { XIQueryDevice($0, XIAllDevices, &count) } ?? nil
    defer { if let all { XIFreeDeviceInfo(all) } }
    let device = UnsafeBufferPointer(start: all, count: Int(count)).first { String(cString: $0.name) == name }
    guard let device else { throw .noDevice("the \(name)") }
    return device.deviceid
  }
}
