import Testing

@testable import X11Shell

@Suite struct `A window's visibility` {
  private var shown: WindowVisibility {
    var visibility = WindowVisibility()
    visibility.isMapped = true
    return visibility
  }

  @Test func `begins with its appearance`() {
    #expect(!WindowVisibility().isShown && WindowVisibility().isAway)
    #expect(shown.isShown && !shown.isAway)
  }

  @Test func `ends where it is minimized`() {
    var visibility = shown
    visibility.isMinimized = true
    #expect(!visibility.isShown && visibility.isAway)
  }

  @Test(arguments: [false, true])
  func `ends behind a locked screen, with a compositor too`(isComposited: Bool) {
    var visibility = shown
    (visibility.isLocked, visibility.isComposited) = (true, isComposited)
    #expect(!visibility.isShown && visibility.isAway)
  }

  @Test func `ends under other windows, which is no going away`() {
    var visibility = shown
    visibility.isCovered = true
    #expect(!visibility.isShown && !visibility.isAway && visibility.isBuried)
  }

  @Test func `does not end under windows that a compositor may show it through`() {
    var visibility = shown
    (visibility.isCovered, visibility.isComposited) = (true, true)
    #expect(visibility.isShown && !visibility.isBuried)
  }

  @Test(
    arguments: [
      (nil, nil, true), (nil, 1, true), (1, nil, true), (1, 1, true), (0, 1, false),
      (0xFFFF_FFFF, 3, true),
    ] as [(UInt?, UInt?, Bool)])
  func `ends on another desktop`(desktop: UInt?, current: UInt?, isShown: Bool) {
    var visibility = shown
    (visibility.desktop, visibility.currentDesktop) = (desktop, current)
    #expect(visibility.isShown == isShown)
    #expect(visibility.isAway == !isShown)
  }
}
