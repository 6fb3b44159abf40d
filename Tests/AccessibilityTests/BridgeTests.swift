import Accessibility
import DBus
import Motion
import Scene
import ScreenDriver
import TestSupport
import Testing

@Suite struct `Accessibility bridge` {
  private static let passphrase = [0, 0]
  private static let text = [0, 3]

  @Test func `joins the desktop with a root that has the windows`() throws {
    let fixture = try BridgeFixture()
    #expect(fixture.embeddings.count == 1)
    let root = try fixture.path()
    #expect(try fixture.property("Name", at: root) == .string("Tactile"))
    #expect(try fixture.property("Locale", at: root) == .string("de_DE"))
    #expect(try fixture.property("ChildCount", at: root) == .int32(1))
    let window = try fixture.path(0)
    #expect(try fixture.property("Name", at: window) == .string("Unlock"))
    #expect(try fixture.call("GetRole", at: window) == .success([.uint32(16)]))
    #expect(try fixture.call("GetIndexInParent", at: window) == .success([.int32(0)]))
  }

  @Test func `finds each object by its parent, and the parent by the object`() throws {
    let fixture = try BridgeFixture()
    let window = try fixture.path(0)
    #expect(try fixture.property("ChildCount", at: window) == .int32(5))
    for index in 0..<5 {
      let child = try fixture.path(0, index)
      #expect(try fixture.call("GetIndexInParent", at: child) == .success([.int32(Int32(index))]))
      guard case .structure(let parent) = try fixture.property("Parent", at: child) else {
        Issue.record("no parent of \(child)")
        continue
      }
      #expect(parent[1] == .objectPath(window))
    }
  }

  @Test func `shows a secret as bullets only`() throws {
    let fixture = try BridgeFixture()
    let path = try fixture.path(0, 0)
    func call(_ member: String, _ arguments: BusValue...) throws -> [BusValue] {
      try fixture.call(member, of: "Text", at: path, arguments).get()
    }
    #expect(try fixture.property("CharacterCount", of: "Text", at: path) == .int32(3))
    #expect(try call("GetText", .int32(0), .int32(-1)) == [.string("•••")])
    #expect(try call("GetText", .int32(-5), .int32(.max)) == [.string("•••")])
    #expect(try call("GetCharacterAtOffset", .int32(1)) == [.int32(0x2022)])
    #expect(try call("GetStringAtOffset", .int32(1), .uint32(1)) == [.string("•••"), .int32(0), .int32(3)])
    let arguments: [BusValue] = [.int32(0), .string("a"), .int32(1)]
    #expect(try fixture.fails("has no interface", "InsertText", of: "EditableText", at: path, arguments))
    #expect(fixture.dialog.requests.isEmpty)
  }

  @Test func `returns the units of a text around an offset`() throws {
    let fixture = try BridgeFixture()
    let path = try fixture.path(0, 3)
    func unit(_ member: String, _ offset: Int32, _ kind: UInt32) throws -> [BusValue] {
      try fixture.call(member, of: "Text", at: path, [.int32(offset), .uint32(kind)]).get()
    }
    #expect(try unit("GetTextAtOffset", 0, 1) == [.string("né "), .int32(0), .int32(3)])
    #expect(try unit("GetTextAtOffset", 4, 2) == [.string("👩 "), .int32(3), .int32(5)])
    #expect(try unit("GetStringAtOffset", 3, 0) == [.string("👩"), .int32(3), .int32(4)])
    #expect(try unit("GetStringAtOffset", 99, 0) == [.string(""), .int32(6), .int32(6)])
    #expect(try unit("GetStringAtOffset", .min, 77) == [.string("né 👩 x"), .int32(0), .int32(6)])
  }

