import ControlTestSupport
import Controls
import Motion
import Policies
import Scene
import ScreenDriver
import TestSupport
import Testing
import Toolkit

@testable import Tactile
@testable import Windowing

@Suite struct `Desktop button content` {
  /// Content on two monitors of 640 × 800 device pixels.
  private final class Fixture {
    let directory: TemporaryDirectory
    let content: DesktopButton
    private(set) var now = Instant(nanoseconds: 1_000_000_000)

    init(_ text: String = "") throws {
      directory = try TemporaryDirectory()
      content = DesktopButton(
        try ButtonConfiguration(try TOMLParser.parse(Array(text.utf8))),
        positions: ButtonPositions(named: "desktop-button", in: directory.path),
        preferences: AppearancePreferences(reducesMotion: true),
        in: Environment(theme: .light, text: FixedTextMetrics()))
      show(on: Self.screen(scale: 1))
    }

    static func screen(scale: Double, panel: Double = 0) -> ScreenLayout {
      var layout = ScreenLayout(
        monitors: [0, 640].map { x in
          let frame = Rect(x: x / scale, y: 0, width: 640 / scale, height: 800 / scale)
          return ScreenLayout.Monitor(
            frame: frame,
            workArea: Rect(
              x: frame.minX, y: panel / scale, width: frame.width, height: frame.height - panel / scale))
        })
      layout.scale = scale
      return layout
    }

    func show(on layout: ScreenLayout) {
      _ = content.handle(.resized(Size(width: 1, height: 1), scale: layout.scale), at: now)
      _ = content.handle(.screenChanged(layout), at: now)
    }

    func pass(_ duration: Duration) {
      now = now + duration
      _ = content.handle(.timePassed, at: now)
    }

    func press(_ key: Key) {
      _ = content.handle(.input(.keyPressed(KeyPress(key))), at: now)
      pass(.seconds(1))
    }

    func type(_ letter: Unicode.Scalar) {
      let press = KeyPress(.character(letter), text: TypedText(letter))
      _ = content.handle(.input(.keyPressed(press)), at: now)
    }

    /// The center of the window on the screen in device pixels, if it is shown.
    func center(scale: Double = 1) -> Point? {
      content.placement(at: now).map { Point(x: $0.frame.center.x * scale, y: $0.frame.center.y * scale) }
    }

    /// The texts that are drawn, in their order.
    var texts: [String] {
      var list = DisplayList()
      content.draw(into: &list, at: now)
      return list.flattened.elements.compactMap { if case .text(let text) = $0 { text.string } else { nil } }
    }

    /// Whether the panel is open, which makes the window larger.
    var isOpen: Bool { (content.placement(at: now)?.frame.width ?? 0) > 200 }
  }

  private static let actions = """
    [[action]]
    name = "One"
    command = ["one"]
    [[action]]
    menu = "More"
    name = "Two"
    command = ["two"]
    [[action]]
    menu = "More"
    name = "Three"
    command = ["three"]
    """

  @Test(arguments: ["left", "right", "top-left", "bottom-right"])
  func `stays on its monitor at another scale and beside a panel`(edge: String) throws {
    let fixture = try Fixture()
    let position = try #require(ButtonEdge(rawValue: edge)).position
    fixture.content.move(to: position, at: fixture.now)
    fixture.pass(.seconds(2))
    for (scale, panel) in [(1.0, 0.0), (2.0, 0.0), (2.0, 48.0), (1.5, 0.0), (1.0, 48.0), (1.0, 0.0)] {
      let layout = Fixture.screen(scale: scale, panel: panel)
      fixture.show(on: layout)
      fixture.pass(.seconds(2))
      let center = try #require(fixture.center(scale: scale))
      #expect((0..<640).contains(center.x), "\(scale) \(panel) \(center)")
      let saved = ButtonPositions(named: "desktop-button", in: fixture.directory.path)
        .position(for: layout.arrangement)
      #expect(saved == ButtonPositions.SavedPosition(monitor: 0, position: position))
    }
  }

