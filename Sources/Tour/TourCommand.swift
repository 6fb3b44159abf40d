import Glibc
import ScreenDriver

/// Visits every control of Tactile on a display of its own, with real pointer and keys, and keeps a
/// picture of each step.
///
/// `Tour FOLDER [PROGRAM]`: where the pictures go, and what to visit; without the latter the
/// `tactile` beside this program. Exits with 1 and one line where a step does not work, with 2 when
/// called wrongly.
@main struct TourCommand {
  static func main() {
    let arguments = CommandLine.arguments.dropFirst()
    guard let folder = arguments.first, arguments.count <= 2 else {
      complain("usage: Tour FOLDER [PROGRAM]")
      exit(2)
    }
    let album = Album(folder: folder)
    do throws(ScreenDriverError) {
      try tour(of: arguments.dropFirst().first ?? programBesideThis(), keeping: album)
    } catch {
      complain("tour: after picture \(album.count): \(error)")
      exit(1)
    }
    print("\(album.count) pictures in \(folder)")
  }

  private static func complain(_ line: String) {
    // Swift takes C's `stderr` for a variable that anybody may change.
    let bytes = Array("\(line)\n".utf8)
    _ = write(STDERR_FILENO, bytes, bytes.count)
  }

  private static func programBesideThis() -> String {
    guard let path = realpath("/proc/self/exe", nil) else { return "tactile" }
    defer { free(path) }
    return String(cString: path).split(separator: "/", omittingEmptySubsequences: false)
      .dropLast().joined(separator: "/") + "/tactile"
  }
}
