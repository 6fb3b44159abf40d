import Controls
import Glibc
import Motion
import Policies
import Scene
import System
import Toolkit
import Windowing

/// The running desktop button: its window, its configuration file, and the programs that it starts.
final class ButtonSession {
  private let application: Application
  private let file: ButtonConfigurationFile?
  private let content: DesktopButton
  private let window: Window
  private var watch: DirectoryWatch?
  private var watchRegistration: EventRegistration?
  private var reportTimer: EventRegistration?
  private var showTimer: EventRegistration?
  /// The programs that were started, by the descriptor that reports their end.
  private var running: [Int32: Launch] = [:]

  /// The name by which further starts find this process.
  static let instanceName = "_TACTILE_BUTTON"

  private final class Launch {
    let process: ChildProcess
    let program: String
    let startupID: String?
    let start: Instant
    let fallbacks: ArraySlice<[String]>
    let item: ActionItem.ID?
    let end: () -> Void
    var registration: EventRegistration?

    init(
      _ process: consuming ChildProcess, of program: String, _ startupID: String?, at start: Instant,
      fallbacks: ArraySlice<[String]>, for item: ActionItem.ID?,
      end: @escaping () -> Void
    ) {
      self.process = process
      (self.program, self.startupID) = (program, startupID)
      (self.start, self.fallbacks, self.item, self.end) = (start, fallbacks, item, end)
    }
  }

  init(_ application: Application, _ preferences: AppearancePreferences) throws(WindowingError) {
    self.application = application
    file = ButtonConfigurationFile(
      xdgConfigHome: environmentVariable("XDG_CONFIG_HOME"), home: environmentVariable("HOME"))
    var preferences = preferences
    let environment = try application.environment(for: preferences)
    preferences.desktop = application.settings
    let places = ButtonPlaces(
      xdgStateHome: environmentVariable("XDG_STATE_HOME"), home: environmentVariable("HOME"))
    content = DesktopButton(
      Self.read(file) ?? ButtonConfiguration(), places: places, preferences: preferences, in: environment)
    var window = WindowConfiguration(
      title: "Tactile", role: "button", size: Size(width: 1, height: 1),
      minimumSize: Size(width: 1, height: 1))
    window.kind = .overlay
    window.isTransparent = true
    window.acceptsFocus = false
    self.window = try application.open(window, showing: content)
    self.window.onClose = { application.quit() }
    content.perform = { [unowned self] in perform($0, forItem: $1) }
    setHotKey()
    watchFile()
  }

  /// Reads the configuration, and prints an error.
  private static func read(_ file: ButtonConfigurationFile?) -> ButtonConfiguration? {
    do throws(ConfigurationFileError) {
      return try file?.read()
    } catch {
      StandardError.print(error.description)
      return nil
    }
  }

  /// Reads the configuration again. After an error, the current one stays.
  private func reload() {
    guard let configuration = Self.read(file), configuration != content.configuration else { return }
    window.update { now in
      content.configure(configuration, at: now)
      return []
    }
    setHotKey()
  }

  private func watchFile() {
    guard let file, let watch = DirectoryWatch(file.file.directoryPath) else { return }
    watchRegistration = application.watch(watch.descriptor) { [unowned self] in
      self.watch?.clear()
      reload()
    }
    self.watch = consume watch
  }

  private func setHotKey() {
    let key = content.configuration.hotKey
    let isGranted = application.setHotKey(key) { [unowned self] in
      window.update { content.togglePanel(at: $0) }
    }
    guard !isGranted, let key else { return }
    StandardError.print(
      "cannot use the hot key '\(key.text)': another program has it, or no key has this symbol; set another "
        + "'hot_key' in '\(file?.file.path ?? "")'")
  }

  /// Handles a message of another start.
  func handle(_ message: String) {
    let words = message.split(separator: " ")
    switch words.first {
    case "show": setHidden(false)
    case "hide": setHidden(true)
    case "toggle": setHidden(!content.isHidden)
    case "panel": window.update { content.togglePanel(at: $0) }
    case "reload":
      if watch == nil { watchFile() }
      reload()
    case "quit": application.quit()
    case "move":
      guard words.count > 1, let edge = ButtonEdge(rawValue: String(words[1])) else { return }
      window.update { now in
        content.move(to: edge.position, at: now)
        return []
      }
    default: break
    }
  }

  private func setHidden(_ isHidden: Bool) {
    showTimer = nil
    window.update { _ in
      content.isHidden = isHidden
      return []
    }
  }
}

// Actions.
extension ButtonSession {
  /// The time between the request to hide the button and the frame of a compositor without it.
  private static let hidingTime = Duration.milliseconds(100)
  /// The time after its start in which the failure of a program is reported.
  private static let reportTime = Duration.seconds(10)

