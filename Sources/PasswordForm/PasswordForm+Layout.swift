import Controls
public import Motion
public import Scene
import Secrets

/// The frames of the form's elements in the window, from top to bottom.
struct PasswordFormLayout {
  /// The position and the width of the form.
  var origin = Point.zero
  var width = 0.0
  var title = Rect.zero
  /// The metrics of the title. `nil` in a dialog.
  var titleMetrics: TextMetrics?
  var caption = Rect.zero
  /// The requirements of the policy and the memory warning.
  var captionText = ""
  /// The wrapped texts of the caption and the message, or `nil` if there are none.
  var captionBlock: TextBlock?
  var messageBlock: TextBlock?
  /// All wrapped texts. Each key lays the form out again.
  var blocks = TextBlockCache()
  /// The texts of the title, the caption and the requirements. They are drawn by the layout, so that a key does not draw
  /// and compare them again.
  var texts = Recording()
  var password = Rect.zero
  /// One element for each requirement of the policy.
  var requirements: [Requirement] = []
  /// The distance from the leading edge of a requirement to its status label.
  var labelInset = 0.0
  /// The strength meter, next to the requirements or below them.
  var strength = Rect.zero
  var confirmation = Rect.zero
  var match = Rect.zero
  /// The wrapped texts about the match.
  var matchBlocks: [PasswordFormMessage: TextBlock] = [:]
  var submit = Rect.zero
  var message = Rect.zero
  var generator = Rect.zero

  /// A requirement line of the policy.
  struct Requirement {
    var frame = Rect.zero
    let text: String
    /// The text, wrapped to the available width.
    var block: TextBlock
  }

  /// The union of the frames of the requirements.
  var requirementArea: Rect { requirements.reduce(.zero) { $0.union($1.frame) } }
  /// The union of a field's frame and the frames of its requirements and strength meter.
  var passwordArea: Rect { requirements.reduce(password.union(strength)) { $0.union($1.frame) } }
  var confirmationArea: Rect { confirmation.union(match) }
  var submitArea: Rect { submit.union(message) }
}

extension PasswordForm {
  public var frame: Rect {
    Rect(
      origin: layout.origin, size: Size(width: layout.width, height: layout.generator.maxY - layout.origin.y))
  }

  /// The frame of Submit and the message next to it, or `nil` if there is no message.
  public var messageFrame: Rect? { message.map { _ in layout.submitArea } }

  public mutating func layOut(at origin: Point, width: Double, at now: Instant) {
    (layout.origin, layout.width) = (origin, width)
    layOut(at: now)
  }

  mutating func layOut(at now: Instant) {
    let style = theme.passwordForm
    let frame = environment.snapped(Rect(origin: layout.origin, size: Size(width: layout.width, height: 0)))
    var stack = VerticalStack(origin: frame.origin, width: frame.width, environment: environment)
    let message = messageText.map { messageBlock($0) }
    layout.messageBlock = message
    if submit != nil { layOutTitle(in: &stack) }
    layout.password = stack.next(height: password.height, gap: submit == nil ? 0 : style.captionGap)
    fields.password.layOut(at: layout.password.origin, width: frame.width, at: now)
    layOutRequirements(in: &stack)
    layout.confirmation = stack.next(height: confirmation.height, gap: style.lineGap)
    confirmationField.layOut(at: layout.confirmation.origin, width: frame.width, at: now)
    for message in [PasswordFormMessage.isEqual, .isPartial, .isDifferent] {
      layout.matchBlocks[message] = matchBlock(message)
    }
    let matchHeight = layout.matchBlocks.values.reduce(style.lineHeight) { max($0, $1.height) }
    if let submit {
      layout.match = stack.next(height: matchHeight, gap: style.fieldGap)
      layOut(submit, in: &stack, message)
      submit.layOut(at: layout.submit.origin, width: frame.width, at: now)
    } else {
      let height = matchLine == nil ? message.map { max(style.lineHeight, $0.height) } ?? 0 : matchHeight
      layout.match = stack.next(height: height, gap: height > 0 ? style.fieldGap : 0)
      (layout.submit, layout.message) = (layout.match, layout.match)
    }
    layout.generator = stack.next(height: generator.control.height, gap: style.generatorGap)
    generator.layOut(at: layout.generator.origin, width: frame.width, at: now)
    var texts = Recording()
    texts.record { drawTexts(into: &$0) }
    layout.texts = texts
  }

  private mutating func layOutTitle(in stack: inout VerticalStack) {
    let title = environment.text.metrics(of: environment.text(.title), style: theme.fonts.title)
    let text = [environment.text(.caption(policy)), memoryWarning].compactMap(\.self).joined(separator: " ")
    let caption = block(text, width: layout.width, lines: Self.maximumLineCount.ofCaption)
    (layout.titleMetrics, layout.captionText, layout.captionBlock) = (title, text, caption)
    layout.title = stack.next(height: title.height)
    layout.caption = stack.next(height: caption.height, gap: theme.passwordForm.titleGap)
  }

