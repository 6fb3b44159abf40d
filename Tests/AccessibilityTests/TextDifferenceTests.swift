import Scene
import TestSupport
import Testing

@testable import Accessibility

@Suite struct `Events of a text` {
  private func apply(_ events: [AccessibleEvent], to old: String) -> String {
    var scalars = Array(old.unicodeScalars)
    for event in events {
      switch event {
      case .deleted(let text, let offset):
        #expect(Array(text.unicodeScalars) == Array(scalars[offset..<offset + text.unicodeScalars.count]))
        scalars.removeSubrange(offset..<offset + text.unicodeScalars.count)
      case .inserted(let text, let offset): scalars.insert(contentsOf: text.unicodeScalars, at: offset)
      default: break
      }
    }
    return String(String.UnicodeScalarView(scalars))
  }

  @Test(arguments: seeds(16)) func `change the old text into the new one`(seed: Int) {
    var random = SeededGenerator(seed: seed)
    func text() -> String {
      let characters = (0..<Int.random(in: 0..<8, using: &random)).map { _ in
        ["a", "b", "é", "e\u{301}", "👩‍👩‍👧"].randomElement(using: &random) ?? ""
      }
      return characters.joined()
    }
    for _ in 0..<50 {
      let (old, new) = (text(), text())
      let events = AccessibleText(.plain(new), caret: 0).events(since: AccessibleText(.plain(old), caret: 0))
      #expect(apply(events, to: old).unicodeScalars.elementsEqual(new.unicodeScalars))
      #expect(old == new || !events.isEmpty)
    }
  }

  @Test(arguments: seeds(16)) func `of a secret have bullets only`(seed: Int) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<50 {
      func text() -> AccessibleText {
        let count = Int.random(in: 0..<9, using: &random)
        return AccessibleText(.obscured(count: count), caret: Int.random(in: 0...count, using: &random))
      }
      let (old, new) = (text(), text())
      let result = apply(new.events(since: old), to: String(repeating: "•", count: old.count))
      #expect(result == String(repeating: "•", count: new.count))
    }
  }
}

@Suite struct `Name of an object` {
  @Test(arguments: [0, 1, .max], [nil, 0, 7, -1, Int.max, Int.min] as [Int?])
  func `is read from its path`(number: UInt32, item: Int?) {
    let name = number == 0 ? .root : ObjectName(number: number, item: item)
    #expect(ObjectName(path: name.path) == name)
  }

  @Test(arguments: [
    "", "/", "/a", "0", "-1", "4294967296", "7_", "7_x", "7_1_2", "7_9223372036854775808", "7_--1",
  ])
  func `is not any other path`(text: String) {
    let prefix = text.hasPrefix("/") ? "" : "/org/a11y/atspi/accessible/"
    #expect(ObjectName(path: prefix + text) == nil)
  }
}
