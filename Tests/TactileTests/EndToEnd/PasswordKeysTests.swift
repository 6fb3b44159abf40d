import Scene
import ScreenDriver
import Testing

extension `The program`.`has a password form` {
  /// A row of the keyboard map: keys, and what is to be seen in the field then.
  struct Row: Sendable {
    let name: String
    let keys: [Stroke]
    let sight: FieldSight
  }

  enum Stroke: Sendable {
    case text(String)
    case key(String, [Hand.ModifierKey] = [])
  }

  /// In their order, beginning with an empty field that has the focus. What is typed has no letter as
  /// small as a bullet; where a key is to do nothing, what is typed next shows that.
  private static let rows: [Row] = [
    Row(name: "Left", keys: [.text("WMWM"), .key("Left")], sight: .bullets(4, caret: 3)),
    Row(name: "Right", keys: [.key("Left"), .key("Right")], sight: .bullets(4, caret: 3)),
    Row(name: "Home", keys: [.key("Home")], sight: .bullets(4, caret: 0)),
    Row(name: "End", keys: [.key("End")], sight: .bullets(4, caret: 4)),
    Row(name: "Ctrl+Left", keys: [.key("Left", [.control])], sight: .bullets(4, caret: 0)),
    Row(name: "Ctrl+Right", keys: [.key("Right", [.control])], sight: .bullets(4, caret: 4)),
    Row(name: "Ctrl+A", keys: [.key("a", [.control]), .text("M")], sight: .bullets(1, caret: 1)),
    Row(name: "Ctrl+Z", keys: [.key("z", [.control]), .text("W")], sight: .bullets(2, caret: 2)),
    Row(
      name: "Ctrl+U", keys: [.text("MW"), .key("Left"), .key("u", [.control])],
      sight: .bullets(1, caret: 0)),
    Row(
      name: "Ctrl+Backspace", keys: [.key("End"), .text(" W M"), .key("BackSpace", [.control])],
      sight: .bullets(0, caret: 0)),
    Row(name: "Alt+V", keys: [.text("WM"), .key("v", [.alt])], sight: .letters),
    Row(name: "Alt+V again", keys: [.key("v", [.alt])], sight: .bullets(2, caret: 2)),
    Row(
      name: "Ctrl+H, which is off", keys: [.key("h", [.control]), .text("W")],
      sight: .bullets(3, caret: 3)),
    Row(name: "Esc", keys: [.key("v", [.alt]), .text("M")], sight: .letters),
    Row(name: "Esc, which hides", keys: [.key("Escape")], sight: .bullets(4, caret: 4)),
    Row(
      name: "Esc, which does no more", keys: [.key("Escape"), .text("W")],
      sight: .bullets(5, caret: 5)),
  ]

  @Test(arguments: [FieldPlace.first, .second])
  func `P5 that knows each key of the map, masked and not`(field: FieldPlace) throws {
    let sitting = try Program.start()
    if field == .second { try sitting.hand.tap("Tab", times: 2) }
    for row in Self.rows {
      try sitting.press(row.keys)
      try sitting.expect(row.sight, in: field, after: row.name)
    }
  }

  @Test func `P5 whose fields, eyes and Submit are walked through by Tab and by Enter`() throws {
    let sitting = try Program.start()
    let tab = Stroke.key("Tab")
    let back = Stroke.key("Tab", [.shift])
    // To the eye and to the text again; to the eye of the second, and to its text.
    for (name, keys, sight, field) in [
      ("Tab", [.text("WM"), tab, .key("space")], .letters, .first),
      ("Shift+Tab", [.key("space"), back, .text("W")], .bullets(3, caret: 3), .first),
      ("Enter in the first", [.key("Return"), .text("WM")], .bullets(2, caret: 2), .second),
      ("Tab to the second eye", [tab, .key("space")], .letters, .second),
      ("Shift+Tab", [.key("space"), back, .text("W")], .bullets(3, caret: 3), .second),
      (
        "Enter in the second, where a rule fails", [.key("Return"), .key("End"), .text("W")],
        .bullets(4, caret: 4), .first
      ),
      (
        "Enter on Submit, four stops further",
        [tab, tab, tab, tab, .key("Return"), .key("End"), .text("M")],
        .bullets(5, caret: 5), .first
      ),
    ] as [(String, [Stroke], FieldSight, FieldPlace)] {
      try sitting.press(keys)
      try sitting.expect(sight, in: field, after: name)
    }
    // The rules that the password fails, and the line that says the first.
    #expect(try sitting.window.screenshot().marks(Program.colors.red).count >= 2)
  }
}

/// Where the text of a field is in the window, in device pixels.
enum FieldPlace: Int, Sendable {
  case first = 142
  case second = 310

  var part: PixelRect { PixelRect(x: Self.start - 4, y: rawValue, width: 340, height: 20) }

  /// The text's leading side.
  static let start = 54
}

/// What a field shows of a text.
enum FieldSight: Equatable, Sendable {
  /// - Parameter caret: After how many of them it stands.
  case bullets(Int, caret: Int)
  case letters

  /// - Parameter picture: Of a field's part alone.
  init?(_ picture: Screenshot) {
    let text = ColorMatch(Color(hex: 0x1C1C1E), tolerance: 60)
    let shapes = picture.shapes(of: text, gap: 1)
    if shapes.contains(where: { $0.width > 8 }) {
      self = .letters
      return
    }
    let carets = picture.shapes(of: ColorMatch(Program.colors.blue, tolerance: 24), gap: 1)
    guard let caret = carets.first, carets.count == 1, caret.height >= 10 else { return nil }
    // From one bullet's middle to the next it is 11.
    self = .bullets(shapes.count, caret: (caret.center.x - 4 + 5) / 11)
  }
}

extension Sitting {
  fileprivate func press(_ keys: [`The program`.`has a password form`.Stroke]) throws {
    for key in keys {
      switch key {
      case .text(let text): try hand.type(text)
      case .key(let name, let modifiers): try hand.tap(name, with: modifiers)
      }
    }
  }

  fileprivate func expect(_ sight: FieldSight, in field: FieldPlace, after row: String) throws {
    _ = try window.see("\(sight) after \(row)", in: field.part) {
      FieldSight($0) == sight ? () : nil
    }
  }
}
