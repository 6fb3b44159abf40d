import Scene
import ScreenDriver
import TestSupport
import Testing

extension `Tactile program`.`Password form` {
  @Test(.onlyInAll("rare setting")) func `row 45: shows the current keyboard layout if there are several`()
    throws
  {
    let session = try Program.start()
    let none = try session.keyboardLine()
    try session.display.setKeyboardLayout("us,ru")
    let english = try session.keyboardLine("the layout", after: none)
    session.input.switchLayout(to: 1)
    let russian = try session.keyboardLine("the other layout", after: english)
    session.input.switchLayout(to: 0)
    _ = try session.keyboardLine("the layout again", after: russian) { $0 == english }
    try session.display.setKeyboardLayout("us")
    _ = try session.keyboardLine("no layout", after: english) { $0 == none }
  }

  @Test(arguments: WindowManager.standard.inScope)
  func `row 61: grabs the keyboard during password input and shows it`(
    manager: WindowManager
  ) throws {
    let session = try Program.start(["--grab-keyboard"], under: manager)
    let client = try HostileClient(on: session.display.name)
    try session.expectGrab(true, from: client)
    let grabbed = try session.keyboardLine()
    try session.input.type("Pass")
    try session.expectGreenIcons(2)
    // To its reveal button.
    try session.input.tap("Tab")
    try session.expectGrab(false, from: client)
    _ = try session.keyboardLine("no message about a grab", after: grabbed) { picture in
      picture.difference(from: grabbed).map { $0.width > 80 } == true
    }
    // To the second field.
    try session.input.tap("Tab")
    try session.expectGrab(true, from: client)
    session.window.hide()
    try session.expectGrab(false, from: client)
  }

  @Test(.onlyInAll("rare setting")) func `row 61: shows that another program has grabbed the keyboard`()
    throws
  {
    let session = try Program.start(["--grab-keyboard"])
    let client = try HostileClient(on: session.display.name)
    try session.expectGrab(true, from: client)
    let grabbed = try session.keyboardLine()
    try session.input.tap("Tab", times: 4)
    try session.expectGrab(false, from: client)
    #expect(client.grabKeyboard())
    try session.input.click(at: AppSession.firstFieldPoint)
    let failed = try session.keyboardLine("the failure", after: grabbed) { picture in
      picture.difference(from: grabbed).map { $0.width > 150 } == true
    }
    client.ungrab()
    _ = try session.keyboardLine("the grab", after: failed) { $0 == grabbed }
    try session.expectGrab(true, from: client)
  }
}

extension AppSession {
  /// Waits until the program has grabbed the keyboard, or has released it.
  fileprivate func expectGrab(_ isGrabbed: Bool, from client: HostileClient) throws {
    try Deadline(after: .defaultTimeout).poll(for: isGrabbed ? "a grab" : "no grab") {
      let isFree = client.grabKeyboard()
      if isFree { client.ungrab() }
      return isFree != isGrabbed ? () : nil
    }
  }

  /// A point in the text of the first field.
  fileprivate static var firstFieldPoint: PixelPoint { PixelPoint(x: 100, y: 150) }

  /// The area of the keyboard line in the first field: between its label and its reveal button,
  /// within its outline.
  static var keyboardLineArea: PixelRect { PixelRect(x: 160, y: 124, width: 234, height: 20) }

  /// Returns a screenshot of the keyboard line after all animations.
  func keyboardLine() throws -> Screenshot {
    _ = try settledScreenshot()
    return try window.screenshot(of: Self.keyboardLineArea)
  }

  /// Waits for a change of the keyboard line that satisfies a condition. Returns a screenshot of it
  /// after all animations.
  func keyboardLine(
    _ what: String, after before: Screenshot, where isExpected: (Screenshot) -> Bool = { _ in true }
  ) throws -> Screenshot {
    _ = try window.waitFor(what, in: Self.keyboardLineArea) { picture in
      picture != before && isExpected(picture) ? () : nil
    }
    return try keyboardLine()
  }
}
