import CairoRendering
import Controls
import Glibc
import PasswordForm
import Scene
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
    guard let texts = LineFile.tokens(at: options.tokensPath, orElse: WindowOptions.sampleTokens) else {
      return ExitStatus.failure
    }
    weak var opened: MainWindowController?
    let program = try ProgramStart(
      scale: options.scale, loading: options.preferences.theme.fonts.preloaded,
      onConnectionLoss: { endAfterLoss(of: opened) })
    let application = program.application
    let renderer = try application.renderer()
    let wakeSource = try WakeSource()
    let controller = try controller(options, texts, wakeSource: wakeSource, in: program)
    var configuration = WindowConfiguration(
      title: "Tactile", size: Theme.Window.size, minimumSize: Theme.Window.minimumSize,
      geometry: options.geometry)
    configuration.icons = { AppIcon.pictures(by: renderer) }
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
    let words = PersonalWords.current
    let positions = ButtonPositions(named: "window-button")
    let contents = WindowContents(
      policy: options.policy, personalWords: words, button: options.button,
      start: positions.position(of: options.button.shape),
      tokens: texts, options.tokenField,
      suggesting: RecipientSuggestions(
        completionsPath: options.completionsPath, in: BaseDirectory.state.path),
      for: options.preferences.following(application.settings), in: try application.environment())
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

/// The window's icon, drawn by the program itself: the button with its check mark.
enum AppIcon {
  /// The side lengths that task bars and window switchers request, in pixels.
  static let sides = [16, 32, 48, 128]

  /// Returns the icon in each size. If memory is short, prints an error and returns none.
  static func pictures(by renderer: Renderer) -> [WindowIcon] {
    do throws(RenderingError) {
      return try sides.map { side throws(RenderingError) in
        let image = ImageBuffer(width: side, height: side)
        try image.withBitmap { bitmap throws(RenderingError) in
          try renderer.draw(drawing(side: Double(side)), into: bitmap)
        }
        let pixels = (0..<side).flatMap { y in (0..<side).map { straight(image[$0, y]) } }
        return WindowIcon(width: side, height: side, pixels: pixels)
      }
    } catch {
      StandardError.print("cannot draw the icon: \(error)")
      return []
    }
  }

  private static func drawing(side: Double) -> DisplayList {
    let box = Rect(x: 0, y: 0, width: side, height: side)
    let body = box.inset(by: side / 16)
    var list = DisplayList()
    list.fill(
      .roundedRect(RoundedRect(body, cornerRadius: side * 3 / 16)), Theme.light.colors.red)
    list.stroke(
      .path(SymbolPath.check(in: body.inset(by: side / 4))), Theme.light.colors.onRed,
      width: side * 3 / 32)
    return list
  }

  /// Converts a premultiplied pixel to the straight alpha that EWMH requires.
  private static func straight(_ pixel: UInt32) -> UInt32 {
    let alpha = pixel >> 24
    guard alpha > 0 else { return 0 }
    func component(_ shift: UInt32) -> UInt32 {
      min(255, ((pixel >> shift & 0xFF) * 255 + alpha / 2) / alpha) << shift
    }
    return alpha << 24 | component(16) | component(8) | component(0)
  }
}