  @Test func `turns calls into requests with clamped arguments`() throws {
    let fixture = try BridgeFixture()
    let (button, entry, slider) = (try fixture.path(0, 1), try fixture.path(0, 3), try fixture.path(0, 4))
    let list = try fixture.path(0, 2)
    _ = try fixture.call("DoAction", of: "Action", at: button, [.int32(0)])
    _ = try fixture.call("DoAction", of: "Action", at: button, [.int32(1)])
    for path in [button, list] { _ = try fixture.call("GrabFocus", of: "Component", at: path) }
    let long: [BusValue] = [.string(String(repeating: "a,", count: 501))]
    #expect(
      try fixture.call("SetTextContents", of: "EditableText", at: entry, long) == .success([.boolean(false)]))
    _ = try fixture.call("InsertText", of: "EditableText", at: entry, [.int32(99), .string("äb"), .int32(2)])
    _ = try fixture.call("DeleteText", of: "EditableText", at: entry, [.int32(4), .int32(2)])
    _ = try fixture.call("SetCaretOffset", of: "Text", at: entry, [.int32(-7)])
    _ = try fixture.call("SelectChild", of: "Selection", at: list, [.int32(7)])
    _ = try fixture.call("DeselectSelectedChild", of: "Selection", at: list, [.int32(1)])
    for index in [Int32.min, -1, 100_000, .max] {
      _ = try fixture.call("DoAction", of: "Action", at: button, [.int32(index)])
      for member in ["SelectChild", "DeselectChild", "DeselectSelectedChild"] {
        let answer = try fixture.call(member, of: "Selection", at: list, [.int32(index)])
        #expect(answer == .success([.boolean(false)]))
      }
    }
    _ = try fixture.call("AddSelection", of: "Text", at: entry, [.int32(-2), .int32(.max)])
    for number in [Double.nan, .infinity, -.infinity, 0.75, 9] {
      _ = try fixture.call(
        "Set", of: "org.freedesktop.DBus.Properties", at: slider,
        [.string("org.a11y.atspi.Value"), .string("CurrentValue"), .variant(.double(number))])
    }
    let (member, tokens) = (AccessibleKey.member(1), AccessibleKey.member(2))
    let expected: [AccessibilityRequest] = [
      .init(.perform("press"), of: [member, .part(1)], at: 1), .init(.focus, of: [member, .part(1)], at: 1),
      .init(.replaceText(6..<6, with: "ä"), of: [tokens, .part(1)], at: 3),
      .init(.replaceText(2..<4, with: ""), of: [tokens, .part(1)], at: 3),
      .init(.setCaret(0), of: [tokens, .part(1)], at: 3),
      .init(.setSelected(true), of: [tokens, .part(0), .item(7)], at: 7),
      .init(.setSelected(false), of: [tokens, .part(0), .item(3)], at: 3),
      .init(.select(0..<6), of: [tokens, .part(1)], at: 3),
      .init(.setValue(0.75), of: [.part(9)], at: 4), .init(.setValue(1), of: [.part(9)], at: 4),
    ]
    #expect(fixture.dialog.requests == expected)
  }

  @Test(arguments: [true, false]) func `answers whether the window has accepted a request`(isAccepted: Bool)
    throws
  {
    let fixture = try BridgeFixture()
    fixture.dialog.acceptsRequests = isAccepted
    let (button, slider) = (try fixture.path(0, 1), try fixture.path(0, 4))
    let calls: [(String, of: String, at: String, [BusValue])] = [
      ("DoAction", "Action", button, [.int32(0)]), ("GrabFocus", "Component", button, []),
      ("SelectAll", "Selection", try fixture.path(0, 2), []),
      ("SetCaretOffset", "Text", try fixture.path(0, 3), [.int32(1)]),
      ("SetSelection", "Text", try fixture.path(0, 3), [.int32(0), .int32(1), .int32(2)]),
    ]
    for (member, interface, path, arguments) in calls {
      let answer = try fixture.call(member, of: interface, at: path, arguments)
      #expect(answer == .success([.boolean(isAccepted)]), "\(member)")
    }
    let value: [BusValue] = [
      .string("org.a11y.atspi.Value"), .string("CurrentValue"), .variant(.double(0.75)),
    ]
    let answer = try fixture.call("Set", of: "org.freedesktop.DBus.Properties", at: slider, value)
    #expect((try? answer.get()) == (isAccepted ? [] : nil))
  }

  @Test func `answers calls about any element of a long list`() throws {
    let fixture = try BridgeFixture()
    let list = try fixture.path(0, 2)
    #expect(try fixture.property("ChildCount", at: list) == .int32(100_000))
    let alone = try fixture.path(0, 2, FakeDialog.alone)
    let last = try fixture.path(0, 2, 99_999)
    #expect(try fixture.call("GetIndexInParent", at: alone) == .success([.int32(Int32(FakeDialog.alone))]))
    #expect(last.hasSuffix("_99999"))
    #expect(try fixture.call("GetIndexInParent", at: last) == .success([.int32(99_999)]))
    let attributes = try fixture.call("GetAttributes", at: last).get().first
    #expect(attributes?.first { $0 == .string("posinset") } == .string("100000"))
    fixture.dialog.count = 1001
    #expect(try fixture.fails("ask for each by its index", "GetChildren", at: list))
    fixture.dialog.count = 1000
    #expect(try fixture.fails("There is no object", "GetRole", at: last))
    #expect(try fixture.call("GetChildren", at: list).get().first?.elements?.count == 1000)
  }

  @Test func `returns rectangles and objects in each coordinate system`() throws {
    let fixture = try BridgeFixture()
    let button = try fixture.path(0, 1)
    func extents(_ origin: UInt32) throws -> [Int] {
      let value = try fixture.call("GetExtents", of: "Component", at: button, [.uint32(origin)]).get().first
      return value?.elements?.map(\.number) ?? []
    }
    #expect(try extents(0) == [120, 70, 100, 20])
    #expect(try extents(1) == [20, 20, 100, 20])
    let window = try fixture.path(0)
    let hit = try fixture.call(
      "GetAccessibleAtPoint", of: "Component", at: window, [.int32(130), .int32(95), .uint32(0)])
    #expect(try hit.get().first?.elements?.last == .objectPath(try fixture.path(0, 2, 5)))
  }

  @Test(arguments: ["Object:StateChanged:Focused", "Object:StateChanged", "object", "Object:", ""])
  func `sends events by the start of their names`(
    registered: String
  ) throws {
    let fixture = try BridgeFixture(listeningTo: [registered])
    fixture.dialog.focus = 1
    try fixture.settle()
    let states = ["StateChanged focused 0 ", "StateChanged focused 1 "]
    #expect(fixture.events.suffix(2) == (registered == "object" ? [] : states))
  }

  @Test(arguments: [1, 256]) func `sends all events if there are more registrations than it keeps`(
    otherClients: Int
  ) throws {
    let names = otherClients == 1 ? (0..<64).map { "Object:StateChanged:\($0)" } : []
    let fixture = try BridgeFixture(listeningTo: names + ["Window:Create"], otherClients: otherClients)
    #expect(fixture.events.first == "Create  0 Unlock")
    let other = try Bus(at: fixture.address)
    try fixture.waitUntil {
      other.exchange()
      _ = other.takeMessage()
      return other.uniqueName != nil
    }
    try fixture.register("Object:Announcement", by: other)
    fixture.announce("Failed.", isUrgent: true)
    try fixture.settle()
    let expected = ["Announcement  2 Failed.", "PropertyChange accessible-description 0 Failed."]
    #expect(fixture.events.suffix(2) == expected)
    // Not after the end of the only client with too many.
    guard otherClients == 1 else { return }
    try fixture.register("", isGone: true)
    let count = fixture.events.count
    fixture.now = fixture.now + .seconds(1)
    fixture.announce("Again.", isUrgent: true)
    try fixture.settle()
    #expect(Array(fixture.events[count...]) == ["Announcement  2 Again."])
  }

  @Test func `keeps another event of a client that it knows if it keeps no more clients`() throws {
    let fixture = try BridgeFixture(listeningTo: ["Window:Create"], otherClients: 255)
    try fixture.register("Object:Announcement")
    let count = fixture.events.count
    fixture.announce("Failed.", isUrgent: true)
    try fixture.settle()
    #expect(Array(fixture.events[count...]) == ["Announcement  2 Failed."])
  }

  @Test func `is not listened to by clients that wait for unknown events`() throws {
    let fixture = try BridgeFixture(listeningTo: ["foo:bar", "Mouse:Button:1p", "Object:Foo"])
    #expect(!fixture.bridge.isListening)
    try fixture.register("Object:TextCaretMoved")
    #expect(fixture.bridge.isListening)
  }

  @Test func `sends the reason before the text, and the focus last`() throws {
    let fixture = try BridgeFixture(listeningTo: ["Object:", "Window:"])
    #expect(fixture.events.first == "Create  0 Unlock")
    #expect(fixture.events.last == "StateChanged focused 1 ")
    let count = fixture.events.count
    fixture.dialog.secretLength = 4
    fixture.dialog.problem = "Wrong passphrase."
    fixture.dialog.focus = 4
    try fixture.settle()
    let expected = [
      "PropertyChange accessible-description 0 Wrong passphrase.", "TextChanged insert 3 •",
      "TextCaretMoved  4 ", "StateChanged focused 0 ", "StateChanged focused 1 ",
    ]
    #expect(Array(fixture.events.dropFirst(count)) == expected)
    fixture.isOpen = false
    try fixture.settle()
    #expect(fixture.events.last == "Destroy  0 ")
  }

  @Test func `reports objects that come and go, and the changes of the others`() throws {
    let fixture = try BridgeFixture(listeningTo: ["Object:ChildrenChanged", "Object:TextChanged"])
    let (button, count) = (try fixture.path(0, 1), fixture.events.count)
    for (length, hasButton) in [(4, false), (5, false), (6, true), (7, true)] {
      (fixture.dialog.secretLength, fixture.dialog.hasButton) = (length, hasButton)
      try fixture.settle()
    }
    let expected = [
      "TextChanged insert 3 •", "ChildrenChanged remove 1 ", "TextChanged insert 4 •",
      "TextChanged insert 5 •", "ChildrenChanged add 1 ", "TextChanged insert 6 •",
    ]
    #expect(Array(fixture.events[count...]) == expected)
    #expect(try fixture.fails("There is no object", "GetRole", at: button))
  }

  @Test func `sends nothing unless a client waits for it`() throws {
    let fixture = try BridgeFixture()
    fixture.dialog.secretLength = 9
    fixture.announce("Saved.", isUrgent: true)
    try fixture.settle()
    #expect(fixture.events.isEmpty)
    #expect(!fixture.bridge.isListening)
    try fixture.register("Object:TextChanged")
    fixture.dialog.secretLength = 10
    try fixture.settle()
    #expect(fixture.events == ["TextChanged insert 9 •"])
    try fixture.register("", isGone: true)
    fixture.dialog.secretLength = 11
    try fixture.settle()
    #expect(fixture.events.count == 1)
    #expect(!fixture.bridge.isListening)
  }

  @Test(arguments: [true, false]) func `announces a text once after a pause, or immediately`(
    hasAnnouncements: Bool
  )
    throws
  {
    let names = hasAnnouncements ? "Object:Announcement" : "Object:PropertyChange"
    let fixture = try BridgeFixture(listeningTo: [names, "Object:StateChanged:Focused"])
    let count = fixture.events.count
    func announcement(_ text: String, _ kind: Int) -> String {
      hasAnnouncements ? "Announcement  \(kind) \(text)" : "PropertyChange accessible-description 0 \(text)"
    }
    fixture.announce("weak", isUrgent: false)
    fixture.announce("strong", isUrgent: false)
    try fixture.settle()
    #expect(fixture.events.count == count)
    fixture.now = try #require(fixture.bridge.deadline)
    try fixture.settle()
    // The focus would interrupt it.
    fixture.announce("Failed.", isUrgent: true)
    fixture.dialog.focus = 1
    try fixture.settle()
    // A polite one would be read during the use of another program.
    fixture.dialog.isAccessibleActive = false
    fixture.announce("Copied.", isUrgent: false)
    fixture.now = try #require(fixture.bridge.deadline)
    try fixture.settle()
    fixture.announce("Lost.", isUrgent: true)
    try fixture.settle()
    let (lost, gained) = ("StateChanged focused 0 ", "StateChanged focused 1 ")
    let expected = [
      announcement("strong", 1), lost, gained, announcement("Failed.", 1), lost, announcement("Lost.", 2),
    ]
    #expect(Array(fixture.events[count...]) == expected)
    #expect(fixture.bridge.deadline == nil)
  }

  @Test(arguments: ["Object:PropertyChange", "Object:"])
  func `announces a text by a description to a client that does not wait for announcements`(
    registered: String
  ) throws {
    let fixture = try BridgeFixture(listeningTo: ["Object:Announcement"])
    let other = try Bus(at: fixture.address)
    try fixture.waitUntil {
      other.exchange()
      _ = other.takeMessage()
      return other.uniqueName != nil
    }
    try fixture.register(registered, by: other)
    fixture.announce("Failed.", isUrgent: true)
    try fixture.settle()
    let descriptions = fixture.events.count { $0 == "PropertyChange accessible-description 0 Failed." }
    #expect(fixture.events.contains("Announcement  2 Failed."))
    #expect(descriptions == (registered == "Object:" ? 0 : 1))
  }

  @Test func `announces the last text of each object, or an error alone`() throws {
    let fixture = try BridgeFixture(listeningTo: ["Object:Announcement"])
    func announce(_ first: AccessibleAnnouncement?, _ second: AccessibleAnnouncement?) throws {
      fixture.dialog.announcements = [first, second]
      try fixture.settle()
    }
    try announce(AccessibleAnnouncement("weak"), nil)
    try announce(AccessibleAnnouncement("strong"), AccessibleAnnouncement("They match."))
    try announce(nil, AccessibleAnnouncement("They match."))
    #expect(fixture.events.isEmpty)
    fixture.now = try #require(fixture.bridge.deadline)
    try fixture.settle()
    try announce(AccessibleAnnouncement("weak"), AccessibleAnnouncement("Wrong.", isUrgent: true))
    try announce(nil, AccessibleAnnouncement("Wrong.", isUrgent: true))
    fixture.now = fixture.now + .seconds(1)
    try announce(nil, AccessibleAnnouncement("Wrong.", isUrgent: true, number: 1))
    let expected = ["1 strong. They match.", "2 Wrong.", "2 Wrong."].map { "Announcement  \($0)" }
    #expect(fixture.events == expected)
    #expect(fixture.bridge.deadline == nil)
  }

  @Test func `announces texts of objects in reading order, and others when they come`() throws {
    let fixture = try BridgeFixture(listeningTo: ["Object:Announcement"])
    fixture.dialog.announcements = [nil, AccessibleAnnouncement("Second.")]
    try fixture.settle()
    fixture.announce("Copied.", isUrgent: false)
    fixture.dialog.announcements[0] = AccessibleAnnouncement("First.")
    try fixture.settle()
    fixture.now = try #require(fixture.bridge.deadline)
    try fixture.settle()
    #expect(fixture.events == ["Announcement  1 First. Second. Copied."])
  }

  @Test(arguments: [true, false]) func `announces a text about a wait after an error if the wait lasts`(
    lasts: Bool
  ) throws {
    let fixture = try BridgeFixture(listeningTo: ["Object:Announcement"])
    var waiting = AccessibleAnnouncement("Place your finger")
    waiting.isTemporary = true
    fixture.dialog.announcements = [waiting, nil]
    if lasts { try fixture.settle() }
    fixture.dialog.announcements = [
      lasts ? waiting : nil, AccessibleAnnouncement("No match", isUrgent: true),
    ]
    try fixture.settle()
    fixture.now = fixture.bridge.deadline ?? fixture.now
    try fixture.settle()
    let expected = ["Announcement  2 No match", "Announcement  1 Place your finger"]
    #expect(fixture.events == (lasts ? expected : [expected[0]]))
    #expect(fixture.bridge.deadline == nil)
  }

  /// Orca 43 handles only the last of events that follow each other immediately.
  @Test func `announces errors directly after another one as one text with those that wait`() throws {
    let fixture = try BridgeFixture(listeningTo: ["Object:Announcement"])
    func announce(_ texts: String...) throws {
      for text in texts { fixture.announce(text, isUrgent: true) }
      try fixture.settle()
    }
    try announce("Wrong.", "2 attempts remain.")
    let deadline = fixture.now + .milliseconds(300)
    try announce("The device is broken", "The device is broken")
    fixture.now = fixture.now + .milliseconds(100)
    try announce("The device is broken", "The account is locked")
    var waiting = AccessibleAnnouncement("Place your finger")
    waiting.isTemporary = true
    fixture.dialog.announcements = [nil, waiting]
    try fixture.settle()
    let first = "Announcement  2 Wrong. 2 attempts remain."
    #expect(fixture.events == [first])
    fixture.now = try #require(fixture.bridge.deadline)
    #expect(fixture.now == deadline)
    try fixture.settle()
    let second = "Announcement  1 The device is broken. The account is locked. Place your finger"
    #expect(fixture.events == [first, second])
    // The pause begins again, but waits for nothing.
    #expect(fixture.bridge.deadline == nil)
    try announce("Wrong.")
    fixture.now = try #require(fixture.bridge.deadline)
    try fixture.settle()
    fixture.now = fixture.now + .seconds(1)
    try announce("Wrong.")
    #expect(fixture.events.dropFirst(2) == ["Announcement  1 Wrong.", "Announcement  2 Wrong."])
    #expect(fixture.bridge.deadline == nil)
    // The pause ends with the text that has waited for it.
    waiting.text = "Checking…"
    fixture.dialog.announcements = [nil, waiting]
    try fixture.settle()
    fixture.now = fixture.now + .seconds(1)
    fixture.dialog.announcements = [nil, AccessibleAnnouncement("No match", isUrgent: true)]
    try fixture.settle()
    #expect(fixture.events.dropFirst(4) == ["Announcement  2 No match"])
  }

  @Test(arguments: seeds(16)) func `announces nothing directly after an error, and each error soon`(seed: Int)
    throws
  {
    var random = SeededGenerator(seed: seed)
    let fixture = try BridgeFixture(listeningTo: ["Object:Announcement"])
    let times = (0..<40).map { _ in fixture.now + .milliseconds(50 * Int.random(in: 0..<60, using: &random)) }
    var inputs = times.sorted()[...]
    var (errors, sent): ([(text: String, time: Instant)], [(text: String, time: Instant)]) = ([], [])
    while let next = [inputs.first, fixture.bridge.deadline].compactMap(\.self).min() {
      fixture.now = max(fixture.now, next)
      if inputs.first == next {
        inputs.removeFirst()
        switch Int.random(in: 0..<4, using: &random) {
        case 0:
          errors.append(("Error \(errors.count).", next))
          fixture.announce(errors[errors.count - 1].text, isUrgent: true)
        case 1: fixture.announce("Text", isUrgent: false)
        case 2:
          var waiting = AccessibleAnnouncement("Wait \(inputs.count)")
          waiting.isTemporary = true
          fixture.dialog.announcements = [waiting, nil]
        default: break
        }
      }
      let count = fixture.events.count
      try fixture.settle()
      sent += fixture.events.dropFirst(count).map { ($0, fixture.now) }
    }
    for (event, following) in zip(sent, sent.dropFirst()) where event.text.contains("Error") {
      #expect(event.time.duration(to: following.time) >= .milliseconds(300), "\(event), \(following)")
    }
    for error in errors {
      let said = sent.filter { $0.text.contains(error.text) }
      #expect(said.count == 1 && said.allSatisfy { error.time.duration(to: $0.time) <= .milliseconds(300) })
    }
  }

  @Test(arguments: [true, false]) func `announces a text about a wait only if the wait lasts`(lasts: Bool)
    throws
  {
    let fixture = try BridgeFixture(listeningTo: ["Object:Announcement"])
    var waiting = AccessibleAnnouncement("Checking…")
    waiting.isTemporary = true
    fixture.dialog.announcements = [waiting, AccessibleAnnouncement("1 more request")]
    try fixture.settle()
    if !lasts { fixture.dialog.announcements = [nil, AccessibleAnnouncement("1 more request")] }
    try fixture.settle()
    fixture.now = try #require(fixture.bridge.deadline)
    try fixture.settle()
    #expect(fixture.events == ["Announcement  1 \(lasts ? "Checking…. " : "")1 more request"])
    #expect(fixture.bridge.deadline == nil)
  }

  @Test func `announces no text of an object that was removed during a wait`() throws {
    let fixture = try BridgeFixture(listeningTo: ["Object:Announcement"])
    var waiting = AccessibleAnnouncement("Checking…")
    waiting.isTemporary = true
    fixture.dialog.announcements[0] = waiting
    try fixture.settle()
    #expect(fixture.bridge.deadline != nil)
    fixture.dialog.hasButton = false
    try fixture.settle()
    #expect(fixture.bridge.deadline == nil)
    fixture.now = fixture.now + .seconds(1)
    try fixture.settle()
    #expect(fixture.events.isEmpty)
  }

  /// A screen reader reads the description of a text when it receives the focus event.
  @Test(arguments: [true, false]) func `announces no text that a client reads with the focus`(
    hasFocus: Bool
  ) throws {
    let registered = ["Object:Announcement"] + (hasFocus ? ["Object:StateChanged:Focused"] : [])
    let fixture = try BridgeFixture(listeningTo: registered)
    fixture.dialog.focus = 1
    try fixture.settle()
    let count = fixture.events.count
    (fixture.dialog.problem, fixture.dialog.focus) = ("Wrong. Too short.", 0)
    fixture.announce("Too short.", isUrgent: true)
    fixture.dialog.announcements = [nil, AccessibleAnnouncement("Wrong.", isUrgent: true)]
    try fixture.settle()
    let focus = ["StateChanged focused 0 ", "StateChanged focused 1 "]
    let announcements = ["Announcement  2 Too short. Wrong."]
    #expect(Array(fixture.events[count...]) == (hasFocus ? focus : announcements))
    #expect(fixture.bridge.deadline == nil)
  }

  @Test func `reports the description of a text when the focus arrives`() throws {
    // Not the caret: Orca would follow it, and not read the text when the focus arrives.
    let events = ["Object:PropertyChange", "Object:TextChanged", "Object:TextCaretMoved"]
    let fixture = try BridgeFixture(listeningTo: events)
    let count = fixture.events.count
    fixture.dialog.problem = "Too short."
    try fixture.settle()
    fixture.dialog.focus = 1
    try fixture.settle()
    (fixture.dialog.focus, fixture.dialog.secretLength) = (0, 4)
    try fixture.settle()
    let expected = ["PropertyChange accessible-description 0 Too short.", "TextChanged insert 3 •"]
    #expect(Array(fixture.events[count...]) == expected)
  }

  /// A screen reader reads only the new object if it finds the parent of the last one.
  @Test(arguments: [BridgeFixture.button, BridgeFixture.token])
  func `answers for a removed object that had the focus until the next change of the focus`(focus: Int) throws
  {
    let fixture = try BridgeFixture(listeningTo: ["Object:"])
    fixture.dialog.focus = focus
    let path = focus == BridgeFixture.button ? try fixture.path(0, 1) : try fixture.path(0, 2, 99_999)
    let parent = try fixture.property("Parent", at: path)
    (fixture.dialog.hasButton, fixture.dialog.count, fixture.dialog.focus) = (false, 99_999, 0)
    try fixture.settle()
    #expect(try fixture.property("Parent", at: path) == parent)
    let states = try fixture.call("GetState", at: path).get().first?.elements?.first?.number ?? 0
    #expect(states & 1 << 12 == 0)
    fixture.dialog.focus = 3
    try fixture.settle()
    #expect(try fixture.fails("There is no object", "GetRole", at: path))
  }

  @Test func `has no objects in a removed one`() throws {
    let fixture = try BridgeFixture(listeningTo: ["Object:"])
    fixture.dialog.focus = BridgeFixture.button
    let path = try fixture.path(0, 1)
    (fixture.dialog.hasButton, fixture.dialog.focus) = (false, 0)
    try fixture.settle()
    #expect(try fixture.property("ChildCount", at: path) == .int32(0))
    #expect(try fixture.call("GetChildren", at: path) == .success([.array(of: "(so)", [])]))
  }

  @Test func `counts the elements of separate selections`() throws {
    let fixture = try BridgeFixture()
    let list = try fixture.path(0, 2)
    #expect(try fixture.property("NSelectedChildren", of: "Selection", at: list) == .int32(3))
    for (number, name) in [(Int32(1), "_3"), (2, "_7")] {
      let child = try fixture.call("GetSelectedChild", of: "Selection", at: list, [.int32(number)]).get()
      guard case .objectPath(let path) = child.first?.elements?.last else { continue }
      #expect(path.hasSuffix(name))
    }
    for (index, isSelected) in [(Int32(3), true), (5, false), (7, true)] {
      let answer = try fixture.call("IsChildSelected", of: "Selection", at: list, [.int32(index)])
      #expect(answer == .success([.boolean(isSelected)]))
    }
  }
}

