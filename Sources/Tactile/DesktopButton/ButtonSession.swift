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
  /// The error in the configuration that was printed last, and the status of the file.
  private var reported: (error: ConfigurationFileError, status: FileStatus?)?
  private var timers: [Timer: EventRegistration] = [:]
  /// The programs that were started, by the descriptor that reports their end.
  private var running: [Int32: Launch] = [:]

  /// The name by which further starts find this process.
  static let instanceName = "_TACTILE_BUTTON"

  /// A call that is scheduled at most once at a time.
  private enum Timer {
    case choice, hiddenTime, icons, memory, reload, screenshot, screenshotEnd
  }

  /// A running program.
  private struct Launch {
    let operation: ButtonAction.Operation
    /// The program and, after it, those that are started if it does not exist.
    let programs: ArraySlice<[String]>
    let process: ChildProcess
    let startupID: String?
    let start: Instant
    let registration: EventRegistration
  }

  init(_ program: ProgramStart, _ preferences: AppearancePreferences) throws(WindowingError) {
    let application = program.application
    self.application = application
    file = ButtonConfigurationFile()
    content = DesktopButton(
      ButtonConfiguration(), positions: ButtonPositions(named: "desktop-button"),
      preferences: preferences.following(application.settings),
      in: try application.environment(for: preferences))
    var window = WindowConfiguration(
      title: "Tactile", role: "button", size: Size(width: 1, height: 1),
      minimumSize: Size(width: 1, height: 1))
    window.kind = .overlay
    window.isTransparent = true
    window.acceptsFocus = false
    self.window = try application.open(window, showing: content)
    self.window.onClose = { application.quit() }
    // The panel loads its fonts when it opens, so that the button at rest needs none.
    self.window.onFrame = { _ in program.saveFontMatches() }
    // After the content has handled its event, and the window has released its grabs.
    content.perform = { [unowned self] operation in
      schedule(.choice, after: .zero) { [unowned self] in perform(operation) }
    }
    content.onIconSearch = { [unowned self] search in
      schedule(.icons, after: .zero) { [unowned self] in
        application.perform(search.run) { [self] icons in
          self.window.change { content.show(icons, of: search, at: $0) }
        }
      }
    }
    watchFile()
    reload()
    content.onPanelClose = { [unowned self] in releaseMemoryAtRest() }
    releaseMemoryAtRest()
  }

  /// The time after the start, or after the panel was closed, until the button is at rest.
  private static let restTime = Duration.seconds(2)

  private func releaseMemoryAtRest() {
    schedule(.memory, after: Self.restTime) { ProcessMemory.unmapCode() }
  }

  private func schedule(_ timer: Timer, after delay: Duration, _ body: @escaping () -> Void) {
    timers[timer] = application.schedule(at: application.now + delay) { [unowned self] _ in
      timers[timer] = nil
      body()
    }
  }

  /// Reads the configuration. After an error, the current one stays.
  private func reload() {
    for directory in file?.directories ?? [] { try? watch?.add(directory) }
    do throws(ConfigurationFileError) {
      guard let configuration = try file?.read() else { return }
      reported = nil
      guard configuration != content.configuration else {
        // The program that had the hot key may have ended.
        return application.retryHotKey()
      }
      window.change { content.configure(configuration, at: $0) }
      setHotKey()
    } catch {
      // Other files in the directory may have changed.
      let status = try? file.flatMap { file in try FileStatus.of(file.file.path, followsLinks: true) }
      if let reported, reported == (error, status) { return }
      StandardError.print(error.description)
      reported = (error, status)
    }
  }

  /// The time between a change of a file and the read. Some editors remove the file before they write it again.
  private static let reloadDelay = Duration.milliseconds(100)

  private func watchFile() {
    do throws(FileError) {
      let watch = try DirectoryWatch()
      watchRegistration = application.watch(watch.descriptor) { [unowned self] in
        self.watch?.clear()
        schedule(.reload, after: Self.reloadDelay) { [unowned self] in reload() }
      }
      self.watch = consume watch
    } catch {
      StandardError.print(
        "cannot watch the configuration: \(error.reason); run 'tactile button' after each change, or raise "
          + "fs.inotify.max_user_instances by sysctl and restart the button")
    }
  }

  private func setHotKey() {
    application.setHotKey(content.configuration.hotKey) { [unowned self] key in
      StandardError.print(
        "cannot use the hot key '\(key.text)': another program has it, or no key has this symbol; set another "
          + "'hot_key' in '\(file?.file.path ?? "")', or end that program and run 'tactile button'")
    } onPress: { [unowned self] in
      window.update { content.togglePanel(at: $0) }
    }
  }

  /// Handles a message of another start.
  func handle(_ message: String) {
    let words = message.split(separator: " ")
    switch words.first {
    case "show":
      reload()
      show()
    case "hide": setHidden(true)
    case "toggle": content.placement(at: application.now) == nil ? show() : setHidden(true)
    case "panel": window.update { content.togglePanel(at: $0) }
    case "reload": reload()
    case "quit": application.quit()
    case "move":
      guard words.count > 1, let edge = ButtonEdge(rawValue: String(words[1])) else { return }
      window.change { content.move(to: edge.position, at: $0) }
    default: break
    }
  }

  /// Shows the button although the user, a full-screen window or a screenshot tool hides it. Some tools run until the
  /// user closes their window.
  private func show() {
    timers[.hiddenTime] = nil
    window.change { _ in content.show() }
  }

  private func setHidden(_ isHidden: Bool) {
    timers[.hiddenTime] = nil
    window.change { _ in isHidden ? content.hide(for: .user) : content.endHiding(for: .user) }
  }
}

