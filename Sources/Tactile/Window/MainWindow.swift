import CMalloc
import CairoRendering
import Controls
import Glibc
import PasswordForm
import Scene
import Secrets
import System
import Toolkit
import Windowing
import X11

/// The main window: opens it and runs until it is closed.
enum MainWindow {
  /// Runs the program. Writes errors to standard error.
  ///
  /// - Returns: The exit status of the process.
  static func run(_ options: WindowOptions) -> Int32 {
    reportingErrors { () throws(WindowingError) in try open(options) }
  }

  private static func open(_ options: WindowOptions) throws(WindowingError) -> Int32 {
    limitArenas()
    guard let texts = texts(options.tokens) else { return ExitStatus.failure }
    let fontCache = FontMatchCacheFile(
      xdgCacheHome: environmentVariable("XDG_CACHE_HOME"), home: environmentVariable("HOME"))
    let fonts = options.preferences.theme.fonts.preloaded
    weak var opened: MainWindowController?
    let application = try Application(
      Application.Identity(name: "tactile", className: "Tactile"),
      scale: options.scale ?? scaleInEnvironment,
      onConnectionLoss: { endAfterLoss(of: opened) },
      makeRenderer: { makeRenderer(cachedMatches: fontCache?.read(), loading: fonts) })
    let wakeSource = try WakeSource()
    let controller = try controller(
      options, texts, fontCache: fontCache, wakeSource: wakeSource, in: application)
    let window = try application.open(configuration(options, controller), showing: controller)
    connect(window, to: controller)
    let wakeUps = application.watch(wakeSource) {
      window.update { now in
        controller.wake(at: now)
        return controller.takeEffects()
      }
    }
    defer { wakeUps.cancel() }
    window.onClose = { application.quit() }
    opened = controller
    application.run()
    return controller.exitStatus ?? ExitStatus.success
  }

  /// Saves the state of the contents and ends the process. If the window was closed and no save was in
  /// progress, the loss makes no difference.
  ///
  /// Calls no exit handlers, because other threads may still use what they free.
  private static func endAfterLoss(of controller: MainWindowController?) -> Never {
    let status = controller?.exitStatus
    if status == nil { StandardError.print("the connection to the X server was lost") }
    controller?.finish()
    _exit(status ?? ExitStatus.displayLost)
  }

  private static func controller(
    _ options: WindowOptions, _ texts: [String], fontCache: FontMatchCacheFile?, wakeSource: WakeSource,
    in application: Application
  ) throws(WindowingError) -> MainWindowController {
    let renderer = try application.renderer()
    var preferences = options.preferences
    preferences.desktop = application.settings
    let words = PersonalWords.current
    let positionStore = ButtonPositionStore(of: options.button.shape, in: positionFiles)
    let contents = WindowContents(
      policy: options.policy, personalWords: words, button: options.button,
      start: positionStore.position?.unitPoint,
      tokens: texts, options.tokens.configuration,
      suggesting: suggestions(options.tokens), for: preferences,
      in: Environment(
        text: renderer, scale: application.scale,
        strings: ControlTranslations.preferred(by: environmentVariable)))
    contents.form.control.revealTimeout = options.revealTimeout
    contents.form.control.grabsKeyboard = options.grabsKeyboard
    if let kind = options.generate { contents.form.control.selectGenerator(kind, at: MonotonicClock.now) }
    return MainWindowController(
      contents, renderer: renderer,
      saving: MainWindowController.Saving(
        store: store(options.storage) { _ in wakeSource.wake() }, wakeSource: wakeSource),
      evaluator: StrengthEvaluator(personalWords: words, wakeSource: wakeSource),
      clipboardTimeout: options.clipboardTimeout, positionStore: positionStore,
      fontCache: fontCache, frameLog: FrameLog(path: environmentVariable(FrameLog.variable)))
  }

  private static func connect(_ window: Window, to controller: MainWindowController) {
    window.onFrame = { controller.frameSent($0) }
    window.onPresented = { controller.framePresented($0, at: $1) }
    window.onDrawingFailure = { StandardError.print("cannot draw the window: \($0)") }
  }