  @Test func `searches for icons once per configuration, icon theme and scale`() throws {
    let text = "[[action]]\nname = 'T'\ncommand = ['xterm']\nicon = 'terminal'\n"
    let fixture = try Fixture(text)
    var (searches, settings) = ([IconSearch](), DesktopSettings())
    fixture.content.onIconSearch = { searches.append($0) }
    fixture.content.configure(fixture.content.configuration, at: fixture.now)
    #expect(searches.map(\.names) == [["terminal"]])
    settings.wantsHighContrast = true
    _ = fixture.content.handle(.settingsChanged(settings), at: fixture.now)
    fixture.show(on: Fixture.screen(scale: 1))
    #expect(searches.count == 1)
    settings.iconTheme = "Other"
    _ = fixture.content.handle(.settingsChanged(settings), at: fixture.now)
    #expect(searches.map(\.theme) == [nil, "Other"])
    fixture.show(on: Fixture.screen(scale: 2))
    #expect(searches.count == 3 && searches[2].side == 2 * searches[0].side)
    fixture.content.configure(fixture.content.configuration, at: fixture.now)
    #expect(searches.count == 4 && searches[3] == searches[2])
  }

  @Test func `continues a throw at a monitor when another window becomes full screen`() throws {
    let fixture = try Fixture()
    let start = try #require(fixture.center())
    let press = PointerPress(at: start)
    _ = fixture.content.handle(.input(.pointerPressed(press)), at: fixture.now)
    // The center is still on the first monitor.
    for step in 1...4 {
      fixture.pass(.milliseconds(8))
      _ = fixture.content.handle(
        .input(.pointerMoved(to: Point(x: start.x + Double(step) * 6, y: start.y))), at: fixture.now)
    }
    let end = PointerPress(at: Point(x: start.x + 24, y: start.y))
    _ = fixture.content.handle(.input(.pointerReleased(end)), at: fixture.now)
    var layout = Fixture.screen(scale: 1)
    layout.fullScreenWindow = Rect(x: 0, y: 0, width: 640, height: 800)
    fixture.show(on: layout)
    fixture.pass(.seconds(3))
    #expect(try #require(fixture.center()).x > 640)
  }

  @Test func `shows the failure of an item, of a menu item and of a gesture in its panel`() throws {
    for name in ["one", "three", "gesture"] {
      let fixture = try Fixture(Self.actions)
      fixture.content.show(.missing(name), of: .command([name]), opensPanel: true, at: fixture.now)
      fixture.pass(.seconds(1))
      #expect(fixture.isOpen)
      #expect(!fixture.content.cues(at: fixture.now).wantsKeyboardGrab)
      #expect(fixture.texts.filter { $0 == "No \(name)" }.count == 1)
    }
  }

  @Test func `keeps the keyboard after a failure of an item that was chosen by keys`() throws {
    let fixture = try Fixture(Self.actions)
    var chosen: ButtonAction.Operation?
    fixture.content.perform = { chosen = $0 }
    _ = fixture.content.togglePanel(at: fixture.now)
    fixture.press(.enter)
    #expect(chosen == .command(["one"]) && !fixture.isOpen)
    fixture.content.show(.missing("one"), of: .command(["one"]), opensPanel: true, at: fixture.now)
    fixture.pass(.seconds(1))
    #expect(fixture.isOpen && fixture.content.cues(at: fixture.now).wantsKeyboardGrab)
    fixture.press(.escape)
    #expect(!fixture.isOpen && !fixture.content.cues(at: fixture.now).wantsKeyboardGrab)
  }

