/// The configuration of an Xorg without hardware: a screen in memory and simulated devices.
struct XorgConfiguration {
  let width: Int
  let height: Int
  /// The directory for the sockets of the devices.
  let directory: String

  /// The text in the format of `xorg.conf(5)`; the devices use `inputtestdrv(4)`.
  var text: String {
    """
    Section "ServerFlags"
      Option "AutoAddDevices" "false"
      Option "AutoEnableDevices" "false"
      Option "DontVTSwitch" "true"
      Option "AllowMouseOpenFail" "true"
    EndSection
    Section "Device"
      Identifier "memory"
      Driver "dummy"
      VideoRam 256000
    EndSection
    Section "Monitor"
      Identifier "monitor"
      HorizSync 5.0-1000.0
      VertRefresh 5.0-300.0
    EndSection
    Section "Screen"
      Identifier "screen"
      Device "memory"
      Monitor "monitor"
      DefaultDepth 24
      SubSection "Display"
        Depth 24
        Virtual 3840 2160
        Modes "\(width)x\(height)"
      EndSubSection
    EndSection
    \(InputDevices.Kind.allCases.map(section).joined(separator: "\n"))
    Section "ServerLayout"
      Identifier "layout"
      Screen "screen"
    \(InputDevices.Kind.allCases.map(layoutEntry).joined(separator: "\n"))
    EndSection

    """
  }

  private func section(for kind: InputDevices.Kind) -> String {
    """
    Section "InputDevice"
      Identifier "\(kind)"
      Driver "inputtest"
      Option "SocketPath" "\(kind.socketPath(in: directory))"
      Option "DeviceType" "\(kind.deviceType)"
      Option "AccelerationProfile" "-1"
      Option "TouchCount" "5"
    EndSection
    """
  }

  private func layoutEntry(of kind: InputDevices.Kind) -> String {
    "  InputDevice \"\(kind)\" \"\(kind.role)\""
  }
}
