import CX11
import Scene
import ScreenDriver
import Testing

@testable import Windowing
@testable import X11

extension `Window on a display` {
  /// Returns a step that checks whether another client can grab the keyboard.
  private func expects(_ attacker: HostileClient, getsKeyboard: Bool) -> Step {
    { _, _, _ in
      let isFree = attacker.grabKeyboard()
      if isFree { attacker.ungrab() }
      #expect(getsKeyboard || !isFree)
      // The window may have released the grab without the server having processed the request.
      return isFree == getsKeyboard
    }
  }

  private func hasGrab(_ grab: KeyboardGrabStatus) -> Step {
    { client, _, _ in client.keyboards.last?.grab == grab }
  }

  /// Returns a step that simulates input.
  private func acts(_ act: @escaping (InputSimulator) throws -> Void) -> Step {
    does { [self] _, _, _ in
      #expect(throws: Never.self) { try send(act) }
    }
  }

  /// Returns the changes of the grab status, in order.
  private func grabs(of client: ScriptedWindow) -> [KeyboardGrabStatus] {
    client.keyboards.reduce(into: []) { grabs, status in
      if status.grab != grabs.last ?? KeyboardGrabStatus.none { grabs.append(status.grab) }
    }
  }

  @Test func `row 61: grabs the keyboard only while its content requests it`()
    throws
  {
    let attacker = try HostileClient(on: display.name)
    let client = try run(
      hasKeyboard + [
        expects(attacker, getsKeyboard: true),
        does { client, _, _ in client.wantsKeyboardGrab = true },
        hasGrab(.grabbed), expects(attacker, getsKeyboard: false),
        // Keys still arrive.
        acts { try $0.tap("a") }, { client, _, _ in client.text == "a" },
        does { client, _, _ in client.wantsKeyboardGrab = false }, hasGrab(.none),
        expects(attacker, getsKeyboard: true),
      ]
    ).client
    #expect(client.keyboards.map(\.grab).filter { $0 != .none } == [.grabbed])
  }

  @Test func `row 61: keeps the grab when another window takes the focus`() throws {
    let attacker = try HostileClient(on: display.name)
    let isGranted = expects(attacker, getsKeyboard: true)
    let isRefused = expects(attacker, getsKeyboard: false)
    let theft: [Step] = [
      // Without a window manager, the focus follows the pointer.
      does { _, observer, _ in observer.movePointerOnScreen(to: 900, 700) }, isRefused,
      does { _, observer, _ in observer.focus = WindowID(None) }, isRefused,
      // A wheel that is turned over another window does not give that window the focus.
      acts { input in
        for direction in [InputSimulator.Button.wheelUp, .wheelDown, .wheelLeft, .wheelRight] {
          input.scroll(direction)
        }
      },
      isRefused, isRefused, acts { try $0.tap("a") },
      { client, _, _ in client.text == "a" }, isRefused,
    ]
    // The window receives the loss of the focus only after the grab is released.
    let end: [Step] = [
      does { client, _, _ in
        #expect(client.focusChanges.last == true)
        client.wantsKeyboardGrab = false
      },
      { client, _, _ in client.focusChanges.last == false }, isGranted,
    ]
    let client = try run(hasKeyboard + [wantsGrab, hasGrab(.grabbed)] + theft + end).client
    #expect(grabs(of: client) == [.grabbed, .grabbedWithoutFocus, .none])
  }

  @Test func `row 61: keeps the grab when a press leaves the focus in the window`() throws {
    let attacker = try HostileClient(on: display.name)
    let isRefused = expects(attacker, getsKeyboard: false)
    let presses: [Step] = [
      acts { $0.press() }, acts { $0.release() },
      { client, _, _ in client.transcript.last == "press" }, isRefused,
      // The window that takes the focus afterwards was not pressed.
      does { _, observer, _ in observer.focus = WindowID(None) }, hasGrab(.grabbedWithoutFocus), isRefused,
      does { _, observer, id in observer.focus = id }, hasGrab(.grabbed),
      // On a title bar or a panel.
      does { _, observer, _ in observer.movePointerOnScreen(to: 900, 700) },
      acts { $0.press() }, acts { $0.release() }, isRefused, acts { try $0.tap("a") },
      { client, _, _ in client.text == "a" }, isRefused,
    ]
    let client = try run(hasFocus + [wantsGrab, hasGrab(.grabbed)] + presses).client
    #expect(grabs(of: client) == [.grabbed, .grabbedWithoutFocus, .grabbed])
  }

