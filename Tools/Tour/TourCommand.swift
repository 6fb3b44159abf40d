import Glibc
import ScreenDriver

/// The command that operates every control of Tactile on a virtual display, with real pointer and
/// key events, and writes a screenshot of each step.
///
/// `Tour [--film | --button-film | --gallery-film] DIRECTORY [PROGRAM]`: the directory for the screenshots and the
/// program to operate. The default program is the `tactile` or the `Gallery` next to this executable. With an option,
/// writes the frames of a short film of the window, of the desktop button or of the gallery instead. `--help` prints
/// the usage. Exits with status 1 and an error line if a step fails, and with 2 on a usage error.
@main struct TourCommand {
  static func main() {
    var arguments = CommandLine.arguments.dropFirst()
    let option = arguments.first
    if ["--film", "--button-film", "--gallery-film"].contains(option) { arguments = arguments.dropFirst() }
    if ["-h", "--help"].contains(arguments.first) {
      print(usage)
      exit(0)
    }
    guard let directory = arguments.first else { exitWithUsage("missing DIRECTORY") }
    guard !directory.hasPrefix("-") else { exitWithUsage("unknown option '\(directory)'") }
    guard arguments.count <= 2 else { exitWithUsage("too many arguments") }
    guard access("\(directory)/.", W_OK) == 0 else {
      let reason = String(cString: strerror(errno))
      printToStandardError(
        "tour: cannot write to the directory '\(directory)': \(reason); create it or choose another one")
      exit(1)
    }
    let sibling = option == "--gallery-film" ? "Gallery" : "tactile"
    let program = arguments.dropFirst().first ?? siblingProgram(sibling)
    switch option {
    case "--film":
      film { () throws(ScreenDriverError) in
        try MainWindowFilm(AppSession.Configuration(program: program), directory: directory).record()
      }
    case "--button-film":
      film { () throws(ScreenDriverError) in
        try DesktopButtonScenario(program).record(in: directory)
      }
    case "--gallery-film":
      film { () throws(ScreenDriverError) in
        try GalleryFilm(program, directory: directory).record()
      }
    default: takeScreenshots(program, directory: directory)
    }
  }

  private static func takeScreenshots(_ program: String, directory: String) {
    let album = ScreenshotAlbum(directory: directory)
    do throws(ScreenDriverError) { try tour(of: program, album: album) } catch {
      printToStandardError("tour: error after screenshot \(album.count): \(error)")
      exit(1)
    }
    print("\(album.count) screenshots in \(directory)")
  }

  private static func film(_ record: () throws(ScreenDriverError) -> Int) {
    do throws(ScreenDriverError) { print("\(try record()) frames") } catch {
      printToStandardError("tour: cannot record the film: \(error)")
      exit(1)
    }
  }

  private static let usage = "usage: Tour [--film | --button-film | --gallery-film] DIRECTORY [PROGRAM]"

  private static func exitWithUsage(_ problem: String) -> Never {
    printToStandardError("tour: \(problem)")
    printToStandardError(usage)
    exit(2)
  }
}
