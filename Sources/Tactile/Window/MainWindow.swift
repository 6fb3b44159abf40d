import Controls
import Glibc
import PasswordForm
import Secrets
import System
import Toolkit
import Windowing

/// The main window: opens it and runs until it is closed.
enum MainWindow {
  /// Runs the program.
  ///
  /// - Returns: The exit status of the process.
  static func run(_ options: WindowOptions) throws(WindowingError) -> Int32 {
    guard let texts = LineFile.tokens(at: options.tokens.path, orElse: TokenOptions.samples) else {
      return ExitStatus.failure
    }
    weak var opened: MainWindowController?
    let program = try ProgramStart(
      scale: options.scale, loading: options.preferences.theme.fonts.preloaded,
      onConnectionLoss: { endAfterLoss(of: opened) })
    let application = program.application
    let wakeSource = try WakeSource()
    let controller = try controller(options, texts, wakeSource: wakeSource, in: program)
    var configuration = WindowConfiguration(
      title: "Tactile", size: Theme.Window.size, minimumSize: Theme.Window.minimumSize,
      geometry: options.geometry)
    configuration.icons = { controller.makeIcons() }
    let window = try application.open(configuration, showing: controller)
    window.onFrame = { controller.frameSent($0) }
    window.onPresented = { controller.framePresented($0, at: $1) }
    window.onDrawingFailure = { StandardError.print("cannot draw the window: \($0)") }
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
    _ options: WindowOptions, _ texts: [String], wakeSource: WakeSource, in program: ProgramStart
  ) throws(WindowingError) -> MainWindowController {
    let application = program.application
    let renderer = try application.renderer()
    var preferences = options.preferences
    preferences.desktop = application.settings
    let words = PersonalWords.current
    let positions = ButtonPositions(named: "window-button")
    let contents = WindowContents(
      policy: options.policy, personalWords: words, button: options.button,
      start: positions.position(of: options.button.shape),
      tokens: texts, options.tokens.configuration,
      suggesting: RecipientSuggestions(
        completionsPath: options.tokens.completionsPath, in: BaseDirectory.state.path), for: preferences,
      in: Environment(
        text: renderer, scale: application.scale,
        strings: ControlTranslations.preferred(by: environmentVariable)))
    contents.form.control.revealTimeout = options.revealTimeout
    contents.form.control.grabsKeyboard = options.grabsKeyboard
    if let kind = options.generate { contents.form.control.selectGenerator(kind, at: application.now) }
    return MainWindowController(
      contents, renderer: renderer,
      store: options.storage.store { _ in wakeSource.wake() }, wakeSource: wakeSource,
      evaluator: StrengthEvaluator(personalWords: words, wakeSource: wakeSource),
      clipboardTimeout: options.clipboardTimeout, positions: positions,
      fontCache: program.fontCache, frameLog: FrameLog(path: environmentVariable(FrameLog.variable)))
  }
}