  @Test func `row 61: releases the grab at a press elsewhere, and grabs again with the focus`()
    throws
  {
    let attacker = try HostileClient(on: display.name)
    let press: [Step] = [
      does { _, observer, _ in observer.movePointerOnScreen(to: 900, 700) },
      // All events arrive together.
      does { [self] _, observer, _ in
        #expect(throws: Never.self) {
          try send { input in
            input.press()
            input.release()
            try input.tap("a")
          }
        }
        observer.focus = WindowID(None)
      },
      hasGrab(.none), expects(attacker, getsKeyboard: true),
    ]
    let back: [Step] = [
      does { _, observer, id in observer.focus = id }, hasGrab(.grabbed),
      expects(attacker, getsKeyboard: false),
    ]
    let client = try run(hasFocus + [wantsGrab, hasGrab(.grabbed)] + press + back).client
    #expect(grabs(of: client) == [.grabbed, .none, .grabbed])
  }

  @Test func `row 61: releases the grab at a press after the focus has left`()
    throws
  {
    let attacker = try HostileClient(on: display.name)
    let steps: [Step] = [
      does { _, observer, _ in observer.movePointerOnScreen(to: 900, 700) },
      hasGrab(.grabbedWithoutFocus), expects(attacker, getsKeyboard: false),
      does { _, observer, id in observer.focus = id }, hasGrab(.grabbed),
      does { _, observer, _ in observer.focus = WindowID(None) }, hasGrab(.grabbedWithoutFocus),
      acts { $0.press() }, acts { $0.release() },
      hasGrab(.none), expects(attacker, getsKeyboard: true),
    ]
    let client = try run(hasKeyboard + [wantsGrab, hasGrab(.grabbed)] + steps).client
    #expect(grabs(of: client) == [.grabbed, .grabbedWithoutFocus, .grabbed, .grabbedWithoutFocus, .none])
  }

  @Test func `row 61: reports that the server has ended the grab`() throws {
    let attacker = try HostileClient(on: display.name)
    var frame = WindowID(None)
    let framing: [Step] = [
      appears, does { _, observer, id in frame = observer.frame(id) }, appears,
    ]
    let loss: [Step] = [
      does { _, observer, _ in observer.focus = WindowID(None) },
      expects(attacker, getsKeyboard: false), does { _, observer, _ in observer.unmap(frame) },
      hasGrab(.none), expects(attacker, getsKeyboard: true),
    ]
    _ = try run(framing + hasFocus + [wantsGrab, hasGrab(.grabbed)] + loss)
  }

  private var wantsGrab: Step { does { client, _, _ in client.wantsKeyboardGrab = true } }

  /// The steps that give the window, which contains the pointer, a focus independent of the
  /// pointer.
  private var hasFocus: [Step] {
    hasKeyboard + [does { _, observer, id in observer.focus = id }]
  }

  @Test func `row 61: releases the grab while it is not visible`() throws {
    let attacker = try HostileClient(on: display.name)
    _ = try run([
      appears,
      does { client, observer, id in
        client.wantsKeyboardGrab = true
        // So that the pointer is not queried.
        observer.focus = id
      },
      hasGrab(.grabbed), does { _, _, _ in attacker.cover() }, hasGrab(.none),
      expects(attacker, getsKeyboard: true), does { _, _, _ in attacker.uncover() },
      hasGrab(.grabbed), does { _, observer, id in observer.unmap(id) }, hasGrab(.none),
      expects(attacker, getsKeyboard: true),
    ])
  }

  @Test func `row 61: reports another client's grab, and grabs the keyboard afterwards`()
    throws
  {
    let attacker = try HostileClient(on: display.name)
    let client = try run(
      hasKeyboard + [
        does { client, _, _ in
          #expect(attacker.grabKeyboard())
          client.wantsKeyboardGrab = true
        },
        hasGrab(.grabbedByOtherClient), does { _, _, _ in attacker.ungrab() }, hasGrab(.grabbed),
        expects(attacker, getsKeyboard: false),
      ]
    ).client
    #expect(client.keyboards.map(\.grab).filter { $0 != .none } == [.grabbedByOtherClient, .grabbed])
  }
}
