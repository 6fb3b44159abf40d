import ScreenDriver

/// A program of another toolkit that does comparable work. The programs are in `Benchmarks/Peers`.
enum PeerProgram: String, CaseIterable {
  /// Only Xlib and Cairo, as simple as possible: the practical limit.
  case baseline
  case fltk
  case tk
  case gtk3
  case gtk4
  /// The same program as `gtk4`, without OpenGL.
  case gtk4WithoutGL = "gtk4-nogl"
  case qml
  /// A reference for keys and the launch; it has no button.
  case xterm

  /// The Debian packages that are required to build or run the program.
  var packages: String {
    switch self {
    case .baseline: "libx11-dev libcairo2-dev"
    case .fltk: "libfltk1.3-dev"
    case .tk: "tk"
    case .gtk3: "libgtk-3-dev"
    case .gtk4, .gtk4WithoutGL: "libadwaita-1-dev"
    case .qml: "qt6-declarative-dev qml6-module-qtquick-controls"
    case .xterm: "xterm"
    }
  }

  /// Returns the benchmark target of this program. `nil` if it is not installed.
  ///
  /// - Parameters:
  ///   - buildDir: The directory with the built programs.
  ///   - sourceDir: The directory with the scripts that are not built.
  func target(buildDir: String, sourceDir: String) -> BenchmarkTarget? {
    var target = BenchmarkTarget(name: rawValue, program: "\(buildDir)/\(rawValue)")
    switch self {
    case .tk:
      target.program = programInPath("wish") ?? ""
      target.arguments = ["\(sourceDir)/tk.tcl"]
    case .gtk3: target.stopsBlinking = true
    case .gtk4: target.stopsBlinking = true
    case .gtk4WithoutGL:
      target.program = "\(buildDir)/gtk4"
      target.environment = ["GDK_DEBUG": "gl-disable"]
      target.stopsBlinking = true
    case .qml:
      target.arguments = ["\(sourceDir)/qml.qml"]
      target.hiddenExtensions = ["MIT-SHM"]
    case .xterm:
      target.program = programInPath("xterm") ?? ""
      // Without some text, there would be no content to wait for.
      target.arguments = ["-e", "sh", "-c", "echo reference; exec cat"]
      target.hasButton = false
    default: break
    }
    return isExecutable(target.program) ? target : nil
  }
}
