import Scene
import ScreenDriver
import Testing

extension `Tactile program`.`Token field` {
  @Test func `row 37: starts with a list, and accepts dropped text and files`() throws {
    let directory = try TemporaryDirectory()
    try write("a@b.example\n\n  c@d.example \n", to: directory.path + "/list")
    let session = try Program.start(["--tokens", directory.path + "/list"])
    let end = try session.tokenEnds().last
    try session.expectTokens("a@b.example, c@d.example")
    try session.drop("jo@x.example", as: "UTF8_STRING", at: end)
    try session.expectTokens("a@b.example, c@d.example, jo@x.example")
    try session.drop("file:///tmp/my%20list\r\n", as: "text/uri-list", at: end)
    try session.expectTokens("a@b.example, c@d.example, /tmp/my list, jo@x.example")
  }

  @Test func `row 38: drags tokens to another position, and out of the window`() throws {
    let session = try Program.start(["--geometry", "+0+0"])
    let ends = try session.tokenEnds()
    let first = ends.first.offset(x: 40)
    // Within the token field.
    try session.drag(from: first, through: [ends.last])
    session.input.release()
    try session.expectTokens("mail@apple.com, test@test.example, mail@objc.io")
    // Out of the window and back.
    let outside = PixelPoint(x: 1150, y: 300)
    try session.clearSelection()
    let imageArea = PixelRect(x: first.x - 20, y: first.y - 100, width: 40, height: 10)
    let before = try session.window.screenshot(of: imageArea)
    try session.drag(from: first, through: [outside, imageArea.center])
    _ = try session.window.waitFor("the drag image", in: imageArea) { $0 == before ? nil : () }
    try session.drag(through: [ends.last])
    _ = try session.window.waitFor("no drag image", in: imageArea) { $0 == before ? () : nil }
    try session.expectChange("the moved token") { $0.release() }
    try session.expectTokens("test@test.example, mail@objc.io, mail@apple.com")
    // To another program: first cancelled by Escape, then dropped.
    let frame = try session.window.frame()
    let point = PixelPoint(x: frame.x + outside.x, y: frame.y + outside.y)
    let target = try FakeDropTarget(
      on: session.display.name,
      at: PixelRect(x: point.x - 60, y: point.y - 60, width: 120, height: 120))
    for isDropped in [false, true] {
      try session.clearSelection()
      try session.drag(from: first, through: [outside])
      try Deadline(after: .defaultTimeout).poll(for: "the drag") {
        target.serve()
        return target.messages.last == .position(point) ? () : nil
      }
      if isDropped { session.input.release() } else { try session.input.tap("Escape") }
      try Deadline(after: .defaultTimeout).poll(for: "the end of the drag") {
        target.serve()
        return isDropped ? target.text.map { _ in } : target.messages.last == .leave ? () : nil
      }
      if !isDropped { session.input.release() }
    }
    #expect(target.text?.contains("test@test.example") == true)
    try session.expectTokens("test@test.example, mail@objc.io, mail@apple.com")
  }
}

extension AppSession {
  /// Drops data of another client on the window, and waits until the window accepts it.
  fileprivate func drop(_ text: String, as type: String, at point: PixelPoint) throws {
    let frame = try window.frame()
    let source = try FakeDragSource(
      on: display.name, over: window.xid, types: [type], behavior: .value(Array(text.utf8)))
    source.enter()
    source.move(to: PixelPoint(x: frame.x + point.x, y: frame.y + point.y))
    let accepted = FakeDragSource.Reply.status(isAccepted: true, action: "XdndActionCopy")
    try Deadline(after: .defaultTimeout).poll(for: "the target's reply") {
      source.serve()
      return source.replies.contains(accepted) ? () : nil
    }
    source.drop()
    let finished = FakeDragSource.Reply.finished(isAccepted: true, action: "XdndActionCopy")
    try Deadline(after: .defaultTimeout).poll(for: "the drop to be accepted") {
      source.serve()
      return source.replies.last == finished ? () : nil
    }
  }

  /// Presses the button at a point and drags through other points. The button stays down.
  fileprivate func drag(from start: PixelPoint, through points: [PixelPoint]) throws {
    try input.move(to: start)
    // The window manager receives a press first and freezes the pointer until it has handled it. Later
    // keys, and replies to pings, can arrive before that press.
    try expectChange("the pressed token") { $0.press() }
    try input.move(to: start.offset(x: 3, y: 3))
    try drag(through: points)
  }

  fileprivate func drag(through points: [PixelPoint]) throws {
    for point in points {
      try input.move(to: point.offset(x: -12))
      try window.ping()
      try input.move(to: point)
      try window.ping()
    }
  }

  fileprivate func clearSelection() throws { try input.tap("End") }
}
