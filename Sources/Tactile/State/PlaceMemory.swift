import Controls
import Files

/// Remembers where the button rested, from the program's end to its next start.
///
/// It never keeps the program from starting or ending: what goes wrong is told in one line. What it
/// does not understand it leaves alone until there is a new place to keep.
struct PlaceMemory {
  /// Where the button rested when the program ended last; `nil` where nobody knows.
  let place: KeptPlace?
  private let files: [FloatingButton.Shape: PlaceFile]
  private let complain: (String) -> Void

  /// Reads what was kept.
  ///
  /// - Parameters:
  ///   - shape: What the button is at the start.
  ///   - files: A shape without one is not remembered, without a word.
  ///   - complain: Is told one line where the file is damaged, and one where it cannot be written.
  init(
    of shape: FloatingButton.Shape, in files: [FloatingButton.Shape: PlaceFile],
    complain: @escaping (String) -> Void = StandardError.print
  ) {
    self.files = files
    self.complain = complain
    let file = files[shape]
    switch file?.read() {
    case .place(let place): self.place = place
    case .damaged(let reason):
      place = nil
      complain("the button's kept place in \(file?.path ?? "") is ignored: \(reason)")
    case .missing, nil: place = nil
    }
  }

  /// Keeps a place for the next start; writes nothing where the file already says so.
  ///
  /// - Parameters:
  ///   - place: Where the person has moved the button.
  ///   - shape: What the button is in the end.
  func keep(_ place: KeptPlace, of shape: FloatingButton.Shape) {
    guard let file = files[shape], file.read() != .place(place) else { return }
    do throws(FileError) {
      try file.write(place)
    } catch {
      complain("cannot keep the button's place in \(file.path): \(error.reason)")
    }
  }
}