  @Test func `shows the failure of an action that the configuration no longer has`() throws {
    let fixture = try Fixture(Self.actions)
    let other = try ButtonConfiguration(
      try TOMLParser.parse(Array("[[action]]\nname = \"Other\"\ncommand = [\"other\"]\n".utf8)))
    fixture.content.configure(other, at: fixture.now)
    fixture.content.show(.missing("three"), of: .command(["three"]), opensPanel: true, at: fixture.now)
    fixture.pass(.seconds(1))
    #expect(fixture.isOpen)
    #expect(fixture.texts == ["Other", "three", "No three"])
  }

  @Test(arguments: ["the button", "the panel", "a menu"])
  func `has an object with a name where a pointer can use it`(part: String) throws {
    let fixture = try Fixture(Self.actions)
    if part != "the button" { _ = fixture.content.togglePanel(at: fixture.now) }
    fixture.pass(.seconds(1))
    if part == "a menu" {
      fixture.type("m")
      fixture.press(.enter)
    }
    var (tree, shapes) = (AccessibleTree(.outline), Set<PointerShape>())
    fixture.content.describe(into: &tree, at: fixture.now)
    let missing = tree.entries.missing(in: Rect(x: 0, y: 0, width: 1280, height: 800)) { point in
      _ = fixture.content.handle(.input(.pointerMoved(to: point)), at: fixture.now)
      let shape = fixture.content.cues(at: fixture.now).pointerShape
      shapes.insert(shape)
      return shape
    }
    #expect(missing.isEmpty && shapes.count > 1, "\(missing)")
  }

  @Test func `opens a menu by keys, searches in it, and returns to it by Escape`() throws {
    let fixture = try Fixture(Self.actions)
    var chosen: [ButtonAction.Operation] = []
    fixture.content.perform = { chosen.append($0) }
    let (two, three) = (ButtonAction.Operation.command(["two"]), ButtonAction.Operation.command(["three"]))
    func openMenu() {
      fixture.type("m")
      _ = fixture.content.handle(.input(.keyPressed(KeyPress(.enter))), at: fixture.now)
    }
    // The first action of the menu is highlighted.
    _ = fixture.content.togglePanel(at: fixture.now)
    openMenu()
    fixture.press(.enter)
    #expect(chosen == [two] && !fixture.isOpen)
    // The letters that opened the menu are not part of the search in it.
    _ = fixture.content.togglePanel(at: fixture.now)
    openMenu()
    fixture.type("t")
    fixture.type("h")
    fixture.press(.enter)
    #expect(chosen == [two, three])
    // Escape returns to the item of the menu, and then closes the panel.
    _ = fixture.content.togglePanel(at: fixture.now)
    openMenu()
    fixture.press(.escape)
    #expect(fixture.isOpen)
    fixture.press(.enter)
    fixture.press(.enter)
    #expect(chosen == [two, three, two] && !fixture.isOpen)
    _ = fixture.content.togglePanel(at: fixture.now)
    openMenu()
    fixture.press(.escape)
    fixture.press(.escape)
    #expect(!fixture.isOpen)
    // The hot key closes the panel immediately.
    _ = fixture.content.togglePanel(at: fixture.now)
    openMenu()
    _ = fixture.content.togglePanel(at: fixture.now)
    fixture.pass(.seconds(1))
    #expect(!fixture.isOpen)
  }

  @Test func `highlights a failed item of a menu that was chosen by keys`() throws {
    let fixture = try Fixture(Self.actions)
    var chosen: [ButtonAction.Operation] = []
    fixture.content.perform = { chosen.append($0) }
    _ = fixture.content.togglePanel(at: fixture.now)
    for key: Key in [.right, .enter, .right, .enter] { fixture.press(key) }
    try #require(chosen == [.command(["three"])])
    fixture.content.show(.exitStatus(1), of: .command(["three"]), opensPanel: true, at: fixture.now)
    fixture.pass(.seconds(1))
    fixture.press(.enter)
    #expect(chosen == [.command(["three"]), .command(["three"])])
  }

