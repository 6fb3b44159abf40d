import Controls
public import Scene
import Secrets

/// Where the parts of the form stand, from top to bottom, in the window.
struct PasswordFormLayout {
  var title = Rect.zero
  /// Kept, as those of the demands are, since each frame needs them.
  var titleMetrics = TextMetrics(advance: 0, ascent: 0, descent: 0, ink: .zero)
  var caption = Rect.zero
  /// The words of the caption and of the message, broken into lines; `nil` where there are none.
  var captionBlock: TextBlock?
  var messageBlock: TextBlock?
  var password = Rect.zero
  /// One for each demand of the policy.
  var demands: [Demand] = []
  /// From a demand's leading side to the word that says whether it is met.
  var wordInset = 0.0
  /// Beside them, or under them.
  var strength = Rect.zero
  var confirmation = Rect.zero
  var match = Rect.zero
  var submit = Rect.zero
  var message = Rect.zero
  var generator = Rect.zero

  /// A line that says what a password must be.
  struct Demand {
    var frame = Rect.zero
    /// Its words, broken to the room that there is.
    var block: TextBlock
  }

  /// A field with what is said about it.
  var passwordArea: Rect { demands.reduce(password.union(strength)) { $0.union($1.frame) } }
  var confirmationArea: Rect { confirmation.union(match) }
  var submitArea: Rect { submit.union(message) }
}

extension PasswordForm {
  /// How high the form is, in logical pixels, at the width that it was last given.
  public var height: Double { layout.generator.maxY - origin.y }

  /// Where the line beside Submit stands; `nil` while it is empty.
  public var messageFrame: Rect? { message.map { _ in layout.submitArea } }

  /// Puts the form somewhere.
  ///
  /// - Parameters:
  ///   - origin: The top leading corner.
  ///   - width: In logical pixels; the height follows from it.
  public mutating func place(at origin: Point, width: Double) {
    self.origin = origin
    self.width = width
    layOut()
  }

  mutating func layOut() {
    typealias Look = Theme.PasswordForm
    let place = environment.snapped(Rect(origin: origin, size: Size(width: width, height: 0)))
    var stack = Stack(origin: place.origin, width: place.width, environment: environment)
    let caption = captionBlock
    let message = messageBlock
    layout.captionBlock = caption
    layout.messageBlock = message
    layout.titleMetrics = environment.text.metrics(of: Self.title, style: Theme.Fonts.title)
    layout.title = stack.next(height: layout.titleMetrics.height)
    layout.caption = stack.next(height: caption.height, gap: Look.titleGap)
    layout.password = stack.next(height: Theme.PasswordField.height, gap: Look.captionGap)
    layOutRules(in: &stack)
    layout.confirmation = stack.next(height: Theme.PasswordField.height, gap: Look.lineGap)
    layout.match = stack.next(height: Look.lineHeight, gap: Look.fieldGap)
    let last = stack.next(
      height: max(submit.size.height, message?.height ?? 0), gap: Look.lineGap)
    layout.submit = Rect(origin: last.origin, size: submit.size)
    layout.message = last.inset(by: Insets(leading: submit.size.width + Look.messageGap))
    layout.generator = stack.next(height: generator.height, gap: Look.generatorGap)
    passwordField.control.place(in: layout.password)
    confirmationField.control.place(in: layout.confirmation)
    submit.place(at: layout.submit.origin)
    generator.place(in: layout.generator)
  }

  /// Puts the lines of the rules one under the other, and how strong the password is beside them.
  private mutating func layOutRules(in stack: inout Stack) {
    typealias Look = Theme.PasswordForm
    let room = layOutWords(in: width)
    for index in layout.demands.indices {
      let block = layout.demands[index].block
      // What the first line alone is as high as every line is.
      let height = Look.lineHeight + block.height - block.lines[0].metrics.height
      layout.demands[index].frame = stack.next(
        height: height, gap: index == 0 ? Look.fieldGap : 0)
    }
    let left = max(width / 2, room + Look.strength.gap)
    let first = layout.demands.first?.frame ?? .zero
    if width - left >= Look.strength.leastWidth {
      layout.strength = Rect(
        x: first.minX + left, y: first.minY, width: width - left, height: Look.strength.height)
      _ = stack.next(height: max(0, layout.strength.maxY - origin.y - stack.bottom))
    } else {
      layout.strength = stack.next(height: Look.strength.height)
    }
    strength.place(in: layout.strength, environment)
  }

  /// Breaks the lines of the rules to the room beside the words that say whether they are met, which
  /// stand one under the other.
  ///
  /// - Returns: How wide all of it is.
  private mutating func layOutWords(in width: Double) -> Double {
    typealias Look = Theme.PasswordForm
    let words = [Mark.met, .unmet].compactMap(\.word)
    let wordWidth = words.map { wordMetrics(of: $0).advance }.max() ?? 0
    let room = width - Self.wordsInset - Look.wordGap - wordWidth
    layout.demands = verdict.entries.map {
      PasswordFormLayout.Demand(block: block($0.line, width: room, lines: Look.mostLines.ofDemand))
    }
    let widest = layout.demands.map(\.block.width).max() ?? 0
    layout.wordInset = Self.wordsInset + widest + Look.wordGap
    return layout.wordInset + wordWidth
  }

  private func block(_ words: String, width: Double, lines: Int) -> TextBlock {
    TextBlock(
      words, style: Theme.Fonts.caption, width: width, lines: lines, measuring: environment.text)
  }

  func wordMetrics(of word: String) -> TextMetrics {
    environment.text.metrics(of: word, style: Theme.PasswordForm.word)
  }

  func captionMetrics(of words: String) -> TextMetrics {
    environment.text.metrics(of: words, style: Theme.Fonts.caption)
  }

  private var captionBlock: TextBlock {
    block(captionText, width: width, lines: Theme.PasswordForm.mostLines.ofCaption)
  }

  /// What the policy demands, and what else there is to know.
  var captionText: String { [policy.caption, remark].compactMap(\.self).joined(separator: " ") }

  /// What stands beside Submit, broken to the room that there is.
  private var messageBlock: TextBlock? {
    let room = width - submit.size.width - Theme.PasswordForm.messageGap - Self.wordsInset
    return messageText.map {
      block($0, width: room, lines: Theme.PasswordForm.mostLines.ofMessage)
    }
  }

  static let title = "Password"

  /// From a line's mark's leading side to its words.
  static var wordsInset: Double {
    Theme.PasswordForm.mark.size + Theme.PasswordForm.mark.gap
  }

  /// Gives out rectangles one under the other.
  private struct Stack {
    let origin: Point
    let width: Double
    let environment: Environment
    var bottom = 0.0

    init(origin: Point, width: Double, environment: Environment) {
      self.origin = origin
      self.width = width
      self.environment = environment
    }

    mutating func next(height: Double, gap: Double = 0) -> Rect {
      // On whole device pixels, so that outlines are sharp.
      let top = environment.snapped(bottom + gap)
      bottom = environment.snapped(top + height)
      return Rect(x: origin.x, y: origin.y + top, width: width, height: bottom - top)
    }
  }
}
