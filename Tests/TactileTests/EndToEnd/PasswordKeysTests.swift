import Scene
import ScreenDriver
import Testing

extension `Tactile program`.`Password form` {
  /// A row of the key table: keys, and the resulting content of the field.
  struct Row: Sendable {
    let name: String
    let keys: [KeyInput]
    let content: FieldContent
  }

  enum KeyInput: Sendable {
    case text(String)
    case key(String, [InputSimulator.ModifierKey] = [])
  }

  /// All rows in order, starting with an empty, focused field. No typed letter is as small as a
  /// bullet. If a key must have no effect, text typed after it shows that.
  private static let rows: [Row] = [
    Row(name: "Left", keys: [.text("WMWM"), .key("Left")], content: .bullets(4, caret: 3)),
    Row(name: "Right", keys: [.key("Left"), .key("Right")], content: .bullets(4, caret: 3)),
    Row(name: "Home", keys: [.key("Home")], content: .bullets(4, caret: 0)),
    Row(name: "End", keys: [.key("End")], content: .bullets(4, caret: 4)),
    Row(name: "Ctrl+Left", keys: [.key("Left", [.control])], content: .bullets(4, caret: 0)),
    Row(name: "Ctrl+Right", keys: [.key("Right", [.control])], content: .bullets(4, caret: 4)),
    Row(name: "Ctrl+A", keys: [.key("a", [.control]), .text("M")], content: .bullets(1, caret: 1)),
    Row(name: "Ctrl+Z", keys: [.key("z", [.control]), .text("W")], content: .bullets(2, caret: 2)),
    Row(
      name: "Ctrl+U", keys: [.text("MW"), .key("Left"), .key("u", [.control])],
      content: .bullets(1, caret: 0)),
    Row(
      name: "Ctrl+Backspace", keys: [.key("End"), .text(" W M"), .key("BackSpace", [.control])],
      content: .bullets(0, caret: 0)),
    Row(name: "Alt+V", keys: [.text("WM"), .key("v", [.alt])], content: .letters),
    Row(name: "Alt+V again", keys: [.key("v", [.alt])], content: .bullets(2, caret: 2)),
    Row(
      name: "Ctrl+H, which has no effect", keys: [.key("h", [.control]), .text("W")],
      content: .bullets(3, caret: 3)),
    Row(name: "Esc", keys: [.key("v", [.alt]), .text("M")], content: .letters),
    Row(name: "Esc, which hides the text", keys: [.key("Escape")], content: .bullets(4, caret: 4)),
    Row(
      name: "Esc, which has no further effect", keys: [.key("Escape"), .text("W")],
      content: .bullets(5, caret: 5)),
  ]

  @Test(arguments: [FieldArea.first, .second])
  func `P5 handles each key of the table, masked and revealed`(field: FieldArea) throws {
    let session = try Program.start()
    if field == .second { try session.input.tap("Tab", times: 2) }
    for row in Self.rows {
      try session.press(row.keys)
      try session.expect(row.content, in: field, after: row.name)
    }
  }

  @Test func `P5 moves the focus through fields, reveal buttons and Submit by keys`() throws {
    let session = try Program.start()
    let tab = KeyInput.key("Tab")
    let back = KeyInput.key("Tab", [.shift])
    // To the reveal button and back to the text; then the same in the second field.
    for (name, keys, content, field) in [
      ("Tab", [.text("WM"), tab, .key("space")], .letters, .first),
      ("Shift+Tab", [.key("space"), back, .text("W")], .bullets(3, caret: 3), .first),
      ("Enter in the first", [.key("Return"), .text("WM")], .bullets(2, caret: 2), .second),
      ("Tab to the second reveal button", [tab, .key("space")], .letters, .second),
      ("Shift+Tab", [.key("space"), back, .text("W")], .bullets(3, caret: 3), .second),
      (
        "Enter in the second, with an unmet rule", [.key("Return"), .key("End"), .text("W")],
        .bullets(4, caret: 4), .first
      ),
      (
        "Enter on Submit, four stops further",
        [tab, tab, tab, tab, .key("Return"), .key("End"), .text("M")],
        .bullets(5, caret: 5), .first
      ),
    ] as [(String, [KeyInput], FieldContent, FieldArea)] {
      try session.press(keys)
      try session.expect(content, in: field, after: name)
    }
    // The icons of the unmet requirements, and of the line with the first of them.
    #expect(try session.window.screenshot().icons(Program.colors.red).count >= 2)
  }
}

/// A password field. The raw value is the y coordinate of its text, in device pixels.
enum FieldArea: Int, Sendable {
  case first = 142
  case second = 310

  var frame: PixelRect { PixelRect(x: Self.textStart - 4, y: rawValue, width: 340, height: 20) }

  /// The x coordinate of the leading side of the text.
  static let textStart = 54
}

/// The visible content of a password field.
enum FieldContent: Equatable, Sendable {
  /// - Parameter caret: The number of bullets before the caret.
  case bullets(Int, caret: Int)
  case letters

  /// - Parameter picture: A screenshot of the text area of a field.
  init?(_ picture: Screenshot) {
    let text = ColorMatch(Color(hex: 0x1C1C1E), tolerance: 60)
    let shapes = picture.shapes(of: text, gap: 1)
    if shapes.contains(where: { $0.width > 8 }) {
      self = .letters
      return
    }
    let carets = picture.shapes(of: ColorMatch(Program.colors.blue, tolerance: 24), gap: 1)
    guard let caret = carets.first, carets.count == 1, caret.height >= 10 else { return nil }
    // The distance between the centers of two bullets is 11.
    self = .bullets(shapes.count, caret: (caret.center.x - 4 + 5) / 11)
  }
}

extension AppSession {
  fileprivate func press(_ keys: [`Tactile program`.`Password form`.KeyInput]) throws {
    for key in keys {
      switch key {
      case .text(let text): try input.type(text)
      case .key(let name, let modifiers): try input.tap(name, with: modifiers)
      }
    }
  }

  fileprivate func expect(_ content: FieldContent, in field: FieldArea, after row: String) throws {
    _ = try window.waitFor("\(content) after \(row)", in: field.frame) {
      FieldContent($0) == content ? () : nil
    }
  }
}