  /// Lays out Submit and the message next to it or, with large fonts, below it.
  private mutating func layOut(
    _ submit: Child<CapsuleButton>, in stack: inout VerticalStack, _ message: TextBlock?
  ) {
    let (style, size) = (theme.passwordForm, submit.control.size)
    guard isMessageBesideSubmit else {
      let next = stack.next(height: size.height, gap: style.lineGap)
      layout.submit = Rect(origin: next.origin, size: size)
      layout.message = stack.next(height: message?.height ?? 0, gap: message == nil ? 0 : style.fieldGap)
      return
    }
    let next = stack.next(height: max(size.height, message?.height ?? 0), gap: style.lineGap)
    layout.submit = Rect(origin: next.origin, size: size)
    layout.message = next.inset(by: Insets(leading: size.width + style.messageGap))
  }

  /// Lays out the requirements in a column, and the strength meter next to them or below them.
  private mutating func layOutRequirements(in stack: inout VerticalStack) {
    let style = theme.passwordForm
    let textWidth = wrapRequirements(in: layout.width)
    for index in layout.requirements.indices {
      let block = layout.requirements[index].block
      // A requirement of one line is `lineHeight` high.
      let lineHeight = block.lines[0].metrics.height
      let height = max(style.lineHeight, lineHeight) + block.height - lineHeight
      layout.requirements[index].frame = stack.next(height: height, gap: index == 0 ? style.fieldGap : 0)
    }
    let offset = max(layout.width / 2, textWidth + style.strength.gap)
    let first = layout.requirements.first?.frame ?? .zero
    let lineHeight = environment.text.metrics(of: "x", style: theme.fonts.caption).height
    let isBeside =
      layout.width - offset >= max(style.strength.minimumWidth, Self.minimumMeterAspect * lineHeight)
    let meterWidth = isBeside ? layout.width - offset : layout.width
    // Enough for two lines of description and three lines of advice.
    let height =
      submit == nil && strength.value == nil
      ? 0
      : max(
        style.strength.height,
        strength.height(lineCount: 5, width: meterWidth, environment, &layout.blocks))
    if isBeside {
      layout.strength = Rect(x: first.minX + offset, y: first.minY, width: meterWidth, height: height)
      _ = stack.next(height: max(0, layout.strength.maxY - layout.origin.y - stack.bottom))
    } else {
      layout.strength = stack.next(height: strength.value == nil ? 0 : height)
    }
    strength.place(in: layout.strength, environment, &layout.blocks)
  }

  /// Wraps the requirements to the width that the column of status labels leaves.
  ///
  /// - Returns: The total width of the requirements and their labels.
  private mutating func wrapRequirements(in width: Double) -> Double {
    let style = theme.passwordForm
    let textInset = StatusIcon.textInset(in: environment)
    let labels = [StatusIcon.met, .unmet].compactMap { $0.label(in: environment) }
    let labelWidth = labels.map { labelMetrics(of: $0).advance }.max() ?? 0
    let availableWidth = width - textInset - style.statusLabelGap - labelWidth
    let entries = evaluation.entries
    layout.requirements = entries.map {
      let text = environment.text(.requirement($0.requirement))
      let block = block(text, width: availableWidth, lines: Self.maximumLineCount.ofRequirement)
      return PasswordFormLayout.Requirement(text: text, block: block)
    }
    let widest = layout.requirements.map(\.block.width).max() ?? 0
    layout.labelInset = textInset + widest + style.statusLabelGap
    return layout.labelInset + labelWidth
  }

  private mutating func block(_ text: String, width: Double, lines: Int) -> TextBlock {
    layout.blocks.block(
      text, style: theme.fonts.caption, width: width, lines: lines, measuring: environment.text)
  }

  func labelMetrics(of label: String) -> TextMetrics {
    environment.text.metrics(of: label, style: theme.statusFont)
  }

  /// Returns the line about the match, wrapped to the available width.
  private mutating func matchBlock(_ message: PasswordFormMessage) -> TextBlock {
    block(
      environment.text(message), width: layout.width - StatusIcon.textInset(in: environment),
      lines: Self.maximumLineCount.ofMessage)
  }

  /// Returns the message next to Submit or below it, wrapped to the available width.
  private mutating func messageBlock(_ text: String) -> TextBlock {
    let available = isMessageBesideSubmit ? widthBesideSubmit : layout.width
    let inset = message?.icon == nil ? 0 : StatusIcon.textInset(in: environment)
    return block(text, width: available - inset, lines: Self.maximumLineCount.ofMessage)
  }

  private var widthBesideSubmit: Double {
    submit.map { layout.width - $0.control.size.width - theme.passwordForm.messageGap } ?? 0
  }

  private var isMessageBesideSubmit: Bool { widthBesideSubmit >= layout.width / 3 }

  /// The maximum line counts of texts from policy files and the system. The middle of longer texts is elided.
  static var maximumLineCount: (ofCaption: Int, ofRequirement: Int, ofMessage: Int) { (8, 5, 8) }

  /// The minimum width of a meter next to the requirements, relative to the height of a line.
  private static var minimumMeterAspect: Double { 7 }
}

/// A layout that places rectangles one below the other.
struct VerticalStack {
  let origin: Point
  let width: Double
  let environment: Environment
  private(set) var bottom = 0.0

  /// Returns the next rectangle, below the previous one.
  mutating func next(height: Double, gap: Double = 0) -> Rect {
    // Snapped to whole device pixels, so that outlines are sharp.
    let top = environment.snapped(bottom + gap)
    bottom = environment.snapped(top + height)
    return Rect(x: origin.x, y: origin.y + top, width: width, height: bottom - top)
  }
}
