import CMalloc
import CairoRendering
import Controls
import Files
import Glibc
import PasswordForm
import Scene
import Secrets
import X11Shell

/// Opens the window and stays until it is closed.
enum Program {
  /// - Returns: The process's exit status; what went wrong is said on standard error.
  static func run(_ options: WindowOptions) -> Int32 {
    do throws(X11Error) {
      return try open(options)
    } catch {
      StandardError.print(line(for: error))
      return status(for: error)
    }
  }

  private static func open(_ options: WindowOptions) throws(X11Error) -> Int32 {
    shareMemory()
    guard let texts = texts(options.tokens) else { return ExitStatus.failure }
    // First of all: the environment must not change beside the thread below, which inherits what is
    // blocked.
    let launch = Launch.fromEnvironment(sessionID: options.sessionID)
    let signals = try SignalSource()
    let wakeSource = try WakeSource()
    // Fonts and server know nothing of each other, and each takes its time.
    let fontMemory = FontMemory(
      xdgCacheHome: variable("XDG_CACHE_HOME"), home: variable("HOME"))
    let drawing = Future { makeRenderer(knowing: fontMemory?.read()) }
    let connection = try Connection()
    let desktop = Desktop(on: connection, scale: options.scale ?? scaleInEnvironment)
    let scale = desktop.scale
    let window = try X11Window(description(options, launch), scale: scale, on: connection)
    let memory = PlaceMemory(of: options.button.shape, in: placeFiles)
    guard let renderer = renderer(drawing.value()) else { return ExitStatus.failure }
    var wishes = options.wishes
    wishes.desktop = desktop.settings
    renderer.preferredFamily = wishes.desktop.fontFamily
    let words = PersonalWords.here
    var contents = WindowContents(
      policy: options.policy, knowing: words, button: options.button,
      start: memory.place?.relativePlace,
      tokens: texts, options.tokens.configuration,
      suggesting: suggestions(options.tokens), for: wishes,
      in: Environment(text: renderer, scale: scale))
    contents.form.control.revealTime = options.revealTime
    contents.form.control.grabsKeyboard = options.grabsKeyboard
    if let kind = options.generate { contents.form.control.offer(kind) }
    var client = TactileWindow(
      contents, renderer: renderer,
      saving: TactileWindow.Saving(
        store: store(options.storage) { _ in wakeSource.wake() }, wakeSource: wakeSource),
      judge: StrengthJudge(knowing: words, wakeSource: wakeSource),
      clipboardTime: options.clipboardTime, memory: memory,
      fontMemory: fontMemory, frameLog: FrameLog(path: variable(FrameLog.variable)))
    var loop = RunLoop(
      window: window, desktop: desktop, signals: signals, wakeSource: wakeSource)
    do throws(X11Error) {
      return try loop.run(&client)
    } catch {
      client.finish()
      throw error
    }
  }

  /// Has all threads take memory from one place. Otherwise glibc sets up a second one for the thread
  /// that makes the renderer, which grows by a system call for each page, and stays for as long as
  /// what was made in it.
  private static func shareMemory() { mallopt(M_ARENA_MAX, 1) }

  /// A renderer that has found the window's fonts already.
  static func makeRenderer(
    knowing choices: FontChoices?
  ) -> Result<Renderer, RenderingError> {
    do throws(RenderingError) {
      let renderer = try Renderer(knowing: choices)
      // What the desktop prefers is known only once the server has answered. Mostly it is what it was
      // last; where it is not, its fonts are opened by the first frame.
      renderer.preferredFamily = choices?.preferredFamily
      for style in Theme.Fonts.all { _ = renderer.metrics(of: "x", style: style) }
      return .success(renderer)
    } catch {
      return .failure(error)
    }
  }

  /// Tells of what went wrong where there is none.
  private static func renderer(_ made: Result<Renderer, RenderingError>) -> Renderer? {
    switch made {
    case .success(let renderer): return renderer
    case .failure(let error):
      StandardError.print(line(for: error))
      return nil
    }
  }

  /// What the token field starts with; where it cannot be read, that is told, and there is none.
  private static func texts(_ options: TokenOptions) -> [String]? {
    do throws(FileError) {
      return try options.path.map(ListFile.lines) ?? TokenOptions.samples
    } catch {
      StandardError.print("cannot read the tokens: \(error.path): \(error.reason)")
      return nil
    }
  }

  private static func suggestions(_ options: TokenOptions) -> Suggestions {
    Suggestions(
      listPath: options.completionsPath, xdgStateHome: variable("XDG_STATE_HOME"),
      home: variable("HOME"))
  }

  private static func description(
    _ options: WindowOptions, _ launch: Launch
  ) -> WindowDescription {
    WindowDescription(
      title: "Tactile", instanceName: "tactile", className: "Tactile", size: Theme.Window.size,
      minimumSize: Theme.Window.minimumSize, geometry: options.geometry, launch: launch)
  }

  /// Where passwords are kept; `nil` where the environment names no place for it.
  ///
  /// - Parameter prompting: Called on any thread when a keyring begins to ask the person something,
  ///   with `true`, and when that is over.
  static func store(
    _ choice: StorageChoice, prompting: @escaping @Sendable (Bool) -> Void = tellOfPrompt
  ) -> (any VerifierStore)? {
    switch choice {
    case .file: vault
    case .keyring: KeyringVault(prompting: prompting)
    }
  }

  /// Says it where there is no window to say it.
  private static func tellOfPrompt(_ isPrompting: Bool) {
    if isPrompting { StandardError.print("The keyring asks you something first.") }
  }

  static var vault: PasswordVault? {
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

  /// What is no scale there is passed over, as it may be meant for another version.
  private static var scaleInEnvironment: Double? {
    variable(ScaleChoice.variable).flatMap { try? ScaleChoice.parse($0) }
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
      "no display: no X server answers at \(display), or it refuses; check DISPLAY and XAUTHORITY, or "
        + "start it by xvfb-run"
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