  /// Makes all threads allocate from one arena.
  ///
  /// Otherwise glibc creates a second arena for the thread that creates the renderer. That arena
  /// grows by a system call for each page, and exists for as long as the objects in it.
  static func limitArenas() { mallopt(M_ARENA_MAX, 1) }

  /// Creates a renderer and loads fonts.
  static func makeRenderer(
    cachedMatches: FontMatchCache?, loading styles: [TextStyle]
  ) -> Result<Renderer, RenderingError> {
    do throws(RenderingError) {
      let renderer = try Renderer(cachedMatches: cachedMatches)
      // The preferred font of the desktop is known only after the server has replied. It is usually
      // the same as in the last run. If not, the first frame loads its fonts.
      renderer.preferredFamily = cachedMatches?.preferredFamily
      for style in styles { _ = renderer.metrics(of: "x", style: style) }
      return .success(renderer)
    } catch {
      return .failure(error)
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
      completionsPath: options.completionsPath, xdgStateHome: environmentVariable("XDG_STATE_HOME"),
      home: environmentVariable("HOME"))
  }

  private static func configuration(
    _ options: WindowOptions, _ controller: MainWindowController
  ) -> WindowConfiguration {
    var configuration = WindowConfiguration(
      title: "Tactile", size: Theme.Window.size, minimumSize: Theme.Window.minimumSize,
      geometry: options.geometry)
    configuration.icons = { controller.makeIcons() }
    return configuration
  }

  /// The message for the case that `store(_:onPromptChange:)` returns `nil`.
  static let noStoreMessage = "Cannot determine the data directory. Set XDG_DATA_HOME or HOME."

  /// Returns the password store, or `nil` if the environment names no directory for it.
  ///
  /// - Parameter onPromptChange: Called on an arbitrary thread when a keyring prompt appears
  ///   (`true`) or closes (`false`).
  static func store(
    _ storage: PasswordHashStorage, onPromptChange: @escaping @Sendable (Bool) -> Void = printPromptNotice
  ) -> (any PasswordHashStore)? {
    switch storage {
    case .file: fileStore
    case .keyring: KeyringPasswordHashStore(onPromptChange: onPromptChange)
    }
  }

  /// Prints a notice about a keyring prompt, for commands without a window.
  private static func printPromptNotice(_ isPrompting: Bool) {
    if isPrompting { StandardError.print("The keyring shows a prompt. Answer it to continue.") }
  }

  static var fileStore: FilePasswordHashStore? {
    FilePasswordHashStore.directoryPath(
      xdgDataHome: environmentVariable("XDG_DATA_HOME"), home: environmentVariable("HOME")
    )
    .map { FilePasswordHashStore(directoryPath: $0) }
  }

  private static var positionFiles: [FloatingButton.Shape: ButtonPositionFile] {
    var files: [FloatingButton.Shape: ButtonPositionFile] = [:]
    for shape in FloatingButton.Shape.allCases {
      files[shape] = ButtonPositionFile(
        of: shape, xdgStateHome: environmentVariable("XDG_STATE_HOME"), home: environmentVariable("HOME"))
    }
    return files
  }

  /// The scale in the environment. Ignores an invalid value, with a message.
  static var scaleInEnvironment: Double? {
    guard let text = environmentVariable(ScaleOption.variable) else { return nil }
    if let scale = try? ScaleOption.parse(text) { return scale }
    StandardError.print("ignoring \(ScaleOption.variable)='\(text)'; use a decimal number from 0.5 to 8")
    return nil
  }

  /// Runs a command, and returns its exit status. Writes an error to standard error.
  static func reportingErrors(_ body: () throws(WindowingError) -> Int32) -> Int32 {
    do throws(WindowingError) { return try body() } catch { return report(error) }
  }

  /// Writes an error to standard error, and returns its exit status.
  static func report(_ error: WindowingError) -> Int32 {
    StandardError.print(error.description)
    return switch error {
    case .cannotConnect: ExitStatus.noDisplay
    case .noSuitableVisual, .noDescriptor, .rendering: ExitStatus.failure
    }
  }
}
