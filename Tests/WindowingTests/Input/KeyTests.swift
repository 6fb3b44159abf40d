import CX11
import Scene
import Testing

@testable import Windowing

@Suite struct `Key translation` {
  private func key(
    _ symbol: Int32, unmodified: Int32? = nil, keycode: UInt8 = 0, modifiers: Modifiers = []
  ) -> Key {
    let symbols = KeySymbols(
      keycode: keycode, symbol: KeySym(symbol), unmodified: unmodified.map { KeySym($0) })
    return Key(symbols, modifiers: modifiers)
  }

  @Test(arguments: [
    (XK_Left, XK_KP_Left, Key.left), (XK_Right, XK_KP_Right, .right), (XK_Up, XK_KP_Up, .up),
    (XK_Down, XK_KP_Down, .down), (XK_Home, XK_KP_Home, .home), (XK_End, XK_KP_End, .end),
    (XK_Page_Up, XK_KP_Page_Up, .pageUp), (XK_Page_Down, XK_KP_Page_Down, .pageDown),
    (XK_Return, XK_KP_Enter, .enter), (XK_Tab, XK_KP_Tab, .tab), (XK_space, XK_KP_Space, .space),
    (XK_Delete, XK_KP_Delete, .delete), (XK_Insert, XK_KP_Insert, .insert),
    (XK_F2, XK_KP_F2, .function(2)), (XK_7, XK_KP_7, .character("7")),
    (XK_plus, XK_KP_Add, .character("+")), (XK_period, XK_KP_Decimal, .character(".")),
  ])
  func `maps keypad keys to the main keys`(main: Int32, keypad: Int32, expected: Key) {
    #expect(key(main) == expected)
    #expect(key(keypad) == expected)
  }

  @Test(arguments: [
    (XK_Escape, Key.escape), (XK_BackSpace, .backspace), (XK_Menu, .menu),
    (XK_F1, .function(1)), (XK_F10, .function(10)), (XK_F12, .function(12)),
    (XK_F35, .function(35)), (XK_Shift_L, .unidentified),
    (XK_dead_acute, .unidentified),
  ])
  func `maps a keysym to its key`(symbol: Int32, expected: Key) {
    #expect(key(symbol) == expected)
  }

  @Test func `uses the symbol without modifiers`() {
    #expect(key(XK_A, unmodified: XK_a, modifiers: .shift) == .character("a"))
    #expect(key(XK_exclam, unmodified: XK_1, modifiers: .shift) == .character("1"))
    #expect(key(XK_nobreakspace, unmodified: XK_space) == .space)
  }

  @Test func `lowercases letters beyond ASCII`() {
    #expect(key(XK_Udiaeresis) == .character("ü"))
    #expect(key(0x0100_0416) == .character("ж"))
  }

  /// Returns the symbols of a key in a non-Latin layout, with those of the same key in a Latin one.
  private func nonLatin(
    _ symbol: Int32, keycode: UInt8 = 24, latin: (plain: Int32, shifted: Int32)? = nil
  ) -> KeySymbols {
    var symbols = KeySymbols(keycode: keycode, symbol: KeySym(symbol))
    symbols.inLatinLayout = latin.map {
      KeySymbols.Levels(plain: KeySym($0.plain), shifted: KeySym($0.shifted))
    }
    return symbols
  }

  @Test func `uses the Latin layout's letter in a command if its own layout is not Latin`() {
    let symbols = nonLatin(XK_Cyrillic_ef, latin: (XK_q, XK_Q))
    #expect(Key(symbols, modifiers: .control) == .character("q"))
    #expect(Key(symbols, modifiers: .shift) == .character("ф"))
  }

  @Test(
    arguments: zip(
      [10, 19, 21, 24, 33, 38, 47, 49, 51, 52, 61] as [UInt8], "10=qpa;`\\z/".unicodeScalars))
  func `uses the US layout if no layout is Latin`(keycode: UInt8, place character: Unicode.Scalar) {
    let symbols = nonLatin(XK_Cyrillic_ef, keycode: keycode)
    #expect(Key(symbols, modifiers: .control) == .character(character))
  }

