extension VirtualDisplay {
  /// The X server program.
  public enum Server: Hashable, Sendable {
    /// Only XTEST devices; no permissions required.
    case xvfb
    /// Simulated `InputDevices`, which are independent of XTEST, and sixteen outputs. Requires root
    /// and the packages xserver-xorg-core and xserver-xorg-video-dummy.
    case xorg
  }

  /// The configuration of a display.
  public struct Options: Hashable, Sendable {
    /// The width in device pixels, as is `height`. Xorg supports only the sizes of common monitors.
    public var width: Int
    public var height: Int
    public var windowManager: WindowManager
    public var server: Server
    /// The number of device pixels per inch that the server reports.
    public var resolution: Int
    /// Whether programs of this machine can also connect by TCP.
    public var listensOnTCP: Bool
    /// Whether Xvfb offers OpenGL. Its libraries take half of the processor time of a start.
    public var offersOpenGL: Bool
    /// Additional arguments of the server, for example `["-extension", "MIT-SHM"]`.
    public var arguments: [String]

    public init(
      width: Int = 1280, height: Int = 800, windowManager: WindowManager = .openbox, server: Server = .xvfb,
      resolution: Int = 96, listensOnTCP: Bool = false, offersOpenGL: Bool = false, arguments: [String] = []
    ) {
      self.width = width
      self.height = height
      self.windowManager = windowManager
      self.server = server
      self.resolution = resolution
      self.listensOnTCP = listensOnTCP
      self.offersOpenGL = offersOpenGL
      self.arguments = arguments
    }
  }
}

extension VirtualDisplay.Options {
  /// Returns the program and the arguments that start the server.
  ///
  /// - Parameter directory: The directory for the configuration, the sockets and the log.
  /// - Throws: `file`.
  func command(in directory: String) throws(ScreenDriverError) -> (program: String, [String]) {
    // Without -noreset, the server resets its settings whenever its last client disconnects.
    let commonArguments =
      ["-displayfd", "3", "-noreset", "-dpi", "\(resolution)"]
      + (listensOnTCP ? ["-listen", "tcp", "-nolisten", "inet6"] : ["-nolisten", "tcp"])
    switch server {
    case .xvfb:
      // The compositor of mutter draws with OpenGL.
      let extensions = offersOpenGL || windowManager == .mutter ? [] : ["-extension", "GLX"]
      return ("Xvfb", commonArguments + ["-screen", "0", "\(width)x\(height)x24"] + extensions + arguments)
    case .xorg:
      let configuration = "\(directory)/xorg.conf"
      try write(
        XorgConfiguration(width: width, height: height, directory: directory).text, toFile: configuration)
      let xorgArguments = [
        "-config", configuration, "-novtswitch", "-sharevts", "-logfile", "\(directory)/xorg.log",
      ]
      return ("Xorg", commonArguments + xorgArguments + arguments)
    }
  }
}

extension VirtualDisplay.Server {
  var installationHint: String {
    switch self {
    case .xvfb: "install it; on Debian: apt-get install xvfb"
    case .xorg: "install it; on Debian: apt-get install xserver-xorg-core xserver-xorg-video-dummy"
    }
  }
}
