extension Sitting {
  /// What to start, and in which surroundings.
  public struct Setup: Sendable {
    /// The program's path.
    public var program: String
    public var arguments: [String]
    /// The server, its screen and its window manager.
    public var display: VirtualDisplay.Options
    /// How the program gets to the server; the person uses a connection beside it.
    public var route: Route
    /// Set above or instead of the private environment.
    public var environment: [String: String]

    public init(
      program: String, arguments: [String] = [],
      on display: VirtualDisplay.Options, by route: Route = .socket,
      environment: [String: String] = [:]
    ) {
      self.program = program
      self.arguments = arguments
      self.display = display
      self.route = route
      self.environment = environment
    }

    /// - Parameter screen: Its size, in device pixels.
    public init(
      program: String, arguments: [String] = [], windowManager: WindowManager = .openbox,
      environment: [String: String] = [:], screen: (width: Int, height: Int) = (1280, 800)
    ) {
      self.init(
        program: program, arguments: arguments,
        on: VirtualDisplay.Options(
          width: screen.width, height: screen.height, windowManager: windowManager),
        environment: environment)
    }
  }

  /// How a program gets to the server.
  public enum Route: Hashable, Sendable {
    /// As programs on the same machine do.
    case socket
    /// By TCP, where the display listens on it.
    case tcp
    /// With a cookie that the server does not trust.
    case untrusted
    case proxy(ProtocolProxy.Options)

    /// Sets what a program needs to take this way.
    ///
    /// - Returns: The proxy on it, if any.
    func open(
      to display: borrowing VirtualDisplay, _ environment: inout [String: String]
    ) throws(ScreenDriverError) -> ProtocolProxy? {
      environment["DISPLAY"] = display.name
      switch self {
      case .socket: break
      case .tcp: environment["DISPLAY"] = display.nameOverTCP
      case .untrusted: environment["XAUTHORITY"] = try display.makeUntrustedCookie()
      case .proxy(let options):
        let proxy = try ProtocolProxy(to: display.name, options)
        environment["DISPLAY"] = proxy.name
        return proxy
      }
      return nil
    }
  }
}
