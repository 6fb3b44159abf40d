import CX11
import Motion
import Scene
import ScreenDriver
import Testing

@testable import Windowing
@testable import X11

// Windows that fit their content, and menus.
extension `Window kinds` {
  private typealias Opened = (window: Windowing.Window, content: ScriptedWindow)

  /// Returns the limits of the width and of the height.
  private func limits(of window: Windowing.Window) -> [Int32] {
    var (hints, supplied) = (XSizeHints(), 0)
    XGetWMNormalHints(observer.connection.display, window.id, &hints, &supplied)
    return [hints.min_width, hints.max_width, hints.min_height, hints.max_height]
  }

  @Test func `dialog takes the size of its content before it appears, and follows it`() throws {
    let (window, content) = try open(.dialog(for: .window(owner))) {
      $0.isResizable = false
      $0.fitsContent = true
    }
    content.preferredSize = Size(width: 200, height: 260)
    try run([
      { [unowned self] in isVisible(window, content) },
      once { [unowned self] in
        #expect(size(of: window) == [200, 260] && limits(of: window) == [200, 200, 260, 260])
        #expect(content.sizes == [Size(width: 200, height: 100), Size(width: 200, height: 260)])
        content.preferredSize = Size(width: 240, height: 20)
        window.update { _ in [] }
      },
      // At least the minimum size of 50 pixels.
      { [unowned self] in size(of: window) == [240, 50] && content.sizes.last?.height == 50 },
      { [unowned self] in limits(of: window) == [240, 240, 50, 50] },
    ])
    #expect(content.sizes.count == 3)
  }

  @Test func `window sends the time to its content after a change by the program, in the same call`() throws {
    let (window, content) = try open(.normal)
    var isClosed = false
    window.onClose = { isClosed = true }
    try run([
      { [unowned self] in isVisible(window, content) },
      once {
        let count = content.instants.count
        window.update { now in
          #expect(content.instants.count == count && content.instants.last.map { $0 <= now } == true)
          // The content returns it from its next call.
          content.effects = [.close]
          return [.bell]
        }
        #expect(content.instants.count == count + 1)
      },
      { isClosed },
    ])
  }

  @Test func `window that the user has resized keeps that size until the content needs another`() throws {
    let (window, content) = try open(.normal) { $0.fitsContent = true }
    content.preferredSize = Size(width: 200, height: 150)
    try run([
      { [unowned self] in isVisible(window, content) },
      once { [unowned self] in
        XResizeWindow(observer.connection.display, window.id, 300, 200)
        XFlush(observer.connection.display)
      },
      { content.sizes.last == Size(width: 300, height: 200) },
      { [unowned self] in
        window.update { _ in [] }
        return size(of: window) == [300, 200]
      },
      once {
        content.preferredSize = Size(width: 200, height: 180)
        window.update { _ in [] }
      },
      { content.sizes.last == Size(width: 200, height: 180) },
    ])
  }

  @Test func `window has the size that its content prefers last, also if the window manager has not replied`()
    throws
  {
    let (window, content) = try open(.normal) { $0.fitsContent = true }
    content.preferredSize = Size(width: 200, height: 150)
    try run([
      { [unowned self] in isVisible(window, content) && size(of: window) == [200, 150] },
      once {
        // No event is read between them.
        for height in [180.0, 150.0] {
          content.preferredSize = Size(width: 200, height: height)
          window.update { _ in [] }
          window.followCues()
        }
      },
      { content.sizes.contains(Size(width: 200, height: 180)) },
      { [unowned self] in
        size(of: window) == [200, 150] && content.sizes.last == Size(width: 200, height: 150)
      },
    ])
  }

