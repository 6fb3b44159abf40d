import CMalloc
import CairoRendering
import Controls
import Scene
import System
import Windowing

/// The start of a command with windows: its connection to the display, and its fonts.
struct ProgramStart {
  let application: Application
  /// The file that makes the next start faster. `nil` if the environment names no directory for it.
  let fontCache: FontMatchCacheFile?

  /// Connects to the display, and loads fonts in the meantime.
  ///
  /// - Parameters:
  ///   - display: The name of the display. `nil` for the environment variable `DISPLAY`.
  ///   - scale: Device pixels per logical pixel. `nil` for those of the environment or of the desktop.
  ///   - fonts: The fonts of the first frame.
  /// - Throws: `cannotConnect` or `noDescriptor`.
  init(
    display: String? = nil, scale: Double?, loading fonts: [TextStyle],
    onConnectionLoss: @escaping () -> Never = ExitStatus.exitAfterLoss
  ) throws(WindowingError) {
    // Otherwise glibc creates a second arena for the thread that creates the renderer. That arena grows by a system call
    // for each page, and exists for as long as the objects in it.
    mallopt(M_ARENA_MAX, 1)
    let fontCache = FontMatchCacheFile()
    self.fontCache = fontCache
    application = try Application(
      Application.Identity(
        name: "tactile", className: "Tactile",
        locale: ControlTranslations.preferred(by: environmentVariable).text(.locale)), display: display,
      scale: scale ?? ScaleOption.inEnvironment, onConnectionLoss: onConnectionLoss,
      makeRenderer: { Self.makeRenderer(cachedMatches: fontCache?.read(), loading: fonts) })
  }

  /// Creates a renderer and loads fonts.
  static func makeRenderer(
    cachedMatches: FontMatchCache?, loading fonts: [TextStyle]
  ) -> Result<Renderer, RenderingError> {
    do throws(RenderingError) {
      let renderer = try Renderer(cachedMatches: cachedMatches)
      // The preferred font of the desktop is known only after the server has replied. It is usually
      // the same as in the last run. If not, the first frame loads its fonts.
      renderer.preferredFamily = cachedMatches?.preferredFamily
      for font in fonts { _ = renderer.metrics(of: "x", style: font) }
      return .success(renderer)
    } catch {
      return .failure(error)
    }
  }

  /// Saves the font matches that the frames so far have needed.
  func saveFontMatches() {
    if let renderer = try? application.renderer() { fontCache?.update(from: renderer) }
  }
}
