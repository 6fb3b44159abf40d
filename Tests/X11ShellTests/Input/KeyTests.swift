import CX11
import Scene
import Testing

@testable import X11Shell

@Suite struct `A key` {
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
  func `means the same on the keypad`(main: Int32, keypad: Int32, expected: Key) {
    #expect(key(main) == expected)
    #expect(key(keypad) == expected)
  }

  @Test(arguments: [
    (XK_Escape, Key.escape), (XK_BackSpace, .backspace), (XK_Menu, .menu),
    (XK_F1, .function(1)), (XK_F10, .function(10)), (XK_F12, .function(12)),
    (XK_F35, .function(35)), (XK_Shift_L, .unidentified),
    (XK_dead_acute, .unidentified),
  ])
  func `has its own meaning`(symbol: Int32, expected: Key) {
    #expect(key(symbol) == expected)
  }

  @Test func `asks for a menu by Shift and F10 as well`() {
    let symbols = KeySymbols(keycode: 76, symbol: KeySym(XK_F10))
    let press = KeyPress(symbols, state: UInt32(ShiftMask), isRepeat: false)
    #expect(press.key == .function(10))
    #expect(press.modifiers == .shift)
  }

  @Test func `means what it is without modifiers`() {
    #expect(key(XK_A, unmodified: XK_a, modifiers: .shift) == .character("a"))
    #expect(key(XK_exclam, unmodified: XK_1, modifiers: .shift) == .character("1"))
    #expect(key(XK_nobreakspace, unmodified: XK_space) == .space)
  }

  @Test func `is a keypad's digit or arrow by Num Lock`() {
    #expect(key(XK_KP_4, unmodified: XK_KP_Left) == .character("4"))
    #expect(key(XK_KP_Left, unmodified: XK_KP_Left) == .left)
  }

  @Test func `is lower case beyond ASCII`() {
    #expect(key(XK_Udiaeresis) == .character("ü"))
    #expect(key(0x0100_0416) == .character("ж"))
  }

  @Test func `commands by another layout's letter where its own is not Latin`() {
    var symbols = KeySymbols(keycode: 38, symbol: KeySym(XK_Cyrillic_ef))
    symbols.inEachGroup[0] = KeySym(XK_Cyrillic_ef)
    symbols.inEachGroup[1] = KeySym(XK_q)
    #expect(Key(symbols, modifiers: .control) == .character("q"))
    #expect(Key(symbols, modifiers: .shift) == .unidentified)
  }

  @Test(arguments: zip([24, 33, 38, 46, 52, 58] as [UInt8], "qpalzm".unicodeScalars))
  func `commands by its place where no layout is Latin`(keycode: UInt8, letter: Unicode.Scalar) {
    #expect(key(XK_Cyrillic_ef, keycode: keycode, modifiers: .control) == .character(letter))
  }

  @Test(arguments: [34, 37, 47, 51, 59, 255] as [UInt8])
  func `commands nothing in a place with no letter`(keycode: UInt8) {
    #expect(key(XK_Cyrillic_ef, keycode: keycode, modifiers: .control) == .unidentified)
  }

  @Test func `keeps its own Latin letter, wherever it lies`() {
    #expect(key(XK_z, keycode: 29, modifiers: .control) == .character("z"))
  }

  @Test func `walks back with ISO_Left_Tab`() {
    let symbols = KeySymbols(keycode: 23, symbol: KeySym(XK_ISO_Left_Tab))
    let press = KeyPress(symbols, state: 0, isRepeat: false)
    #expect(press.key == .tab)
    #expect(press.modifiers == .shift)
  }

  @Test(
    arguments: [
      (ShiftMask, .shift), (ControlMask, .control), (Mod1Mask, .alt), (Mod4Mask, .super),
    ] as [(Int32, Modifiers)])
  func `knows the modifiers that matter`(mask: Int32, expected: Modifiers) {
    #expect(Modifiers(state: UInt32(mask)) == expected)
  }

  @Test(arguments: [LockMask, Mod2Mask, Mod3Mask, Mod5Mask, Button1Mask])
  func `passes over Caps Lock, Num Lock, AltGr and buttons`(mask: Int32) {
    #expect(Modifiers(state: UInt32(mask)) == [])
  }

  @Test(
    arguments: [
      (0x20, " "), (0x7E, "~"), (0xE9, "é"), (0x20AC, "€"), (0x0100_20AC, "€"), (0x0101_F511, "🔑"),
      (0xFFB0, "0"), (0xFFBD, "="),
    ] as [(KeySym, Unicode.Scalar)])
  func `stands for a character`(symbol: KeySym, expected: Unicode.Scalar) {
    #expect(Unicode.Scalar(keySym: symbol) == expected)
  }

  @Test(
    arguments: [0, 0x1F, 0x7F, 0x9F, 0xFF0D, 0x06C6, 0x0100_D800, 0x0111_0000, .max] as [KeySym])
  func `stands for none`(symbol: KeySym) {
    #expect(Unicode.Scalar(keySym: symbol) == nil)
  }
}
