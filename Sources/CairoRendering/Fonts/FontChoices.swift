/// Which fonts fontconfig chose for the styles of a window, and what it chose them by.
///
/// To read the system's configuration and list of fonts takes longer than all else before the first
/// frame. A program that keeps the choices asks fontconfig again only when something has changed
/// that they depend on.
public struct FontChoices: Hashable, Sendable {
  /// One for each style that was asked for, the latest at the end. A window has a handful of them,
  /// which are sooner looked through than a dictionary's type is made.
  private(set) var choices: [FontChoice] = []
  let circumstances: FontCircumstances
  /// The families that went before the styles' own; `nil` for none.
  public internal(set) var preferredFamily: String?

  /// How many are kept: a window asks for four weights, and anew where the desktop's font changes.
  static let limit = 16

  init(under circumstances: FontCircumstances) { self.circumstances = circumstances }

  /// Whether fontconfig would choose the same again, as far as files and environment tell.
  ///
  /// - Complexity: One look at each of some 80 files' and folders' status.
  var stillHold: Bool {
    circumstances.stillHold && choices.allSatisfy { $0.file?.stillHolds ?? true }
  }

  subscript(request: FontRequest) -> FontChoice? { choices.first { $0.request == request } }

  /// Adds one, and forgets the oldest where there would be more than the limit.
  ///
  /// - Precondition: There is none for that request.
  mutating func add(_ choice: FontChoice) {
    if choices.count == Self.limit { choices.removeFirst() }
    choices.append(choice)
  }
}