  @Test(arguments: [9, 22, 23, 36, 37, 50, 62, 255] as [UInt8])
  func `keeps its own symbol if the US layout has no character for the key`(keycode: UInt8) {
    let symbols = nonLatin(XK_Cyrillic_ef, keycode: keycode)
    #expect(Key(symbols, modifiers: .control) == .character("ф"))
  }

  @Test func `keeps its own Latin letter regardless of the key position`() {
    #expect(key(XK_z, keycode: 29, modifiers: .control) == .character("z"))
    #expect(key(XK_udiaeresis, keycode: 34, modifiers: .control) == .character("ü"))
  }

  @Test(
    arguments: [
      (XK_ampersand, XK_1, "1"), (XK_agrave, XK_0, "0"), (XK_minus, XK_6, "-"),
      (XK_1, XK_exclam, "1"), (XK_plus, XK_1, "+"), (XK_slash, XK_question, "/"),
    ] as [(Int32, Int32, Unicode.Scalar)])
  func `uses a digit that needs Shift in a command`(
    plain: Int32, shifted: Int32, expected: Unicode.Scalar
  ) {
    let symbols = nonLatin(plain, latin: (plain, shifted))
    #expect(Key(symbols, modifiers: .control) == .character(expected))
  }

  @Test func `maps ISO_Left_Tab to Shift and Tab`() {
    let symbols = KeySymbols(keycode: 23, symbol: KeySym(XK_ISO_Left_Tab))
    let press = KeyPress(symbols, state: 0, isRepeat: false)
    #expect(press.key == .tab)
    #expect(press.modifiers == .shift)
  }

  @Test(
    arguments: [
      (ShiftMask, .shift), (ControlMask, .control), (Mod1Mask, .alt), (Mod4Mask, .super),
    ] as [(Int32, Modifiers)])
  func `maps modifier masks to modifiers`(mask: Int32, expected: Modifiers) {
    #expect(Modifiers(state: UInt32(mask)) == expected)
  }

  @Test(arguments: [LockMask, Mod2Mask, Mod3Mask, Mod5Mask, Button1Mask])
  func `ignores Caps Lock, Num Lock, AltGr and buttons`(mask: Int32) {
    #expect(Modifiers(state: UInt32(mask)) == [])
  }

  @Test(
    arguments: [
      (0x20, " "), (0x7E, "~"), (0xE9, "é"), (0x20AC, "€"), (0x0100_20AC, "€"), (0x0101_F511, "🔑"),
      (0xFFB0, "0"), (0xFFBD, "="), (0x06C6, "ф"), (0x07F9, "ω"), (0x0100_20A0, "₠"), (0xFF80, " "),
    ] as [(KeySym, Unicode.Scalar)])
  func `maps a keysym to its character`(symbol: KeySym, expected: Unicode.Scalar) {
    #expect(Unicode.Scalar(keySym: symbol) == expected)
  }

  @Test(
    arguments: [
      0, 0x1F, 0x7F, 0x9F, 0xFF0D, 0xFF8D, 0xFE51, 0x0100_000D, 0x0100_D800, 0x0111_0000, .max,
    ] as [KeySym])
  func `maps control and invalid keysyms to no character`(symbol: KeySym) {
    #expect(Unicode.Scalar(keySym: symbol) == nil)
  }
}

extension KeySymbols {
  /// Creates the symbols of a key in a Latin layout.
  fileprivate init(keycode: UInt8, symbol: KeySym, unmodified: KeySym? = nil) {
    let plain = unmodified ?? symbol
    self.init(
      keycode: keycode, symbol: symbol, unmodified: plain, inLatinLayout: Levels(plain: plain, shifted: 0))
  }
}
