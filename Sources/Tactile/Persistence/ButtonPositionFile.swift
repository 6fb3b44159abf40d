import Controls
import System

/// The file that saves the button's position: `$XDG_STATE_HOME/tactile/button-place`.
///
/// The ball has its own position in the file `ball-place`.
struct ButtonPositionFile: Hashable, Sendable {
  /// The content of the file.
  enum Content: Hashable, Sendable {
    /// The file does not exist.
    case missing
    /// The file cannot be read or parsed, for this reason.
    case invalid(reason: String)
    case position(SavedButtonPosition)
  }

  private let file: AtomicFile

  /// Determines the path of the file without accessing it.
  ///
  /// - Parameters:
  ///   - shape: The shape whose position the file saves.
  ///   - xdgStateHome: The environment variable `XDG_STATE_HOME`. If it is not an absolute path,
  ///     `$HOME/.local/state` is used.
  ///   - home: The environment variable `HOME`.
  /// - Returns: `nil` if neither is an absolute path.
  init?(of shape: FloatingButton.Shape, xdgStateHome: String?, home: String?) {
    guard let directory = BaseDirectory.state.path(variable: xdgStateHome, home: home) else {
      return nil
    }
    file = AtomicFile(directory: "\(directory)/tactile", name: "\(shape.rawValue)-place")
  }

  var path: String { file.path }

  /// Reads the file. Never blocks, even if the path names a pipe, and reads at most one byte more
  /// than the maximum size.
  func read() -> Content {
    do throws(FileError) {
      return Self.content(of: try file.read(limit: SavedButtonPosition.maximumFileSize + 1))
    } catch {
      return error.isNotFound ? .missing : .invalid(reason: error.reason)
    }
  }

  /// Replaces the content of the file with a position. Creates missing directories.
  ///
  /// - Throws: `FileError` if the file cannot be written. The file is then unchanged.
  func write(_ position: SavedButtonPosition) throws(FileError) {
    try file.replace(with: Array(position.text.utf8).span)
  }

  private static func content(of bytes: [UInt8]) -> Content {
    do throws(SavedButtonPosition.ParseError) {
      return .position(try SavedButtonPosition(parsing: bytes))
    } catch {
      return .invalid(reason: error.reason)
    }
  }
}
