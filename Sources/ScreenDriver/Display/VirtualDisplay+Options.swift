extension VirtualDisplay {
  /// Which program is the X server.
  public enum Server: Hashable, Sendable {
    /// Has no devices but XTEST's, and needs no rights.
    case xvfb
    /// Has `InputDevices` whose input is not XTEST's, and sixteen outputs; needs root and the
    /// packages xserver-xorg-core and xserver-xorg-video-dummy.
    case xorg
  }

  /// How a display is set up.
  public struct Options: Hashable, Sendable {
    /// In device pixels, as is `height`. Xorg has the sizes that monitors have.
    public var width: Int
    public var height: Int
    public var windowManager: WindowManager
    public var server: Server
    /// Device pixels to an inch, as the server tells them.
    public var resolution: Int
    /// Whether programs of this machine also reach it by TCP.
    public var listensOnTCP: Bool
    /// More arguments for the server, as in `["-extension", "MIT-SHM"]`.
    public var arguments: [String]

    public init(
      width: Int = 1280, height: Int = 800, windowManager: WindowManager = .openbox,
      server: Server = .xvfb, resolution: Int = 96, listensOnTCP: Bool = false,
      arguments: [String] = []
    ) {
      self.width = width
      self.height = height
      self.windowManager = windowManager
      self.server = server
      self.resolution = resolution
      self.listensOnTCP = listensOnTCP
      self.arguments = arguments
    }
  }
}

extension VirtualDisplay.Options {
  /// What starts the server.
  ///
  /// - Parameter folder: Where its configuration, its sockets and its log are.
  /// - Throws: `file`.
  func command(in folder: String) throws(ScreenDriverError) -> (program: String, [String]) {
    // Without -noreset the server forgets its settings whenever its last client leaves.
    let common =
      ["-displayfd", "3", "-noreset", "-dpi", "\(resolution)"]
      + (listensOnTCP ? ["-listen", "tcp", "-nolisten", "inet6"] : ["-nolisten", "tcp"])
    switch server {
    case .xvfb:
      return ("Xvfb", common + ["-screen", "0", "\(width)x\(height)x24"] + arguments)
    case .xorg:
      let configuration = "\(folder)/xorg.conf"
      try write(
        XorgConfiguration(width: width, height: height, folder: folder).text,
        toFile: configuration)
      let own = [
        "-config", configuration, "-novtswitch", "-sharevts", "-logfile", "\(folder)/xorg.log",
      ]
      return ("Xorg", common + own + arguments)
    }
  }
}

extension VirtualDisplay.Server {
  var installationHint: String {
    switch self {
    case .xvfb: "install it, on Debian with: apt-get install xvfb"
    case .xorg:
      "install it, on Debian with: apt-get install xserver-xorg-core xserver-xorg-video-dummy"
    }
  }
}