  @Test func `shows its panel above a full-screen window only while it is open`() throws {
    let fixture = try Fixture(Self.actions)
    var layout = Fixture.screen(scale: 1)
    let monitor = try #require(fixture.center()).x < 640 ? 0.0 : 640.0
    layout.fullScreenWindow = Rect(x: monitor, y: 0, width: 640, height: 800)
    fixture.show(on: layout)
    #expect(fixture.center() == nil)
    _ = fixture.content.togglePanel(at: fixture.now)
    fixture.pass(.seconds(1))
    #expect(fixture.isOpen)
    fixture.press(.escape)
    #expect(fixture.center() == nil)
    layout.isLocked = true
    fixture.show(on: layout)
    _ = fixture.content.togglePanel(at: fixture.now)
    fixture.pass(.seconds(1))
    #expect(fixture.center() == nil)
  }

  @Test func `is shown on request above a full-screen window until that window changes`() throws {
    let fixture = try Fixture()
    var layout = Fixture.screen(scale: 1)
    let monitor = try #require(fixture.center()).x < 640 ? 0.0 : 640.0
    layout.fullScreenWindow = Rect(x: monitor, y: 0, width: 640, height: 800)
    fixture.show(on: layout)
    #expect(fixture.center() == nil)
    fixture.content.show()
    #expect(fixture.center() != nil)
    var changed = layout
    changed.isComposited = !layout.isComposited
    fixture.show(on: changed)
    #expect(fixture.center() != nil)
    changed.fullScreenWindow = nil
    fixture.show(on: changed)
    fixture.show(on: layout)
    #expect(fixture.center() == nil)
  }

  @Test func `gives the context menu the keyboard while it is open`() throws {
    let fixture = try Fixture()
    var chosen: [ButtonAction.Operation] = []
    fixture.content.perform = { chosen.append($0) }
    let center = try #require(fixture.center())
    func openMenu() {
      let press = PointerPress(at: center, button: .secondary)
      _ = fixture.content.handle(.input(.pointerPressed(press)), at: fixture.now)
      fixture.pass(.milliseconds(50))
      _ = fixture.content.handle(.input(.pointerReleased(press)), at: fixture.now)
      fixture.pass(.seconds(1))
    }
    openMenu()
    #expect(fixture.isOpen && fixture.content.cues(at: fixture.now).wantsKeyboardGrab)
    fixture.press(.escape)
    #expect(!fixture.isOpen && !fixture.content.cues(at: fixture.now).wantsKeyboardGrab && chosen.isEmpty)
    openMenu()
    for key: Key in [.up, .up, .up, .down, .enter] { fixture.press(key) }
    #expect(chosen == [.builtIn(.settings)])
    #expect(!fixture.isOpen && !fixture.content.cues(at: fixture.now).wantsKeyboardGrab)
    // The panel that shows its failure does not take the keyboard from the active window.
    fixture.content.show(.missing("a"), of: .builtIn(.settings), opensPanel: true, at: fixture.now)
    #expect(fixture.isOpen && !fixture.content.cues(at: fixture.now).wantsKeyboardGrab)
  }

  @Test func `does not open its panel for a failure during a drag or a move by keys`() throws {
    for movesByKeys in [true, false] {
      let fixture = try Fixture(Self.actions)
      let start = try #require(fixture.center())
      if movesByKeys {
        _ = fixture.content.beginMove(at: fixture.now)
      } else {
        _ = fixture.content.handle(.input(.pointerPressed(PointerPress(at: start))), at: fixture.now)
      }
      fixture.content.show(.missing("one"), of: .command(["one"]), opensPanel: true, at: fixture.now)
      fixture.pass(.seconds(1))
      if movesByKeys { fixture.press(.enter) }
      #expect(!fixture.isOpen)
    }
  }

