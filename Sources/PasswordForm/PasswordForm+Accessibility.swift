import Controls
public import Motion
public import Scene
import Secrets

// Objects for assistive programs, in reading order. Texts that are drawn, and no controls, are objects too.
extension PasswordForm {
  public func describe(into tree: inout AccessibleTree, at now: Instant) {
    if submit != nil {
      tree.add(.part(0), AccessibleNode(.label, environment.text(.title), in: layout.title))
      tree.add(.part(1), AccessibleNode(.label, layout.captionText, in: layout.caption))
    }
    let problems = evaluation.entries.filter { !$0.isMet }.map { environment.text(.unmet($0.requirement)) }
    let error = showsPasswordErrors ? problems.first : nil
    // The message may repeat the error, which stays when the message disappears.
    let isRepeated = messageText == error
    let announced = messageText == nil || isRepeated ? error : nil
    let announcement = announced.map { AccessibleAnnouncement($0, isUrgent: true, number: failureCount) }
    group.describe(fields.password, into: &tree, at: now) {
      $0.describeContent(problems.joined(separator: " "), isInvalid: error != nil, announcement)
    }
    tree.add(.part(2), AccessibleNode(.list, environment.text(.title), in: layout.requirementArea)) { tree in
      let (met, unmet) = (environment.text(.isMet), environment.text(.isUnmet))
      for (index, (entry, line)) in zip(evaluation.entries, layout.requirements).enumerated() {
        let text = "\(line.text), \(entry.isMet ? met : unmet)"
        tree.add(
          .part(index),
          AccessibleNode(.listItem, text, announcement: AccessibleAnnouncement(text), in: line.frame))
      }
    }
    if let node = strength.node(in: layout.strength, environment) { tree.add(.part(3), node) }
    let match = matchLine?.message
    let matchText = match.map { environment.text($0) } ?? ""
    group.describe(confirmationField, into: &tree, at: now) {
      $0.describeContent(
        matchText, isInvalid: showsConfirmationErrors && match == .isDifferent,
        match == nil || match == .isPartial ? nil : AccessibleAnnouncement(matchText))
    }
    if let submit { group.describe(submit, into: &tree, at: now) }
    if let messageText {
      // A result is more than the rules that change with it.
      let announcement = AccessibleAnnouncement(messageText, isUrgent: !isSaving, number: failureCount)
      tree.add(
        .part(4),
        AccessibleNode(
          .label, messageText, announcement: isRepeated ? nil : announcement, in: layout.message))
    }
    group.describe(generator, into: &tree, at: now)
  }
}

extension AccessibleNode {
  /// Adds the text about the content of a field, its announcement, and whether it is invalid.
  fileprivate mutating func describeContent(
    _ text: String, isInvalid: Bool, _ announcement: AccessibleAnnouncement?
  ) {
    prepend(text)
    self.announcement = announcement
    if isInvalid { states.insert(.invalid) }
  }
}

extension PassphraseEntry {
  package func describe(into tree: inout AccessibleTree, at now: Instant) {
    let line = messageLine
    // Different texts are a problem of the second one.
    let isMismatch = line != nil && line?.text == configuration.confirmation?.mismatch
    for field in [fields.password, fields.confirmation].compactMap(\.self) {
      // Without an object of its own, which a screen reader would read in addition when the dialog opens.
      let problem = (field === fields.confirmation) == isMismatch ? line : nil
      let text = problem?.text ?? ""
      var announcement = AccessibleAnnouncement(text, isUrgent: errorNumber != nil, number: errorNumber ?? 0)
      if case .busy = problem?.icon { announcement.isTemporary = true }
      let isAnnounced = problem != nil && problem?.icon != .neutral
      group.describe(field, into: &tree, at: now) {
        $0.describeContent(text, isInvalid: problem?.icon == .unmet, isAnnounced ? announcement : nil)
      }
    }
    if configuration.showsQuality, let node = meter.node(in: meterFrame, environment) {
      tree.add(.part(1), node)
    }
    if let generator { group.describe(generator, into: &tree, at: now) }
    if let hint { tree.scope(.part(2)) { hint.describe(into: &$0, at: now) } }
  }
}

extension StrengthMeter {
  /// Returns the description of the strength. `nil` if there is none.
  func node(in frame: Rect, _ environment: Environment) -> AccessibleNode? {
    guard let value, let summary = summaryText(in: environment) else { return nil }
    // Everything else about the strength, such as its reason, would reveal a part of the password.
    let grade = value.grade.map { environment.text(.grade($0)) } ?? summary
    let number = value.grade.map { AccessibleValue(Double($0.rawValue), in: 0...4, text: grade) }
    let announcement = AccessibleAnnouncement(grade)
    return AccessibleNode(.levelBar, grade, value: number, announcement: announcement, in: frame)
  }
}
