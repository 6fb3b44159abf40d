import Controls
import Files

/// The file in which the button's place survives a restart: `$XDG_STATE_HOME/tactile/button-place`,
/// and for the ball, which has places of its own, `ball-place`.
struct PlaceFile: Hashable, Sendable {
  /// What is in the file.
  enum Content: Hashable, Sendable {
    /// There is no such file.
    case missing
    /// It cannot be read or understood, for this reason.
    case damaged(reason: String)
    case place(KeptPlace)
  }

  private let file: AtomicFile

  /// Finds the file's place, without touching it.
  ///
  /// - Parameters:
  ///   - shape: Whose place it is.
  ///   - xdgStateHome: The environment's `XDG_STATE_HOME`; `$HOME/.local/state` where that is no
  ///     absolute path.
  ///   - home: The environment's `HOME`.
  /// - Returns: `nil` where neither is an absolute path.
  init?(of shape: FloatingButton.Shape, xdgStateHome: String?, home: String?) {
    guard let folder = BaseDirectory.state.path(variable: xdgStateHome, home: home) else {
      return nil
    }
    file = AtomicFile(folder: "\(folder)/tactile", name: "\(shape.rawValue)-place")
  }

  var path: String { file.path }

  /// Reads the file. It never waits, whatever lies in the file's place, and reads no more than the
  /// longest text and one byte.
  func read() -> Content {
    do throws(FileError) {
      return Self.content(of: try file.read(limit: KeptPlace.longestText + 1))
    } catch {
      return error.isAboutNothing ? .missing : .damaged(reason: error.reason)
    }
  }

  /// Makes a place the file's whole content, in folders that are made where they are missing.
  ///
  /// - Throws: The file is then what it was.
  func write(_ place: KeptPlace) throws(FileError) {
    try file.replace(with: Array(place.text.utf8).span)
  }

  private static func content(of bytes: [UInt8]) -> Content {
    do throws(KeptPlace.Damage) {
      return .place(try KeptPlace(parsing: bytes))
    } catch {
      return .damaged(reason: error.reason)
    }
  }
}