  @Test(arguments: [Theme.light, .dark, .lightHighContrast, .darkHighContrast])
  func `shows a failure in a red that can be read on the panel`(theme: Theme) throws {
    let content = DesktopButton(
      try ButtonConfiguration(try TOMLParser.parse(Array(Self.actions.utf8))),
      positions: ButtonPositions(named: "desktop-button", in: nil),
      preferences: AppearancePreferences(),
      in: Environment(theme: theme, text: FixedTextMetrics()))
    var settings = DesktopSettings()
    settings.colorScheme = [.dark, .darkHighContrast].contains(theme) ? .dark : .light
    settings.wantsHighContrast = [.lightHighContrast, .darkHighContrast].contains(theme)
    _ = content.handle(.settingsChanged(settings), at: .zero)
    _ = content.handle(.screenChanged(Fixture.screen(scale: 1)), at: .zero)
    content.show(.missing("one"), of: .command(["one"]), opensPanel: true, at: .zero)
    var list = DisplayList()
    content.draw(into: &list, at: .zero + .seconds(2))
    let colors = list.flattened.elements.compactMap { element in
      if case .text(let text) = element, text.string == "No one" { text.color } else { nil }
    }
    let color = try #require(colors.first)
    #expect(color.red > 2 * max(color.green, color.blue) || color.red > 0.9 && color.green < 0.6)
    #expect(color.contrast(with: theme.colors.raised) >= 4.5)
  }

  @Test func `has an item of its own for each of several moves`() throws {
    let fixture = try Fixture(String(repeating: "[[action]]\nbuilt_in = \"move\"\n", count: 2))
    var chosen: [ButtonAction.Operation] = []
    fixture.content.perform = { chosen.append($0) }
    for keys: [Key] in [[.enter], [.right, .enter]] {
      _ = fixture.content.togglePanel(at: fixture.now)
      for key in keys { fixture.press(key) }
    }
    #expect(chosen == [.builtIn(.move), .builtIn(.move)])
  }

  @Test func `can be moved although panels of the desktop leave no space for it`() throws {
    let fixture = try Fixture()
    fixture.show(
      on: ScreenLayout(monitors: [
        ScreenLayout.Monitor(
          frame: Rect(x: 0, y: 0, width: 800, height: 600),
          workArea: Rect(x: 385, y: 285, width: 30, height: 30))
      ]))
    fixture.pass(.seconds(2))
    for edge in [ButtonEdge.left, .right, .top] {
      fixture.content.move(to: edge.position, at: fixture.now)
      fixture.pass(.seconds(2))
      let (center, position) = (try #require(fixture.center()), edge.position)
      #expect(center == Point(x: 32 + position.x * 736, y: 32 + position.y * 536))
    }
  }

  @Test(arguments: [(320.0, 480.0), (240, 320), (380, 200)])
  func `opens its whole panel on a small monitor`(width: Double, height: Double) throws {
    let fixture = try Fixture()
    let monitor = Rect(x: 0, y: 0, width: width, height: height)
    fixture.show(on: ScreenLayout(monitors: [ScreenLayout.Monitor(frame: monitor, workArea: monitor)]))
    _ = fixture.content.togglePanel(at: fixture.now)
    fixture.pass(.seconds(1))
    let placement = try #require(fixture.content.placement(at: fixture.now))
    #expect(placement.outlines.allSatisfy { monitor.union($0.rect) == monitor })
    var list = DisplayList()
    fixture.content.draw(into: &list, at: fixture.now)
    let texts = list.textFrames
    #expect(texts.count == 8)
    let origin = placement.frame.origin
    let panel = try #require(placement.outlines.first).rect.offset(by: .zero - origin)
    #expect(texts.allSatisfy { panel.union($0.ink) == panel })
  }

  @Test func `does not open its panel for a late failure, or while it is hidden`() throws {
    for isLate in [true, false] {
      let fixture = try Fixture(Self.actions)
      if !isLate { fixture.content.hide(for: .user) }
      fixture.content.show(.missing("one"), of: .command(["one"]), opensPanel: !isLate, at: fixture.now)
      fixture.content.endHiding(for: .user)
      fixture.pass(.seconds(1))
      #expect(!fixture.isOpen)
    }
  }
}
