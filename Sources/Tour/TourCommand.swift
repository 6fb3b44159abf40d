import Glibc
import ScreenDriver

/// The command that operates every control of Tactile on a virtual display, with real pointer and
/// key events, and writes a screenshot of each step.
///
/// `Tour [--film] DIRECTORY [PROGRAM]`: the directory for the screenshots and the program to operate. The
/// default program is the `tactile` next to this executable. With `--film`, writes the frames of a short
/// film instead. Exits with status 1 and an error line if a step fails, and with 2 on a usage error.
@main struct TourCommand {
  static func main() {
    var arguments = CommandLine.arguments.dropFirst()
    let isFilm = arguments.first == "--film"
    if isFilm { arguments = arguments.dropFirst() }
    guard let directory = arguments.first, arguments.count <= 2 else {
      printError("usage: Tour [--film] DIRECTORY [PROGRAM]")
      exit(2)
    }
    let program = arguments.dropFirst().first ?? siblingProgram()
    if isFilm { film(program, directory: directory) } else { takeScreenshots(program, directory: directory) }
  }

  private static func takeScreenshots(_ program: String, directory: String) {
    let album = ScreenshotAlbum(directory: directory)
    do throws(ScreenDriverError) { try tour(of: program, album: album) } catch {
      printError("tour: error after screenshot \(album.count): \(error)")
      exit(1)
    }
    print("\(album.count) screenshots in \(directory)")
  }

  private static func film(_ program: String, directory: String) {
    do throws(ScreenDriverError) {
      let film = try Film(AppSession.Configuration(program: program), directory: directory)
      print("\(try film.record()) frames in \(directory)")
    } catch {
      printError("tour: cannot record the film: \(error)")
      exit(1)
    }
  }

  private static func printError(_ line: String) {
    // `stderr` of C is a global mutable variable, which Swift rejects as not concurrency-safe.
    let bytes = Array("\(line)\n".utf8)
    _ = write(STDERR_FILENO, bytes, bytes.count)
  }

  private static func siblingProgram() -> String {
    guard let path = realpath("/proc/self/exe", nil) else { return "tactile" }
    defer { free(path) }
    return String(cString: path).split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(
      separator: "/") + "/tactile"
  }
}
