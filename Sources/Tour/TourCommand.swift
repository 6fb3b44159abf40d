import Glibc
import ScreenDriver

/// The command that operates every control of Tactile on a virtual display, with real pointer and
/// key events, and writes a screenshot of each step.
///
/// `Tour DIRECTORY [PROGRAM]`: the directory for the screenshots and the program to operate. The
/// default program is the `tactile` next to this executable. Exits with status 1 and an error line
/// if a step fails, and with 2 on a usage error.
@main struct TourCommand {
  static func main() {
    let arguments = CommandLine.arguments.dropFirst()
    guard let directory = arguments.first, arguments.count <= 2 else {
      printError("usage: Tour DIRECTORY [PROGRAM]")
      exit(2)
    }
    let album = ScreenshotAlbum(folder: directory)
    do throws(ScreenDriverError) {
      try tour(of: arguments.dropFirst().first ?? siblingProgram(), album: album)
    } catch {
      printError("tour: error after screenshot \(album.count): \(error)")
      exit(1)
    }
    print("\(album.count) screenshots in \(directory)")
  }

  private static func printError(_ line: String) {
    // `stderr` of C is a global mutable variable, which Swift rejects as not concurrency-safe.
    let bytes = Array("\(line)\n".utf8)
    _ = write(STDERR_FILENO, bytes, bytes.count)
  }

  private static func siblingProgram() -> String {
    guard let path = realpath("/proc/self/exe", nil) else { return "tactile" }
    defer { free(path) }
    return String(cString: path).split(separator: "/", omittingEmptySubsequences: false)
      .dropLast().joined(separator: "/") + "/tactile"
  }
}
