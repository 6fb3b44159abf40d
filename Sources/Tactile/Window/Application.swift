import CMalloc
import CairoRendering
import Controls
import Files
import Glibc
import PasswordForm
import Scene
import Secrets
import X11Shell

/// The application: opens the window and runs until it is closed.
enum Application {
  /// Runs the application. Writes errors to standard error.
  ///
  /// - Returns: The exit status of the process.
  static func run(_ options: WindowOptions) -> Int32 {
    do throws(X11Error) {
      return try open(options)
    } catch {
      StandardError.print(line(for: error))
      return status(for: error)
    }
  }

  private static func open(_ options: WindowOptions) throws(X11Error) -> Int32 {
    limitArenas()
    guard let texts = texts(options.tokens) else { return ExitStatus.failure }
    // Must precede the thread below: the environment must not change during its run, and it
    // inherits the blocked signals.
    let launch = Launch.fromEnvironment(sessionID: options.sessionID)
    let signals = try SignalSource()
    let wakeSource = try WakeSource()
    // Loads fonts while the program waits for the server: both are slow and independent.
    let fontCache = FontMatchCacheFile(
      xdgCacheHome: variable("XDG_CACHE_HOME"), home: variable("HOME"))
    let drawing = Future { makeRenderer(cachedMatches: fontCache?.read()) }
    let connection = try Connection()
    let desktop = Desktop(on: connection, scale: options.scale ?? scaleInEnvironment)
    let scale = desktop.scale
    let window = try X11Window(description(options, launch), scale: scale, on: connection)
    let positionStore = ButtonPositionStore(of: options.button.shape, in: positionFiles)
    guard let renderer = renderer(drawing.value()) else { return ExitStatus.failure }
    var preferences = options.preferences
    preferences.desktop = desktop.settings
    renderer.preferredFamily = preferences.desktop.fontFamily
    let words = PersonalWords.current
    var contents = WindowContents(
      policy: options.policy, personalWords: words, button: options.button,
      start: positionStore.position?.unitPoint,
      tokens: texts, options.tokens.configuration,
      suggesting: suggestions(options.tokens), for: preferences,
      in: Environment(text: renderer, scale: scale))
    contents.form.control.revealTimeout = options.revealTimeout
    contents.form.control.grabsKeyboard = options.grabsKeyboard
    if let kind = options.generate { contents.form.control.selectGenerator(kind) }
    var controller = MainWindowController(
      contents, renderer: renderer,
      saving: MainWindowController.Saving(
        store: store(options.storage) { _ in wakeSource.wake() }, wakeSource: wakeSource),
      evaluator: StrengthEvaluator(personalWords: words, wakeSource: wakeSource),
      clipboardTime: options.clipboardTimeout, positionStore: positionStore,
      fontCache: fontCache, frameLog: FrameLog(path: variable(FrameLog.variable)))
    var loop = RunLoop(
      window: window, desktop: desktop, signals: signals, wakeSource: wakeSource)
    do throws(X11Error) {
      return try loop.run(&controller)
    } catch {
      controller.finish()
      throw error
    }
  }

  /// Makes all threads allocate from one arena.
  ///
  /// Otherwise glibc creates a second arena for the thread that creates the renderer. That arena
  /// grows by a system call for each page, and exists for as long as the objects in it.
  private static func limitArenas() { mallopt(M_ARENA_MAX, 1) }

  /// Creates a renderer and loads the fonts of the window.
  static func makeRenderer(
    cachedMatches: FontMatchCache?
  ) -> Result<Renderer, RenderingError> {
    do throws(RenderingError) {
      let renderer = try Renderer(cachedMatches: cachedMatches)
      // The preferred font of the desktop is known only after the server has replied. It is usually
      // the same as in the last run. If not, the first frame loads its fonts.
      renderer.preferredFamily = cachedMatches?.preferredFamily
      for style in Theme.Fonts.all { _ = renderer.metrics(of: "x", style: style) }
      return .success(renderer)
    } catch {
      return .failure(error)
    }
  }

  /// Returns the renderer, or prints the error and returns `nil`.
  private static func renderer(_ made: Result<Renderer, RenderingError>) -> Renderer? {
    switch made {
    case .success(let renderer): return renderer
    case .failure(let error):
      StandardError.print(line(for: error))
      return nil
    }
  }

  /// Returns the initial tokens. Prints an error and returns `nil` if their file cannot be read.
  private static func texts(_ options: TokenOptions) -> [String]? {
    do throws(FileError) {
      return try options.path.map(LineFile.lines) ?? TokenOptions.samples
    } catch {
      StandardError.print("cannot read --tokens file '\(error.path)': \(error.reason)")
      return nil
    }
  }

  private static func suggestions(_ options: TokenOptions) -> RecipientSuggestions {
    RecipientSuggestions(
      completionsPath: options.completionsPath, xdgStateHome: variable("XDG_STATE_HOME"),
      home: variable("HOME"))
  }

  private static func description(
    _ options: WindowOptions, _ launch: Launch
  ) -> WindowDescription {
    WindowDescription(
      title: "Tactile", instanceName: "tactile", className: "Tactile", size: Theme.Window.size,
      minimumSize: Theme.Window.minimumSize, geometry: options.geometry, launch: launch)
  }

  /// Returns the password store, or `nil` if the environment names no directory for it.
  ///
  /// - Parameter onPromptChange: Called on an arbitrary thread when a keyring prompt appears
  ///   (`true`) or closes (`false`).
  static func store(
    _ choice: StorageOption, onPromptChange: @escaping @Sendable (Bool) -> Void = printPromptNotice
  ) -> (any PasswordHashStore)? {
    switch choice {
    case .file: fileStore
    case .keyring: KeyringPasswordHashStore(onPromptChange: onPromptChange)
    }
  }

  /// Prints a notice about a keyring prompt, for commands without a window.
  private static func printPromptNotice(_ isPrompting: Bool) {
    if isPrompting { StandardError.print("The keyring shows a prompt. Answer it to continue.") }
  }

  static var fileStore: FilePasswordHashStore? {
    FilePasswordHashStore.directoryPath(xdgDataHome: variable("XDG_DATA_HOME"), home: variable("HOME"))
      .map { FilePasswordHashStore(directoryPath: $0) }
  }

  private static var positionFiles: [FloatingButton.Shape: ButtonPositionFile] {
    var files: [FloatingButton.Shape: ButtonPositionFile] = [:]
    for shape in FloatingButton.Shape.allCases {
      files[shape] = ButtonPositionFile(
        of: shape, xdgStateHome: variable("XDG_STATE_HOME"), home: variable("HOME"))
    }
    return files
  }

  /// The scale in the environment. Ignores an invalid value, which may be for another version.
  private static var scaleInEnvironment: Double? {
    variable(ScaleOption.variable).flatMap { try? ScaleOption.parse($0) }
  }

  private static func variable(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }

  private static func line(for error: RenderingError) -> String {
    switch error {
    case .noFonts: "no font found; install a font package, for example fonts-inter"
    case .cairo: "cannot draw the window: \(error)"
    }
  }

  private static func line(for error: X11Error) -> String {
    switch error {
    case .cannotConnect(nil):
      "DISPLAY is not set; start tactile in a graphical session or with xvfb-run"
    case .cannotConnect(let display?):
      "cannot connect to X display '\(display)'; check DISPLAY and XAUTHORITY, or use "
        + "xvfb-run"
    case .noSuitableVisual: "the X display has no 24-bit visual; tactile requires one"
    case .connectionLost: "the connection to the X server was lost"
    case .noDescriptor(let call, let errno): "\(call): \(String(cString: strerror(errno)))"
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
