/// What makes Xorg a server without hardware: a screen in memory, and devices that a program plays.
struct XorgConfiguration {
  let width: Int
  let height: Int
  /// Where the devices' sockets are to be.
  let folder: String

  /// As in `xorg.conf(5)`; the devices as in `inputtestdrv(4)`.
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
    \(InputDevices.Kind.allCases.map(mention).joined(separator: "\n"))
    EndSection

    """
  }

  private func section(for kind: InputDevices.Kind) -> String {
    """
    Section "InputDevice"
      Identifier "\(kind)"
      Driver "inputtest"
      Option "SocketPath" "\(kind.socketPath(in: folder))"
      Option "DeviceType" "\(kind.deviceType)"
      Option "AccelerationProfile" "-1"
      Option "TouchCount" "5"
    EndSection
    """
  }

  private func mention(of kind: InputDevices.Kind) -> String {
    "  InputDevice \"\(kind)\" \"\(kind.role)\""
  }
}
