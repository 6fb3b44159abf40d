import Files

/// Remembers where the button rested, from the program's end to its next start.
///
/// It never keeps the program from starting or ending: what goes wrong is told in one line.
struct PlaceMemory {
  /// Where the button rested when the program ended last; `nil` where nobody knows.
  let place: KeptPlace?
  private let file: PlaceFile?
  private let complain: (String) -> Void

  /// Reads what was kept.
  ///
  /// - Parameters:
  ///   - file: `nil` keeps nothing, without a word.
  ///   - complain: Is told one line where the file is damaged, and one where it cannot be written.
  init(in file: PlaceFile?, complain: @escaping (String) -> Void = StandardError.print) {
    self.file = file
    self.complain = complain
    switch file?.read() {
    case .place(let place): self.place = place
    case .damaged(let reason):
      place = nil
      complain("The button's kept place in \(file?.path ?? "") is ignored: \(reason).")
    case .missing, nil: place = nil
    }
  }

  /// Keeps a place for the next start; writes nothing where it is the one that was read.
  func keep(_ place: KeptPlace) {
    guard place != self.place, let file else { return }
    do throws(FileError) {
      try file.write(place)
    } catch {
      complain("Cannot keep the button's place in \(file.path): \(error.reason).")
    }
  }
}
