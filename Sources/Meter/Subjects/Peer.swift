import ScreenDriver

/// Another toolkit's program that does comparable work; all are in `Benchmarks/Peers`.
enum Peer: String, CaseIterable {
  /// Xlib and Cairo and nothing else, as plainly as can be: the practical limit.
  case floor
  case fltk
  case tk
  case gtk3
  case gtk4
  /// The same program as `gtk4`, which does not look for OpenGL.
  case gtk4WithoutGL = "gtk4-nogl"
  case qml
  /// No button; a reference for keys.
  case xterm

  /// The Debian packages that it is built from or started with.
  var packages: String {
    switch self {
    case .floor: "libx11-dev libcairo2-dev"
    case .fltk: "libfltk1.3-dev"
    case .tk: "tk"
    case .gtk3: "libgtk-3-dev"
    case .gtk4, .gtk4WithoutGL: "libadwaita-1-dev"
    case .qml: "qt6-declarative-dev qml6-module-qtquick-controls"
    case .xterm: "xterm"
    }
  }

  /// The program as it is measured; `nil` where it is not installed.
  ///
  /// - Parameters:
  ///   - folder: Where peers were built.
  ///   - sources: Where those are that are not built.
  func subject(builtIn folder: String, sources: String) -> Subject? {
    var subject = Subject(name: rawValue, program: "\(folder)/\(rawValue)")
    switch self {
    case .tk:
      subject.program = programInPath("wish") ?? ""
      subject.arguments = ["\(sources)/tk.tcl"]
    case .gtk3: subject.stopsBlinking = true
    case .gtk4: subject.stopsBlinking = true
    case .gtk4WithoutGL:
      subject.program = "\(folder)/gtk4"
      subject.environment = ["GDK_DEBUG": "gl-disable"]
      subject.stopsBlinking = true
    case .qml:
      subject.arguments = ["\(sources)/qml.qml"]
      subject.hiddenExtensions = ["MIT-SHM"]
    case .xterm:
      subject.program = programInPath("xterm") ?? ""
      // With some text, or there is no content to wait for.
      subject.arguments = ["-e", "sh", "-c", "echo reference; exec cat"]
      subject.hasButton = false
    default: break
    }
    return isExecutable(subject.program) ? subject : nil
  }
}