// Actions.
extension ButtonSession {
  /// The time between the request to hide the button and the frame of a compositor without it.
  private static let hidingTime = Duration.milliseconds(100)
  /// The time after its start in which a program that fails opens the panel.
  private static let openingTime = Duration.seconds(1)
  /// The time after its start in which the failure of a program is reported.
  private static let reportTime = Duration.seconds(10)
  /// The time after its start in which the failure of a screen lock means that the screen is not locked. Calls over D-Bus
  /// time out after 25 seconds.
  private static let lockTime = Duration.seconds(30)

  private func perform(_ operation: ButtonAction.Operation) {
    switch operation {
    case .builtIn(.window(let action)):
      do throws(WindowActionError) { try application.perform(action) } catch {
        report(error == .noWindow ? .noWindow : .notSupported, of: operation)
      }
    case .builtIn(.hide):
      setHidden(true)
      let duration = content.configuration.hiddenDuration
      schedule(.hiddenTime, after: duration) { [unowned self] in setHidden(false) }
    case .builtIn(.screenshot):
      window.change { _ in content.hide(for: .screenshot) }
      schedule(.screenshot, after: Self.hidingTime) { [unowned self] in
        launch(operation, by: operation.programs[...])
      }
    case .builtIn(.settings): openSettings()
    case .builtIn(.quit): application.quit()
    case .builtIn(.move): window.update { content.beginMove(at: $0) }
    case .builtIn(.lock), .builtIn(.keyboard), .command: launch(operation, by: operation.programs[...])
    }
  }

  /// Opens the configuration in the user's editor. Without a file, writes one first.
  private func openSettings() {
    let operation = ButtonAction.Operation.builtIn(.settings)
    guard let path = file?.file.path else { return report(.noConfiguration, of: operation) }
    do throws(FileError) { try file?.writeDefault() } catch {
      return report(ProgramText(error), of: operation, "cannot write '\(path)': \(error.reason)")
    }
    // The directory may be new.
    reload()
    launch(operation, by: [["xdg-open", path]])
  }

  private func launch(_ operation: ButtonAction.Operation, by programs: ArraySlice<[String]>) {
    guard let words = programs.first else { return }
    let startupID = application.announceLaunch(of: words[0])
    do throws(FileError) {
      let process = try ChildProcess(words, environment: startupID.map { ["DESKTOP_STARTUP_ID": $0] } ?? [:])
      let descriptor = process.end.descriptor
      running[descriptor] = Launch(
        operation: operation, programs: programs, process: process, startupID: startupID,
        start: application.now,
        registration: application.watch(descriptor) { [unowned self] in finish(descriptor) })
    } catch {
      startupID.map(application.announceEnd)
      if programs.count > 1 { return launch(operation, by: programs.dropFirst()) }
      let names = operation.programs.map { $0[0] }
      let hint = names.count > 1 ? "; install one of \(names.joined(separator: ", "))" : ""
      let failure = names.count > 1 && error.isNotFound ? .notInstalled : ProgramText(error)
      report(failure, of: operation, "cannot start '\(words[0])': \(error.reason)\(hint)")
    }
  }

  /// Handles the end of a program.
  private func finish(_ descriptor: Int32) {
    guard let launch = running[descriptor], let status = launch.process.exitStatus() else { return }
    launch.startupID.map(application.announceEnd)
    running[descriptor] = nil
    let (operation, age) = (launch.operation, launch.start.duration(to: application.now))
    guard status != 0, age < (operation == .builtIn(.lock) ? Self.lockTime : Self.reportTime) else {
      if operation == .builtIn(.screenshot) { endScreenshot() }
      return
    }
    // Not for a screenshot, which the user may have canceled.
    if operation == .builtIn(.lock), launch.programs.count > 1 {
      return self.launch(operation, by: launch.programs.dropFirst())
    }
    report(
      .exitStatus(status), of: operation,
      "'\(launch.programs.first?[0] ?? "")' failed with status \(status); run it in a terminal to see why",
      opensPanel: age < Self.openingTime)
  }

  /// Whether a screenshot tool is running or about to be started.
  private var hasScreenshotTool: Bool {
    timers[.screenshot] != nil || running.values.contains { $0.operation == .builtIn(.screenshot) }
  }

  /// Shows the button, unless another screenshot tool takes over.
  private func endScreenshot() {
    schedule(.screenshotEnd, after: Self.hidingTime) { [unowned self] in
      if !hasScreenshotTool { window.change { _ in content.endHiding(for: .screenshot) } }
    }
  }

  /// Shows in the panel that an operation has failed, and prints a message.
  private func report(
    _ failure: ProgramText, of operation: ButtonAction.Operation, _ message: String? = nil,
    opensPanel: Bool = true
  ) {
    message.map(StandardError.print)
    window.change { now in
      if !hasScreenshotTool { content.endHiding(for: .screenshot) }
      content.show(failure, of: operation, opensPanel: opensPanel, at: now)
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
    UnitPoint(
      x: rawValue.hasSuffix("left") ? 0 : rawValue.hasSuffix("right") ? 1 : 0.5,
      y: rawValue.hasPrefix("top") ? 0 : rawValue.hasPrefix("bottom") ? 1 : 0.5)
  }
}
