import CX11
import Scene
import ScreenDriver
import Testing

@testable import X11Shell

extension `A window on a display` {
  /// A step at which somebody else gets the keyboard, and lets it go again, or does not get it.
  private func expects(_ intruder: Intruder, getsKeyboard: Bool) -> Step {
    { _, _, _ in
      let isFree = intruder.grabKeyboard()
      if isFree { intruder.letGo() }
      #expect(getsKeyboard || !isFree)
      // The window may have given it back, and the server not have read that yet.
      return isFree == getsKeyboard
    }
  }

  private func isTold(_ grab: KeyboardGrab) -> Step {
    { client, _, _ in client.keyboards.last?.grab == grab }
  }

  private func does(_ act: @escaping (inout ScriptedClient, Onlooker, Window) -> Void) -> Step {
    { client, onlooker, id in
      act(&client, onlooker, id)
      return true
    }
  }

  /// A step at which a person does something.
  private func acts(_ act: @escaping (Hand) throws -> Void) -> Step {
    does { [self] _, _, _ in
      #expect(throws: Never.self) { try types(act) }
    }
  }

  /// Each change of who has the keyboard, in order.
  private func grabs(of client: ScriptedClient) -> [KeyboardGrab] {
    client.keyboards.reduce(into: []) { grabs, status in
      if status.grab != grabs.last ?? KeyboardGrab.none { grabs.append(status.grab) }
    }
  }

  @Test func `row 61: has the keyboard for itself where its client wants that, and no longer`()
    throws
  {
    let intruder = try Intruder(on: display.name)
    let client = try run(
      hasKeyboard + [
        expects(intruder, getsKeyboard: true),
        does { client, _, _ in client.wantsKeyboardGrab = true },
        isTold(.held), expects(intruder, getsKeyboard: false),
        // Keys come as ever.
        acts { try $0.tap("a") }, { client, _, _ in client.text == "a" },
        does { client, _, _ in client.wantsKeyboardGrab = false }, isTold(.none),
        expects(intruder, getsKeyboard: true),
      ]
    ).client
    #expect(client.keyboards.map(\.grab).filter { $0 != .none } == [.held])
  }

  @Test func `row 61: keeps the keyboard where another window takes the focus`() throws {
    let intruder = try Intruder(on: display.name)
    let isGranted = expects(intruder, getsKeyboard: true)
    let isRefused = expects(intruder, getsKeyboard: false)
    let theft: [Step] = [
      // Without a window manager the focus follows the pointer.
      does { _, onlooker, _ in onlooker.movePointerOnScreen(to: 900, 700) }, isRefused,
      does { _, onlooker, _ in onlooker.focus = Window(None) }, isRefused,
      // A wheel that is turned over another window gives that nothing.
      acts { hand in
        for direction in [Hand.Button.wheelUp, .wheelDown, .wheelLeft, .wheelRight] {
          hand.scroll(direction)
        }
      },
      isRefused, isRefused, acts { try $0.tap("a") },
      { client, _, _ in client.text == "a" }, isRefused,
    ]
    // Not before the keyboard is given back is the focus seen to be elsewhere.
    let end: [Step] = [
      { client, _, _ in
        #expect(client.focusChanges.last == true)
        client.wantsKeyboardGrab = false
        return true
      },
      { client, _, _ in client.focusChanges.last == false }, isGranted,
    ]
    let client = try run(hasKeyboard + [wantsGrab, isTold(.held)] + theft + end).client
    #expect(grabs(of: client) == [.held, .kept, .none])
  }

  @Test func `row 61: keeps the keyboard where a press leaves the window the focus`() throws {
    let intruder = try Intruder(on: display.name)
    let isRefused = expects(intruder, getsKeyboard: false)
    let presses: [Step] = [
      acts { $0.press() }, acts { $0.release() },
      { client, _, _ in client.transcript.last == "press" }, isRefused,
      // Whoever takes the focus then was not pressed.
      does { _, onlooker, _ in onlooker.focus = Window(None) }, isTold(.kept), isRefused,
      does { _, onlooker, id in onlooker.focus = id }, isTold(.held),
      // On a title bar or a panel.
      does { _, onlooker, _ in onlooker.movePointerOnScreen(to: 900, 700) },
      acts { $0.press() }, acts { $0.release() }, isRefused, acts { try $0.tap("a") },
      { client, _, _ in client.text == "a" }, isRefused,
    ]
    let client = try run(hasFocus + [wantsGrab, isTold(.held)] + presses).client
    #expect(grabs(of: client) == [.held, .kept, .held])
  }

