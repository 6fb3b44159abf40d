import Controls
import Files

/// Remembers where the button rested, from the program's end to its next start.
///
/// It never keeps the program from starting or ending: what goes wrong is told in one line.
struct PlaceMemory {
  /// Where the button rested when the program ended last; `nil` where nobody knows.
  let place: KeptPlace?
  private let shape: FloatingButton.Shape
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
    self.shape = shape
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

  /// Keeps a place for the next start; writes nothing where it is the one that was read.
  ///
  /// - Parameter shape: What the button is in the end.
  func keep(_ place: KeptPlace, of shape: FloatingButton.Shape) {
    guard place != self.place || shape != self.shape, let file = files[shape] else { return }
    do throws(FileError) {
      try file.write(place)
    } catch {
      complain("cannot keep the button's place in \(file.path): \(error.reason)")
    }
  }
}
