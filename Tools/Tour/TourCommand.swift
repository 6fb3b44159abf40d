import Glibc
import ScreenDriver

/// The command that operates every control of Tactile on a virtual display, with real pointer and
/// key events, and writes a screenshot of each step.
///
/// `Tour [--film] DIRECTORY [PROGRAM]`: the directory for the screenshots and the program to operate. The
/// default program is the `tactile` next to this executable. With `--film`, writes the frames of a short
/// film instead. `--help` prints the usage. Exits with status 1 and an error line if a step fails, and with
/// 2 on a usage error.
@main struct TourCommand {
  static func main() {
    var arguments = CommandLine.arguments.dropFirst()
    let isFilm = arguments.first == "--film"
    if isFilm { arguments = arguments.dropFirst() }
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
    let program = arguments.dropFirst().first ?? siblingProgram("tactile")
    if isFilm { film(program, directory: directory) } else { takeScreenshots(program, directory: directory) }
  }

  private static func takeScreenshots(_ program: String, directory: String) {
    let album = ScreenshotAlbum(directory: directory)
    do throws(ScreenDriverError) { try tour(of: program, album: album) } catch {
      printToStandardError("tour: error after screenshot \(album.count): \(error)")
      exit(1)
    }
    print("\(album.count) screenshots in \(directory)")
  }

  private static func film(_ program: String, directory: String) {
    do throws(ScreenDriverError) {
      let film = try Film(AppSession.Configuration(program: program), directory: directory)
      print("\(try film.record()) frames in \(directory)")
    } catch {
      printToStandardError("tour: cannot record the film: \(error)")
      exit(1)
    }
  }

  private static let usage = "usage: Tour [--film] DIRECTORY [PROGRAM]"

  private static func exitWithUsage(_ problem: String) -> Never {
    printToStandardError("tour: \(problem)")
    printToStandardError(usage)
    exit(2)
  }
}
