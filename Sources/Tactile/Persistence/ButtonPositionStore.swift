import Controls
import System

/// The store of the button's position between two runs of the program.
///
/// An error causes a one-line warning, but never prevents the program from starting or ending. An
/// invalid file stays unchanged until there is a new position to save.
struct ButtonPositionStore {
  /// The rest position of the button when the program ended last. `nil` if it is not known.
  let position: SavedButtonPosition?
  private let files: [FloatingButton.Shape: ButtonPositionFile]
  private let reportWarning: (String) -> Void

  /// Reads the saved position.
  ///
  /// - Parameters:
  ///   - shape: The initial shape of the button.
  ///   - files: The file of each shape. It is empty if the environment names no directory for them.
  ///   - reportWarning: Called with one line if the file is invalid, cannot be written or has no
  ///     directory.
  init(
    of shape: FloatingButton.Shape, in files: [FloatingButton.Shape: ButtonPositionFile],
    reportWarning: @escaping (String) -> Void = StandardError.print
  ) {
    self.files = files
    self.reportWarning = reportWarning
    let file = files[shape]
    switch file?.read() {
    case .position(let position): self.position = position
    case .invalid(let reason):
      position = nil
      reportWarning(
        "cannot read the button position in '\(file?.path ?? "")': \(reason); using the default position")
    case .missing, nil: position = nil
    }
  }

  /// Saves a position for the next launch. Writes nothing if the file already contains it.
  ///
  /// - Parameters:
  ///   - position: The position to which the user has moved the button.
  ///   - shape: The final shape of the button.
  func save(_ position: SavedButtonPosition, of shape: FloatingButton.Shape) {
    guard let file = files[shape] else {
      return reportWarning("cannot save the button position: \(BaseDirectory.noStateDirectoryMessage)")
    }
    guard file.read() != .position(position) else { return }
    do throws(FileError) {
      try file.write(position)
    } catch {
      reportWarning("cannot save the button position to '\(file.path)': \(error.reason)")
    }
  }
}

extension BaseDirectory {
  /// The end of a message that state cannot be saved, because the environment names no directory for it.
  static let noStateDirectoryMessage =
    "XDG_STATE_HOME and HOME are not absolute paths; set one of them"
}