@Suite struct `Accessibility bridge with bad clients` {
  @Test(arguments: [
    ("/org/a11y/atspi/accessible/999", "org.a11y.atspi.Accessible", "GetRole", "There is no object"),
    ("/a", "org.a11y.atspi.Accessible", "GetRole", "There is no object"),
    ("/org/a11y/atspi/accessible/root", "org.a11y.atspi.Text", "GetText", "has no interface"),
    ("/org/a11y/atspi/accessible/root", "org.a11y.atspi.Accessible", "Steal", "has no method"),
    ("/org/a11y/atspi/accessible/root", "org.a11y.atspi.Accessible", "GetChildAtIndex", "takes arguments"),
  ])
  func `answers a wrong call with an error`(path: String, interface: String, member: String, error: String)
    throws
  {
    let fixture = try BridgeFixture()
    #expect(try fixture.fails(error, member, of: interface, at: path))
  }

  @Test(arguments: [Int32.min, -1, 5, .max]) func `answers an index without an object with the null object`(
    index: Int32
  ) throws {
    let fixture = try BridgeFixture()
    let null = BusValue.structure([.string(""), .objectPath("/org/a11y/atspi/null")])
    for path in [try fixture.path(), try fixture.path(0)] {
      #expect(try fixture.call("GetChildAtIndex", at: path, [.int32(index)]) == .success([null]))
    }
    let list = try fixture.path(0, 2)
    #expect(
      try fixture.call("GetSelectedChild", of: "Selection", at: list, [.int32(index)]) == .success([null]))
  }

  /// A content of another program may describe anything.
  @Test(arguments: [(Int.max, Int.min), (.min, .max), (0, .max)]) func `reports numbers that exist`(
    count: Int, caret: Int
  ) throws {
    let fixture = try BridgeFixture(listeningTo: ["Object:"])
    let (secret, slider) = (try fixture.path(0, 0), try fixture.path(0, 4))
    for range in [Int.min..<Int.max, 1..<2] {
      (fixture.dialog.secretLength, fixture.dialog.secretSelection) = (count, (caret, range))
      fixture.dialog.number = .nan
      try fixture.settle()
      let length = try fixture.property("CharacterCount", of: "Text", at: secret)?.number ?? -1
      let offset = try fixture.property("CaretOffset", of: "Text", at: secret)?.number ?? -1
      let text = try fixture.call("GetText", of: "Text", at: secret, [.int32(0), .int32(-1)]).get().first
      #expect((0...length).contains(offset) && text == .string(String(repeating: "•", count: length)))
      let selection = try fixture.call("GetSelection", of: "Text", at: secret, [.int32(0)]).get()
      #expect(selection.allSatisfy { (-1...length).contains($0.number) })
      #expect(try fixture.property("CurrentValue", of: "Value", at: slider) == .double(0))
      let events = fixture.events.count
      fixture.dialog.problem += "."
      try fixture.settle()
      // Nothing else has changed, and the field with the focus reports no problem.
      #expect(fixture.events.count == events)
    }
  }

  @Test func `handles a part of a flood in each call`() throws {
    let fixture = try BridgeFixture()
    // Each call only reads what has arrived, as long as the time is over after the first look at the clock.
    fixture.tick = .milliseconds(3)
    var serials: [UInt32] = []
    for _ in 0..<200 {
      serials.append(
        try fixture.client.call(
          "Ping", of: "org.freedesktop.DBus.Peer", at: "/org/a11y/atspi/accessible/root",
          ownedBy: try #require(fixture.ownName)))
    }
    // The bus has sent them when it answers the next call.
    let last = try fixture.client.call("GetId", of: Bus.name, at: Bus.path, ownedBy: Bus.name)
    try fixture.waitUntil { fixture.replies[last] != nil }
    for _ in serials { fixture.serveBridge() }
    for (tick, limit) in [(Duration.zero, 64), (.microseconds(500), 4)] {
      fixture.tick = tick
      let before = fixture.looks
      fixture.serveBridge()
      #expect(fixture.looks - before == limit)
    }
    fixture.tick = .zero
    try fixture.waitUntil { serials.allSatisfy { fixture.replies[$0] != nil } }
  }

  @Test func `joins again when the registry restarts, and after a message that is too long`() throws {
    let fixture = try BridgeFixture(listeningTo: ["Object:TextChanged"])
    try fixture.restartRegistry()
    try fixture.waitUntil { fixture.bridge.pollTarget.descriptor < 0 }
    #expect(fixture.bridge.isListening)
    fixture.now = try #require(fixture.bridge.deadline)
    try fixture.waitUntil { fixture.embeddings.count == 2 }
    try fixture.settle()
    #expect(fixture.bridge.isListening)
    try fixture.register("", isGone: true)
    #expect(!fixture.bridge.isListening)
    try fixture.register("Object:TextChanged")
    try fixture.client.call(
      "GetLocale", of: "org.a11y.atspi.Application", at: "/org/a11y/atspi/accessible/root",
      ownedBy: try #require(fixture.ownName), [.string(String(repeating: "x", count: 300_000))])
    try fixture.waitUntil { fixture.bridge.pollTarget.descriptor < 0 }
    #expect(fixture.bridge.isListening)
    fixture.now = try #require(fixture.bridge.deadline)
    try fixture.waitUntil { fixture.embeddings.count == 3 }
    try fixture.settle()
    #expect(try fixture.property("Name", at: try fixture.path(0)) == .string("Unlock"))
  }

  @Test func `is not listened to without a registry, and joins the next one`() throws {
    let fixture = try BridgeFixture(listeningTo: ["Object:TextChanged"])
    try fixture.endRegistry()
    try fixture.waitUntil { fixture.bridge.pollTarget.descriptor < 0 }
    #expect(fixture.bridge.isListening)
    fixture.now = try #require(fixture.bridge.deadline)
    try fixture.waitUntil { !fixture.bridge.isListening }
    try fixture.startRegistry()
    fixture.now = try #require(fixture.bridge.deadline)
    try fixture.waitUntil { fixture.embeddings.count == 2 }
    #expect(fixture.bridge.isListening && fixture.now == .zero + .seconds(3))
  }

  /// The bus answers the call that the ended registry has received with an error.
  @Test func `joins once if the registry restarts before it answers`() throws {
    let fixture = try BridgeFixture(listeningTo: ["Object:TextChanged"], restartingRegistry: true)
    #expect(fixture.now == .zero + .seconds(1))
    fixture.dialog.secretLength = 4
    try fixture.settle()
    #expect(fixture.embeddings.count == 1)
    #expect(fixture.events == ["TextChanged insert 3 •"])
  }

  @Test func `forgets a client that ends`() throws {
    let fixture = try BridgeFixture()
    var other: Bus? = try Bus(at: fixture.address)
    try fixture.waitUntil {
      other?.exchange()
      _ = other?.takeMessage()
      return other?.uniqueName != nil
    }
    try fixture.register("Object:", by: other)
    #expect(fixture.bridge.isListening)
    other = nil
    try fixture.waitUntil { !fixture.bridge.isListening }
  }

  @Test func `keeps the difference instead of each change for a bus that does not read`() throws {
    let fixture = try BridgeFixture(listeningTo: ["Object:PropertyChange"])
    // The description of a text with the focus is not reported.
    fixture.dialog.focus = 4
    try fixture.settle()
    fixture.daemon.suspend()
    for number in 0..<100 {
      fixture.dialog.problem = String(repeating: "\(number % 10)", count: 50_000)
      fixture.serveBridge()
    }
    fixture.dialog.problem = "last"
    fixture.daemon.resume()
    try fixture.waitUntil { fixture.events.last?.hasSuffix("last") == true }
    #expect(fixture.events.count < 40)
  }

  @Test func `reports a motion at its end`() throws {
    let fixture = try BridgeFixture(listeningTo: ["Object:TextChanged"])
    let start = fixture.events.count
    fixture.dialog.motionStart = fixture.dialog.accessibleGeneration
    for length in 4..<20 {
      fixture.dialog.secretLength = length
      try fixture.settle()
      #expect(fixture.events.count == start)
    }
    fixture.dialog.motionStart = nil
    try fixture.settle()
    #expect(fixture.events.count == start + 1)
  }

  @Test(arguments: [[], ["Object:"]] as [[String]])
  func `find no object of a window that was closed`(registered: [String]) throws {
    let fixture = try BridgeFixture(listeningTo: registered)
    let field = try fixture.path(0, 0)
    fixture.isOpen = false
    try fixture.settle()
    fixture.isOpen = true
    #expect(try fixture.fails("There is no object", "GetRole", at: field))
    #expect(try fixture.path(0, 0) != field)
  }

  @Test func `connects again after growing pauses`() throws {
    let fixture = try BridgeFixture(listeningTo: ["Object:"])
    fixture.daemon.kill()
    let connection = fixture.bridge.pollTarget.descriptor
    #expect(connection >= 0)
    let deadline = Deadline(after: .defaultTimeout)
    while fixture.bridge.deadline ?? .distantPast == .distantPast, !deadline.hasPassed {
      fixture.bridge.exchange(isReady: true, at: fixture.now) { fixture.now }
    }
    // No keyboard grab begins because of a client that has ended the connection.
    #expect(fixture.bridge.isListening)
    var pauses: [Duration] = []
    for _ in 0..<8 {
      let next = try #require(fixture.bridge.deadline)
      pauses.append(fixture.now.duration(to: next))
      fixture.now = next
      fixture.bridge.exchange(isReady: true, at: fixture.now) { fixture.now }
    }
    #expect(pauses == [1, 2, 4, 8, 16, 32, 60, 60].map { .seconds($0) })
    // The bus has ended, and with it its clients.
    #expect(!fixture.bridge.isListening)
  }
}
