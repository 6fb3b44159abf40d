extension AppSession {
  /// The program to start and its environment.
  public struct Configuration: Sendable {
    /// The program's path.
    public var program: String
    public var arguments: [String]
    /// The server, its screen and its window manager.
    public var display: VirtualDisplay.Options
    /// The program's connection to the server. The input simulator uses a separate connection.
    public var connection: ServerConnection
    /// Variables that are added to the private environment or override it.
    public var environment: [String: String]

    public init(
      program: String, arguments: [String] = [], on display: VirtualDisplay.Options,
      by connection: ServerConnection = .socket, environment: [String: String] = [:]
    ) {
      self.program = program
      self.arguments = arguments
      self.display = display
      self.connection = connection
      self.environment = environment
    }

    /// - Parameter screen: The size of the screen, in device pixels.
    public init(
      program: String, arguments: [String] = [], windowManager: WindowManager = .openbox,
      environment: [String: String] = [:], screen: (width: Int, height: Int) = (1280, 800)
    ) {
      self.init(
        program: program, arguments: arguments,
        on: VirtualDisplay.Options(width: screen.width, height: screen.height, windowManager: windowManager),
        environment: environment)
    }
  }

  /// The way in which a program connects to the server.
  public enum ServerConnection: Hashable, Sendable {
    /// The local Unix socket, as for any program on the same machine.
    case socket
    /// TCP. The display must listen on it.
    case tcp
    /// An authorization cookie that makes the client untrusted.
    case untrusted
    case proxy(ProtocolProxy.Options)

    /// Sets the environment variables that the program needs for this connection.
    ///
    /// - Returns: The proxy in the connection. `nil` if there is none.
    func open(to display: borrowing VirtualDisplay, _ environment: inout [String: String])
      throws(ScreenDriverError) -> ProtocolProxy?
    {
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
