import CX11
import CXInput

extension DisplayConnection {
  /// Switches a device on or off, as the server does when it is plugged in or unplugged.
  ///
  /// - Throws: `noDevice`.
  public func switchDevice(
    _ kind: InputDevices.Kind, isOn: Bool
  ) throws(ScreenDriverError) {
    let (device, property) = (try number(of: kind), atom("Device Enabled"))
    var value: UInt8 = isOn ? 1 : 0
    _ = attempt {
      XIChangeProperty($0, device, property, XA_INTEGER, 8, XIPropModeReplace, &value, 1)
    }
  }

  /// Takes a device away from the pointer or keyboard that it moves, as a program does that grabs
  /// it for itself.
  ///
  /// - Returns: Whether it got it.
  /// - Throws: `noDevice`.
  public func grabDevice(_ kind: InputDevices.Kind) throws(ScreenDriverError) -> Bool {
    let device = try number(of: kind)
    var mask = XIEventMask(deviceid: device, mask_len: 0, mask: nil)
    let status = attempt {
      XIGrabDevice(
        $0, device, root, Time(CurrentTime), Cursor(None), XIGrabModeAsync, XIGrabModeAsync, False,
        &mask)
    }
    return status == GrabSuccess
  }

  /// Gives a device back.
  ///
  /// - Throws: `noDevice`.
  public func releaseDevice(_ kind: InputDevices.Kind) throws(ScreenDriverError) {
    let device = try number(of: kind)
    _ = attempt { XIUngrabDevice($0, device, Time(CurrentTime)) }
  }

  /// The server's number of a device.
  private func number(of kind: InputDevices.Kind) throws(ScreenDriverError) -> Int32 {
    var count: Int32 = 0
    let all = attempt { XIQueryDevice($0, XIAllDevices, &count) } ?? nil
    defer { if let all { XIFreeDeviceInfo(all) } }
    let device = UnsafeBufferPointer(start: all, count: Int(count))
      .first { String(cString: $0.name) == kind.rawValue }
    guard let device else { throw .noDevice("the \(kind)") }
    return device.deviceid
  }
}
