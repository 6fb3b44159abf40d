import Controls
package import Scene

extension ControlHarness where Subject: ~Copyable {
  /// The objects that a screen reader knows, except elements of lists that no event concerns.
  package var objects: [AccessibleTree.Entry] {
    var tree = AccessibleTree(.outline)
    control.describe(into: &tree, at: now)
    return tree.entries
  }

  /// The name of the object with the keyboard focus.
  package var focusedName: String? { objects.last { $0.node.states.contains(.focused) }?.node.name }

  /// Returns the texts that are said about the changes by a closure: first those of its effects.
  package mutating func announcements(of body: (inout ControlHarness) -> Void) -> [String] {
    let before = Dictionary(objects.map { ($0.path, $0.node.announcement) }, uniquingKeysWith: { $1 })
    let count = effects.count
    body(&self)
    let said = effects[count...].compactMap { if case .announce(let text, _) = $0 { text } else { nil } }
    return said
      + objects.compactMap {
        $0.node.announcement != before[$0.path] ?? nil ? $0.node.announcement?.text : nil
      }
  }
}