  private func perform(_ operation: ButtonAction.Operation, forItem id: ActionItem.ID?) {
    switch operation {
    case .command(let words): launch([words], for: id)
    case .builtIn(.window(let action)):
      do throws(WindowActionError) { try application.perform(action) } catch {
        report(error == .noWindow ? .noWindow : .notSupported, for: id)
      }
    case .builtIn(.hide): hide(for: content.configuration.hiddenDuration)
    case .builtIn(.screenshot):
      content.isHidden = true
      schedule(after: Self.hidingTime) { [unowned self] in
        launch(BuiltInAction.screenshot.programs[...], for: id) { [unowned self] in setHidden(false) }
      }
    case .builtIn(.settings): openSettings(for: id)
    case .builtIn(.quit): application.quit()
    case .builtIn(.move):
      schedule(after: .zero) { [unowned self] in window.update { content.beginMove(at: $0) } }
    case .builtIn(let action): launch(action.programs[...], for: id)
    }
  }

  private func hide(for duration: Duration) {
    content.isHidden = true
    schedule(after: duration) { [unowned self] in setHidden(false) }
  }

  private func schedule(after delay: Duration, _ body: @escaping () -> Void) {
    showTimer = application.schedule(at: application.now + delay) { _ in body() }
  }

  private func openSettings(for id: ActionItem.ID?) {
    guard let path = file?.file.path else { return report(.noConfiguration, for: id) }
    if (try? FileStatus.of(path, followsLinks: true)) == nil {
      StandardError.print("there is no '\(path)'; write it by 'tactile button --write-config'")
      return report(.noConfiguration, for: id)
    }
    launch([["xdg-open", path]], for: id)
  }

  /// Starts the first program that exists, and the next one if it fails.
  private func launch(
    _ programs: ArraySlice<[String]>, for id: ActionItem.ID?, end: @escaping () -> Void = {}
  ) {
    guard let words = programs.first else {
      end()
      return
    }
    let startupID = application.announceLaunch(of: words[0])
    do throws(FileError) {
      let process = try ChildProcess(words, environment: startupID.map { ["DESKTOP_STARTUP_ID": $0] } ?? [:])
      let descriptor = process.descriptor
      let launch = Launch(
        process, of: words[0], startupID, at: application.now, fallbacks: programs.dropFirst(), for: id,
        end: end)
      launch.registration = application.watch(descriptor) { [unowned self] in finish(descriptor) }
      running[descriptor] = launch
    } catch {
      startupID.map(application.announceEnd)
      if programs.count > 1 { return self.launch(programs.dropFirst(), for: id, end: end) }
      StandardError.print("cannot start '\(words[0])': \(error.reason)")
      end()
      report(error.isNotFound ? .notInstalled : .failed(error.errno), for: id)
    }
  }

  /// Handles the end of a program.
  private func finish(_ descriptor: Int32) {
    guard let launch = running[descriptor], let status = launch.process.exitStatus() else { return }
    launch.registration?.cancel()
    launch.startupID.map(application.announceEnd)
    running[descriptor] = nil
    guard status != 0, launch.start.duration(to: application.now) < Self.reportTime else {
      return launch.end()
    }
    if !launch.fallbacks.isEmpty { return self.launch(launch.fallbacks, for: launch.item, end: launch.end) }
    launch.end()
    StandardError.print("'\(launch.program)' failed with status \(status)")
    report(.failed(status), for: launch.item)
  }

  private func report(_ failure: ProgramText, for id: ActionItem.ID?) {
    // The content may be handling an event.
    reportTimer = application.schedule(at: application.now) { [unowned self] _ in
      window.update { now in
        content.show(failure, forItem: id, at: now)
        return []
      }
    }
  }
}

/// An edge or a corner of the work area to which the button is moved.
enum ButtonEdge: String, CaseIterable {
  case left, right, top, bottom
  case topLeft = "top-left"
  case topRight = "top-right"
  case bottomLeft = "bottom-left"
  case bottomRight = "bottom-right"

  var position: UnitPoint {
    switch self {
    case .left: UnitPoint(x: 0, y: 0.5)
    case .right: UnitPoint(x: 1, y: 0.5)
    case .top: UnitPoint(x: 0.5, y: 0)
    case .bottom: UnitPoint(x: 0.5, y: 1)
    case .topLeft: UnitPoint(x: 0, y: 0)
    case .topRight: UnitPoint(x: 1, y: 0)
    case .bottomLeft: UnitPoint(x: 0, y: 1)
    case .bottomRight: UnitPoint(x: 1, y: 1)
    }
  }
}
