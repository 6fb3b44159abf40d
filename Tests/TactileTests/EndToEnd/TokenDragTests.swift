import Scene
import ScreenDriver
import Testing

extension `The program`.`has a token field` {
  @Test func `row 37: that starts with a list, and takes text and files dropped on it`() throws {
    let folder = try TemporaryFolder()
    try write("a@b.example\n\n  c@d.example \n", to: folder.path + "/list")
    let sitting = try Program.start(["--tokens", folder.path + "/list"])
    let end = try sitting.tokenEnds().last
    try sitting.expectTokens("a@b.example, c@d.example")
    try sitting.drop("jo@x.example", as: "UTF8_STRING", at: end)
    try sitting.expectTokens("a@b.example, c@d.example, jo@x.example")
    try sitting.drop("file:///tmp/my%20list\r\n", as: "text/uri-list", at: end)
    try sitting.expectTokens("a@b.example, c@d.example, /tmp/my list, jo@x.example")
  }

  @Test func `row 38: that has tokens carried to another gap, and out of its window`() throws {
    let sitting = try Program.start(["--geometry", "+0+0"])
    let ends = try sitting.tokenEnds()
    let first = ends.first.offset(x: 40)
    // Within the field.
    try sitting.carry(from: first, through: [ends.last])
    sitting.hand.release()
    try sitting.expectTokens("mail@apple.com, test@test.example, mail@objc.io")
    // Out of the window and back.
    let outside = PixelPoint(x: 1150, y: 300)
    try sitting.clearSelection()
    let beside = PixelRect(x: first.x - 20, y: first.y - 100, width: 40, height: 10)
    let before = try sitting.window.screenshot(of: beside)
    try sitting.carry(from: first, through: [outside, beside.center])
    _ = try sitting.window.see("the picture", in: beside) { $0 == before ? nil : () }
    try sitting.carry(through: [ends.last])
    _ = try sitting.window.see("the picture gone on", in: beside) { $0 == before ? () : nil }
    try sitting.expectSight("the token moved") { $0.release() }
    try sitting.expectTokens("test@test.example, mail@objc.io, mail@apple.com")
    // Into another program, and back by Escape.
    let frame = try sitting.window.frame()
    let place = PixelPoint(x: frame.x + outside.x, y: frame.y + outside.y)
    let target = try DropTargetStandIn(
      on: sitting.display.name,
      at: PixelRect(x: place.x - 60, y: place.y - 60, width: 120, height: 120))
    for isDropped in [false, true] {
      try sitting.clearSelection()
      try sitting.carry(from: first, through: [outside])
      try Deadline(after: .patience).poll(for: "the drag") {
        target.serve()
        return target.messages.last == .position(place) ? () : nil
      }
      if isDropped { sitting.hand.release() } else { try sitting.hand.tap("Escape") }
      try Deadline(after: .patience).poll(for: "the drag's end") {
        target.serve()
        return isDropped ? target.text.map { _ in } : target.messages.last == .leave ? () : nil
      }
      if !isDropped { sitting.hand.release() }
    }
    #expect(target.text?.contains("test@test.example") == true)
    try sitting.expectTokens("test@test.example, mail@objc.io, mail@apple.com")
  }
}

extension Sitting {
  /// Drops data of another client at a place of the window, and waits until it was taken.
  fileprivate func drop(_ text: String, as type: String, at place: PixelPoint) throws {
    let frame = try window.frame()
    let source = try DragSourceStandIn(
      on: display.name, over: window.number, types: [type], conduct: .value(Array(text.utf8)))
    source.enter()
    source.move(to: PixelPoint(x: frame.x + place.x, y: frame.y + place.y))
    let accepted = DragSourceStandIn.Answer.status(isAccepted: true, action: "XdndActionCopy")
    try Deadline(after: .patience).poll(for: "the target's answer") {
      source.serve()
      return source.answers.contains(accepted) ? () : nil
    }
    source.drop()
    let taken = DragSourceStandIn.Answer.finished(isAccepted: true, action: "XdndActionCopy")
    try Deadline(after: .patience).poll(for: "the drop to be taken") {
      source.serve()
      return source.answers.last == taken ? () : nil
    }
  }

  /// Presses at a place and carries what is there through others, the button still down.
  fileprivate func carry(from start: PixelPoint, through places: [PixelPoint]) throws {
    try hand.move(to: start)
    hand.press()
    try hand.move(to: start.offset(x: 3, y: 3))
    try carry(through: places)
  }

  fileprivate func carry(through places: [PixelPoint]) throws {
    for place in places {
      try hand.move(to: place.offset(x: -12))
      try window.ping()
      try hand.move(to: place)
      try window.ping()
    }
  }

  fileprivate func clearSelection() throws { try hand.tap("End") }
}