  @Test func `row 61: gives the keyboard back with a press elsewhere, and takes it with the focus`()
    throws
  {
    let intruder = try Intruder(on: display.name)
    let press: [Step] = [
      does { _, onlooker, _ in onlooker.movePointerOnScreen(to: 900, 700) },
      // All of it is heard at once.
      does { [self] _, onlooker, _ in
        #expect(throws: Never.self) {
          try types { hand in
            hand.press()
            hand.release()
            try hand.tap("a")
          }
        }
        onlooker.focus = Window(None)
      },
      isTold(.none), expects(intruder, getsKeyboard: true),
    ]
    let back: [Step] = [
      does { _, onlooker, id in onlooker.focus = id }, isTold(.held),
      expects(intruder, getsKeyboard: false),
    ]
    let client = try run(hasFocus + [wantsGrab, isTold(.held)] + press + back).client
    #expect(grabs(of: client) == [.held, .none, .held])
  }

  @Test func `row 61: gives the keyboard back with a press where the focus has gone before`()
    throws
  {
    let intruder = try Intruder(on: display.name)
    let steps: [Step] = [
      does { _, onlooker, _ in onlooker.movePointerOnScreen(to: 900, 700) },
      isTold(.kept), expects(intruder, getsKeyboard: false),
      does { _, onlooker, id in onlooker.focus = id }, isTold(.held),
      does { _, onlooker, _ in onlooker.focus = Window(None) }, isTold(.kept),
      acts { $0.press() }, acts { $0.release() },
      isTold(.none), expects(intruder, getsKeyboard: true),
    ]
    let client = try run(hasKeyboard + [wantsGrab, isTold(.held)] + steps).client
    #expect(grabs(of: client) == [.held, .kept, .held, .kept, .none])
  }

  @Test func `row 61: knows that the server has taken the keyboard from it`() throws {
    let intruder = try Intruder(on: display.name)
    var frame = Window(None)
    let framing: [Step] = [
      appears, does { _, onlooker, id in frame = onlooker.frame(id) }, appears,
    ]
    let loss: [Step] = [
      does { _, onlooker, _ in onlooker.focus = Window(None) },
      expects(intruder, getsKeyboard: false), does { _, onlooker, _ in onlooker.unmap(frame) },
      isTold(.none), expects(intruder, getsKeyboard: true),
    ]
    _ = try run(framing + hasFocus + [wantsGrab, isTold(.held)] + loss)
  }

  private var wantsGrab: Step { does { client, _, _ in client.wantsKeyboardGrab = true } }

  /// The steps of giving the window the focus, wherever the pointer goes, which is in it.
  private var hasFocus: [Step] {
    hasKeyboard + [does { _, onlooker, id in onlooker.focus = id }]
  }

  @Test func `row 61: gives the keyboard back where it cannot be seen`() throws {
    let intruder = try Intruder(on: display.name)
    _ = try run([
      appears,
      does { client, onlooker, id in
        client.wantsKeyboardGrab = true
        // So that the pointer is not asked.
        onlooker.focus = id
      },
      isTold(.held), does { _, _, _ in intruder.cover() }, isTold(.none),
      expects(intruder, getsKeyboard: true), does { _, _, _ in intruder.uncover() },
      isTold(.held), does { _, onlooker, id in onlooker.unmap(id) }, isTold(.none),
      expects(intruder, getsKeyboard: true),
    ])
  }

  @Test func `row 61: says so where another program has the keyboard, and takes it in its time`()
    throws
  {
    let intruder = try Intruder(on: display.name)
    let client = try run(
      hasKeyboard + [
        does { client, _, _ in
          #expect(intruder.grabKeyboard())
          client.wantsKeyboardGrab = true
        },
        isTold(.heldElsewhere), does { _, _, _ in intruder.letGo() }, isTold(.held),
        expects(intruder, getsKeyboard: false),
      ]
    ).client
    #expect(client.keyboards.map(\.grab).filter { $0 != .none } == [.heldElsewhere, .held])
  }

  @Test func `takes the keyboard from nobody unless its client wants that`() throws {
    let intruder = try Intruder(on: display.name)
    let client = try run(hasKeyboard + [expects(intruder, getsKeyboard: true)]).client
    #expect(client.keyboards.allSatisfy { $0.grab == .none })
  }
}
