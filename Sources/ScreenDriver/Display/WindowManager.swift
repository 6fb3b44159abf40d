/// Who manages the windows of a display.
public enum WindowManager: String, CaseIterable, Sendable {
  case openbox
  /// Nobody: windows stand where they put themselves.
  case none

  /// How a person or a package manager gets it.
  static let installationHint = "install it, on Debian with: apt-get install xvfb openbox"

  /// No key of openbox's own, one desktop, a click or a new window takes the focus; what is left
  /// out keeps its default. A person's own configuration is never read.
  static let openboxConfiguration = """
    <?xml version="1.0" encoding="UTF-8"?>
    <openbox_config xmlns="http://openbox.org/3.4/rc">
      <focus><focusNew>yes</focusNew><followMouse>no</followMouse></focus>
      <desktops><number>1</number><popupTime>0</popupTime></desktops>
      <keyboard/>
    </openbox_config>
    """

  /// Starts it on a display and waits until it has taken over.
  ///
  /// - Parameter folder: Where its configuration and its complaints go.
  /// - Throws: `cannotStart`, `endedEarly`, `timedOut`, `file`.
  func start(
    on connection: DisplayConnection, display: String, folder: String
  ) throws(ScreenDriverError) -> ChildProcess? {
    guard self == .openbox else { return nil }
    let configuration = "\(folder)/rc.xml"
    try write(Self.openboxConfiguration, toFile: configuration)
    var environment = ChildProcess.privateEnvironment(in: folder)
    environment["DISPLAY"] = display
    let complaints = "\(folder)/openbox.log"
    var process: ChildProcess
    do throws(ScreenDriverError) {
      process = try ChildProcess(
        "openbox", ["--sm-disable", "--config-file", configuration], environment: environment,
        redirections: [.discard(1), .file(complaints, as: 2)])
    } catch {
      throw .cannotStart(program: "openbox", reason: Self.installationHint)
    }
    let deadline = Deadline(after: .seconds(10))
    while !(connection.hasWindowManager && connection.managesNewWindows()) {
      guard process.isRunning() else {
        throw .endedEarly(program: "openbox", output: try contents(ofFile: complaints))
      }
      guard !deadline.hasPassed else { throw .timedOut(waitingFor: "the window manager") }
      Deadline(after: .milliseconds(5)).wait()
    }
    return process
  }
}