  @Test func `popup that grows with its content is placed again`() throws {
    var popup: Opened?
    try run([
      { [unowned self] in isVisible(owner, content) },
      once { [unowned self] in
        popup = try open(.popup(of: owner, at: Rect(x: 0, y: 280, width: 50, height: 20))) {
          $0.fitsContent = true
        }
        popup?.content.preferredSize = Size(width: 200, height: 120)
      },
      { [unowned self] in popup.map { isVisible($0.window, $0.content) } == true },
      once { [unowned self] in
        let (window, popupContent) = try #require(popup)
        let corner = try #require(origin(of: owner))
        #expect(origin(of: window) == [corner[0], corner[1] + 300] && size(of: window) == [200, 120])
        // Too high for the space below the rectangle.
        popupContent.preferredSize = Size(width: 200, height: 380)
        window.update { _ in [] }
      },
      { [unowned self] in size(of: try #require(popup).window) == [200, 380] },
      { [unowned self] in
        let window = try #require(popup).window
        let top = try #require(origin(of: window))[1]
        return top + 380 <= Int(observer.connection.screenSize.height)
      },
    ])
  }

  // Menus.

  /// Opens a menu of the owner and waits until it is visible.
  private func opensMenu(_ body: @escaping (Opened) throws -> Void) -> [Application.Step] {
    var menu: Opened?
    return [
      { [unowned self] in isVisible(owner, content) && content.focusChanges.last == true },
      once { [unowned self] in
        menu = try open(.menu(of: owner, at: Rect(x: 30, y: 40, width: 80, height: 20)))
      },
      { [unowned self] in menu.map { isVisible($0.window, $0.content) } == true },
      once { try body(try #require(menu)) },
    ]
  }

  private func simulate(_ action: (InputSimulator) throws -> Void) throws {
    let connection = try DisplayConnection(to: display.name)
    try action(InputSimulator(in: #require(connection.window(titled: "owner"))))
  }

  @Test func `menu receives the keys of its owner until it closes`() throws {
    var menu: Opened?
    var isClosed = false
    try run(
      opensMenu { [unowned self] opened in
        menu = opened
        opened.window.onClose = { isClosed = true }
        #expect(opened.content.focusChanges == [true])
        try simulate { try $0.tap("a") }
      } + [
        { menu?.content.text == "a" },
        once { [unowned self] in
          #expect(content.text.isEmpty)
          menu?.window.close()
        },
        { isClosed },
        once { [unowned self] in try simulate { try $0.tap("b") } },
        { [unowned self] in content.text == "b" },
      ])
    #expect(menu?.content.text == "a")
  }

  @Test func `several menus of a window close together`() throws {
    var closed = 0
    try run(
      opensMenu { [unowned self] opened in
        opened.window.onClose = { closed += 1 }
        let second = try open(.menu(of: owner, at: Rect(x: 200, y: 40, width: 80, height: 20)))
        second.window.onClose = { closed += 1 }
        // The second one belongs to the second menu.
        let nested = try open(.menu(of: second.window, at: Rect(x: 0, y: 0, width: 20, height: 20)))
        nested.window.onClose = { closed += 1 }
      } + [
        { [unowned self] in application.windows.allSatisfy { observer.isViewable($0.id) } },
        once { [unowned self] in try simulate { try $0.click(at: PixelPoint(x: 350, y: 280)) } },
        { closed == 3 },
      ])
    #expect(!content.transcript.contains("press"))
  }

  @Test func `composed text is for the menu`() throws {
    var menu: Opened?
    content.textInput = TextInputContext(caret: .zero)
    try run(
      opensMenu { [unowned self] opened in
        menu = opened
        #expect(owner.cues.textInput == nil)
        owner.deliver(.input(.textCommitted(TypedText("한"))), at: .zero)
        #expect(opened.content.text == "한" && content.text.isEmpty)
        opened.window.close()
      } + [{ [unowned self] in owner.cues.textInput != nil }])
    #expect(menu?.content.text == "한")
  }

  @Test func `modal dialog takes the input of its owner, and closes with it`() throws {
    var dialog: Opened?
    var isClosed = false
    try run([
      { [unowned self] in isVisible(owner, content) },
      once { [unowned self] in
        dialog = try open(.dialog(for: .window(owner))) { $0.states = [.modal] }
        dialog?.window.onClose = { isClosed = true }
      },
      { [unowned self] in dialog.map { isVisible($0.window, $0.content) } == true },
      once { [unowned self] in
        observer.send(.wmDeleteWindow, to: owner.id)
        try simulate { try $0.click(at: PixelPoint(x: 5, y: 290)) }
      },
      // The pointer has arrived, but the press was discarded.
      { [unowned self] in content.events.contains { $0.hasPrefix("pointerReleased") } },
      once { [unowned self] in
        #expect(!content.transcript.contains("press") && content.closeRequests == 0)
        owner.close()
      },
      { isClosed },
    ])
  }

  @Test func `window accepts requests of assistive programs, but not behind a modal dialog or a screen lock`()
    throws
  {
    var dialog: Opened?
    var isClosed = false
    func accepts(_ window: Windowing.Window) -> Bool {
      window.perform(AccessibilityRequest(.perform("press"), of: []))
    }
    try run([
      { [unowned self] in isVisible(owner, content) },
      once { [unowned self] in
        dialog = try open(.dialog(for: .window(owner))) { $0.states = [.modal] }
        dialog?.window.onClose = { isClosed = true }
      },
      { [unowned self] in dialog.map { isVisible($0.window, $0.content) } == true },
      once { [unowned self] in
        let dialog = try #require(dialog)
        #expect(!accepts(owner) && accepts(dialog.window))
        dialog.content.effects = [.refuse]
        #expect(!accepts(dialog.window))
        dialog.window.close()
      },
      { isClosed },
      once { [unowned self] in
        owner.frames.changeVisibility { $0.isLocked = true }
        #expect(!accepts(owner))
        owner.frames.changeVisibility { $0.isLocked = false }
        #expect(accepts(owner))
      },
    ])
    #expect(content.events.count { $0.hasPrefix("accessibility") } == 1)
  }

  @Test func `owner of a modal dialog accepts no drop`() throws {
    var dialog: Opened?
    content.dropType = { _ in .text }
    try run([
      { [unowned self] in isVisible(owner, content) },
      once { [unowned self] in dialog = try open(.dialog(for: .window(owner))) { $0.states = [.modal] } },
      { [unowned self] in dialog.map { isVisible($0.window, $0.content) } == true },
      once { [unowned self] in
        let dialog = try #require(dialog)
        observer.movePointer(to: 50, 50, of: dialog.window.id)
        try simulate { $0.press() }
      },
      { dialog?.content.transcript.last == "press" },
      once { [unowned self] in
        let dialog = try #require(dialog)
        dialog.window.update { _ in [.beginDrag(DataProvider(text: "dragged"), preview: nil)] }
        observer.movePointer(to: 5, 290, of: owner.id)
        try simulate { $0.release() }
      },
      { dialog?.content.outcomes.count == 1 },
    ])
    #expect(dialog?.content.outcomes == [.cancelled])
    #expect(content.hovers.isEmpty && content.received.isEmpty)
  }

  @Test func `popup of a closed window closes immediately`() throws {
    var isClosed = false
    let (window, _) = try open(.normal)
    window.onClose = { [unowned self] in
      do {
        let popup = try open(.popup(of: window, at: Rect(x: 0, y: 0, width: 10, height: 10)))
        popup.window.onClose = { isClosed = true }
      } catch {
        Issue.record("\(error)")
      }
    }
    try run([
      { [unowned self] in observer.isViewable(window.id) },
      once { window.close() },
      { isClosed },
    ])
  }

  @Test func `popup closes when its owner is minimized`() throws {
    let anchor = Rect(x: 0, y: 0, width: 10, height: 10)
    var isClosed = false
    try run(
      opensPopup(at: anchor) { [unowned self] window, _ in
        window.onClose = { isClosed = true }
        XIconifyWindow(observer.connection.display, owner.id, 0)
        XSync(observer.connection.display, False)
      } + [
        { isClosed },
        once { [unowned self] in
          // Also one that is opened while the owner is hidden.
          isClosed = false
          try open(.popup(of: owner, at: anchor)).window.onClose = { isClosed = true }
        },
        { isClosed },
      ])
  }

  @Test func `popup of a popup closes together with it when the owner is minimized`() throws {
    let anchor = Rect(x: 0, y: 0, width: 10, height: 10)
    var areClosing: [Bool] = []
    try run(
      opensPopup(at: anchor) { [unowned self] window, _ in
        let inner = try open(.popup(of: window, at: anchor)).window
        window.onClose = { areClosing.append(inner.isClosing) }
        XIconifyWindow(observer.connection.display, owner.id, 0)
        XSync(observer.connection.display, False)
      } + [{ !areClosing.isEmpty }])
    #expect(areClosing == [true])
  }

  @Test func `menu that is opened together with its owner stays open`() throws {
    let menu = try open(.menu(of: owner, at: Rect(x: 10, y: 10, width: 10, height: 10)))
    try run([
      { [unowned self] in isVisible(menu.window, menu.content) && content.focusChanges.last == true },
      once { [unowned self] in try simulate { try $0.tap("a") } },
      { menu.content.text == "a" },
    ])
  }

  @Test func `requested position holds for the size of the content`() throws {
    let (window, content) = try open(.normal) {
      $0.fitsContent = true
      $0.geometry = WindowGeometry("-0-0")
    }
    content.preferredSize = Size(width: 200, height: 180)
    try run([
      { [unowned self] in isVisible(window, content) },
      { [unowned self] in
        var (hints, supplied) = (XSizeHints(), 0)
        XGetWMNormalHints(observer.connection.display, window.id, &hints, &supplied)
        #expect(hints.flags & USPosition != 0 && hints.win_gravity == SouthEastGravity)
        let (position, screen) = (try #require(origin(of: window)), observer.connection.screenSize)
        // The frame of the window manager takes some pixels.
        return size(of: window) == [200, 180] && position[1] + 180 > Int(screen.height) - 20
          && position[1] + 180 <= Int(screen.height)
      },
    ])
  }

  @Test func `menu closes when its owner loses the focus`() throws {
    var isClosed = false
    var other: Opened?
    try run(
      opensMenu { [unowned self] opened in
        opened.window.onClose = { isClosed = true }
        // With a window manager, the focus does not follow the pointer into the menu.
        observer.movePointer(to: 20, 20, of: opened.window.id)
        other = try open(.normal)
      } + [
        { isClosed },
        { [unowned self] in content.focusChanges.last == false && other?.content.focusChanges.last == true },
      ])
  }
}
