import ArgumentParser
import CMalloc
import CairoRendering
import Controls
import Glibc
import Scene
import System
import Windowing

/// The entry point: parses the command line and executes it.
@main
struct Main {
  static func main() {
    ProcessHardening.disableCoreFiles()
    openMissingStandardStreams()
    do {
      // Swift returns no words if it cannot read them, and a prompt must not become the window.
      guard let path = CommandLine.arguments.first else {
        StandardError.print("cannot read the command line; close other programs, and try again")
        exit(ExitStatus.failure)
      }
      let arguments = Array(CommandLine.arguments.dropFirst())
      // A link to the program stands for a command. Other programs start it with arguments of their own.
      let name = path.split(separator: "/").last ?? ""
      if name.hasPrefix("pinentry") { exit(try PinentryCommand.run(arguments)) }
      if name.hasSuffix("askpass") {
        let prompt = arguments.isEmpty ? nil : arguments.joined(separator: " ")
        exit(try AskpassCommand.run(prompt, DialogSettings()))
      }
      // Without arguments the parser is skipped: it takes a fifth of the program's launch time.
      guard !arguments.isEmpty else { exit(try MainWindow.run(WindowOptions())) }
      var command = try TactileCommand.command(arguments)
      try command.run()
      exit(ExitStatus.success)
    } catch let status as ExitCode {
      exit(status.rawValue)
    } catch let error as WindowingError {
      StandardError.print(error.description)
      if case .cannotConnect = error { exit(ExitStatus.noDisplay) }
      exit(ExitStatus.failure)
    } catch  where TactileCommand.exitCode(for: error).isSuccess {
      // The text that `--help` or `--version` requests.
      StandardOutput.print(TactileCommand.message(for: error))
      exit(ExitStatus.success)
    } catch {
      StandardError.print(UsageError.line(for: error))
      exit(ExitStatus.usage)
    }
  }

  /// Opens `/dev/null` on each standard descriptor that is closed.
  ///
  /// Otherwise the X connection could get descriptor 1, and an answer would be written into it. The descriptors are
  /// for reading only, so writing an answer to one fails. Programs that this one starts inherit them.
  private static func openMissingStandardStreams() {
    var descriptor = open("/dev/null", O_RDONLY)
    while (0...STDERR_FILENO).contains(descriptor) { descriptor = open("/dev/null", O_RDONLY) }
    if descriptor >= 0 { close(descriptor) }
  }
}

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
    let timeout = ConnectionTimeout()
    defer { timeout.end() }
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
      // A window without text would be worse than none.
      for font in fonts where renderer.metrics(of: "x", style: font).advance == 0 { throw .outOfMemory }
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

/// The limit of the time in which the X server must accept a connection.
///
/// Xlib waits without a limit for a server that does not answer, and for a reply that it had no memory to read. In that
/// time, signals to end the process wait for the event loop.
struct ConnectionTimeout {
  private static let seconds: UInt32 = 20
  /// Replaces this process by another program if there is one, before the process would end. Called in a signal handler,
  /// so it must not allocate memory.
  nonisolated(unsafe) static var replaceProcess: (() -> Void)?

  // The program that has started this one may have set a limit of its own, and may have blocked the signal.
  private let inherited = alarm(0)
  /// Whether the other limit, if there is one, is longer.
  private let isActive: Bool
  private let handler: sighandler_t?
  private let isBlocked: Bool
  private static let alarms = {
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGALRM)
    return signals
  }()

  init() {
    isActive = inherited == 0 || inherited > Self.seconds
    guard isActive else {
      (handler, isBlocked) = (nil, false)
      alarm(inherited)
      return
    }
    handler = signal(SIGALRM) { _ in ConnectionTimeout.endProcess() }
    var (alarms, blocked) = (Self.alarms, sigset_t())
    pthread_sigmask(SIG_UNBLOCK, &alarms, &blocked)
    isBlocked = sigismember(&blocked, SIGALRM) == 1
    alarm(Self.seconds)
  }

  /// Ends the limit. Until then, the process ends after the time with a message and `ExitStatus.noDisplay`.
  func end() {
    guard isActive else { return }
    let elapsed = Self.seconds - alarm(0)
    var alarms = Self.alarms
    if isBlocked { pthread_sigmask(SIG_BLOCK, &alarms, nil) }
    signal(SIGALRM, handler)
    if inherited > 0 { alarm(inherited - elapsed) }
  }

  /// Ends the process in a signal handler, so it allocates nothing.
  private static func endProcess() -> Never {
    replaceProcess?()
    let message: StaticString = "tactile: the X server does not answer\n"
    write(STDERR_FILENO, message.utf8Start, message.utf8CodeUnitCount)
    _exit(ExitStatus.noDisplay)
  }
}

/// The file that caches font matches between launches: `$XDG_CACHE_HOME/tactile/fonts`.
///
/// If the file is missing or damaged, the program queries fontconfig again and prints no message.
struct FontMatchCacheFile: Sendable {
  private let file: AtomicFile
  /// The maximum file size in bytes: about ten times the usual size.
  private static let maximumFileSize = 1 << 17

  /// Determines the path of the file without accessing it.
  ///
  /// - Parameter directory: The path of the directory for caches.
  /// - Returns: `nil` if that is `nil`.
  init?(in directory: String? = BaseDirectory.cache.path) {
    guard let directory else { return nil }
    file = AtomicFile(directory: "\(directory)/tactile", name: "fonts")
  }

  /// Returns the font matches, or `nil` if the file is missing or damaged.
  func read() -> FontMatchCache? {
    guard let bytes = try? file.read(limit: Self.maximumFileSize),
      let text = String(validating: bytes, as: UTF8.self)
    else { return nil }
    return FontMatchCache(text: text)
  }

  /// Writes the matches that a renderer has found since the last call, if any.
  func update(from renderer: Renderer) {
    if let matches = renderer.takeNewFontMatches() { write(matches) }
  }

  /// Writes the file without syncing it to the disk, because a lost file can be created again.
  func write(_ matches: FontMatchCache) {
    guard let text = matches.text else { return }
    try? file.replace(with: text.utf8Span.span, isDurable: false)
  }
}

extension ScaleOption {
  /// The scale in the environment. Ignores an invalid value, with a message.
  fileprivate static var inEnvironment: Double? {
    guard let text = environmentVariable(variable) else { return nil }
    if let scale = try? parse(text) { return scale }
    StandardError.print("ignoring \(variable)='\(text)'; use a decimal number from 0.5 to 8")
    return nil
  }
}
