import Testing

@testable import Windowing

@Suite struct `Window visibility` {
  private var visible: WindowVisibility {
    var visibility = WindowVisibility()
    visibility.isMapped = true
    return visibility
  }

  @Test(arguments: [false, true])
  func `ends behind a screen lock, with or without a compositor`(isComposited: Bool) {
    var visibility = visible
    (visibility.isLocked, visibility.isComposited) = (true, isComposited)
    #expect(!visibility.isShown && visibility.isHidden)
  }

  @Test func `ends under other windows without hiding the window`() {
    var visibility = visible
    visibility.isCovered = true
    #expect(!visibility.isShown && !visibility.isHidden && visibility.isObscured)
  }

  @Test func `continues under other windows with a compositor`() {
    var visibility = visible
    (visibility.isCovered, visibility.isComposited) = (true, true)
    #expect(visibility.isShown && !visibility.isObscured)
  }

  @Test(
    arguments: [
      (nil, nil, true), (nil, 1, true), (1, nil, true), (1, 1, true), (0, 1, false),
      (0xFFFF_FFFF, 3, true),
    ] as [(UInt?, UInt?, Bool)])
  func `ends on another desktop`(desktop: UInt?, current: UInt?, isShown: Bool) {
    var visibility = visible
    (visibility.desktop, visibility.currentDesktop) = (desktop, current)
    #expect(visibility.isShown == isShown)
    #expect(visibility.isHidden == !isShown)
  }
}
