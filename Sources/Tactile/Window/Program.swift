import CairoRendering
import Controls
import Glibc
import Scene
import Secrets
import X11Shell

/// Opens the window and stays until it is closed.
enum Program {
  /// - Returns: The process's exit status; what went wrong is said on standard error.
  static func run(_ command: TactileCommand) -> Int32 {
    do throws(X11Error) {
      return try open(command)
    } catch {
      StandardError.print(line(for: error))
      return status(for: error)
    }
  }

  private static func open(_ command: TactileCommand) throws(X11Error) -> Int32 {
    let signals = try SignalSource()
    let wakeSource = try WakeSource()
    let connection = try Connection()
    let (renderer, icons): (Renderer, [WindowIcon])
    do throws(RenderingError) {
      renderer = try Renderer()
      icons = try AppIcon.pictures(by: renderer)
    } catch {
      StandardError.print(line(for: error))
      return ExitStatus.failure
    }
    let scale = command.scale ?? connection.scaleFactor ?? 1
    let environment = Environment(
      theme: command.theme.theme, text: renderer, scale: scale,
      reducesMotion: command.reduceMotion)
    let memory = PlaceMemory(of: command.shape, in: placeFiles)
    let contents = WindowContents(
      policy: command.policy.policy, button: command.button, start: memory.place?.relativePlace,
      in: environment)
    var client = TactileWindow(
      contents, renderer: renderer,
      saving: TactileWindow.Saving(vault: vault, wakeSource: wakeSource), memory: memory)
    let window = try X11Window(
      description(command, icons: icons), scale: scale, on: connection)
    var loop = RunLoop(window: window, signals: signals, wakeSource: wakeSource)
    do throws(X11Error) {
      return try loop.run(&client)
    } catch {
      client.finish()
      throw error
    }
  }

  private static func description(
    _ command: TactileCommand, icons: [WindowIcon]
  ) -> WindowDescription {
    WindowDescription(
      title: "Tactile", instanceName: "tactile", className: "Tactile", size: Theme.Window.size,
      minimumSize: Theme.Window.minimumSize, geometry: command.geometry, icons: icons)
  }

  private static var vault: PasswordVault? {
    PasswordVault.folder(xdgDataHome: variable("XDG_DATA_HOME"), home: variable("HOME"))
      .map { PasswordVault(folder: $0) }
  }

  private static var placeFiles: [FloatingButton.Shape: PlaceFile] {
    var files: [FloatingButton.Shape: PlaceFile] = [:]
    for shape in FloatingButton.Shape.allCases {
      files[shape] = PlaceFile(
        of: shape, xdgStateHome: variable("XDG_STATE_HOME"), home: variable("HOME"))
    }
    return files
  }

  private static func variable(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }

  private static func line(for error: RenderingError) -> String {
    switch error {
    case .noFonts: "no font was found; install one, such as the package fonts-inter"
    case .cairo: "cannot draw: \(error)"
    }
  }

  private static func line(for error: X11Error) -> String {
    switch error {
    case .cannotConnect(nil):
      "no display: DISPLAY is not set; start it from a desktop, or by xvfb-run"
    case .cannotConnect(let display?):
      "no display: no X server answers at \(display); check DISPLAY, or start it by xvfb-run"
    case .noSuitableVisual: "this display shows no 24-bit colours, which the window needs"
    case .connectionLost: "the display went away"
    case .noDescriptor(let call, let errno): "\(call) failed with error \(errno)"
    }
  }

  private static func status(for error: X11Error) -> Int32 {
    switch error {
    case .cannotConnect: ExitStatus.noDisplay
    case .connectionLost: ExitStatus.displayLost
    case .noSuitableVisual, .noDescriptor: ExitStatus.failure
    }
  }
}
