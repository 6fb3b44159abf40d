import ScreenDriver
import Testing

extension `The program`.`is a good citizen` {
  @Test func `row 76: waits for at most 12 answers until its window is shown, and asks little`()
    throws
  {
    let sitting = try Program.startObserved()
    let traffic = try #require(sitting.proxy?.trafficBeforeMap())
    #expect(traffic.roundTrips <= 12)
    #expect(traffic.requests.count <= 150)
  }

  @Test func `row 76: reads fontconfig's files once, and opens no library early`() throws {
    let folder = try TemporaryFolder()
    let maps = try (0..<2).map { _ in
      // In one home, so that the second start finds what the first has kept.
      let sitting = try Program.start(
        environment: ChildProcess.privateEnvironment(in: folder.path))
      try sitting.window.ping()
      return try contents(ofFile: "/proc/\(sitting.program.pid)/maps")
    }
    #expect(maps[0].contains("/fontconfig/"))
    #expect(!maps[1].contains("/fontconfig/"))
    for library in ["libpango", "libgobject", "libdbus"] {
      #expect(maps.allSatisfy { !$0.contains(library) })
    }
  }

  @Test func `row 21: sends less than 4 kB for a blink of its caret`() throws {
    let sitting = try Program.startObserved(under: .openbox)
    _ = try sitting.settledPicture()
    let before = try sitting.traffic()
    // From one appearance of the caret to the next.
    Deadline(after: .milliseconds(1070)).wait()
    let blink = try sitting.traffic().since(before)
    #expect(!blink.requests.isEmpty)
    #expect(blink.bytesSent < 4096)
  }

  @Test func `row 76: is there soon where every answer takes a tenth of a second`() throws {
    let sitting = try Program.startObserved(ProtocolProxy.Options(delay: .milliseconds(50)))
    let roundTrips = try #require(sitting.proxy?.trafficBeforeMap()).roundTrips
    let time = try #require(sitting.proxy?.timeBeforeMap())
    #expect(roundTrips <= 12)
    // To connect is one more.
    #expect(time < .milliseconds(100) * (roundTrips + 1) + .seconds(1))
  }

  @Test func `rows 70 and 75: provokes no error, grabs no server and waits for no answer`() throws {
    let sitting = try Program.startObserved(under: .openbox)
    let start = try sitting.traffic()
    try sitting.useAllControls()
    let all = try sitting.traffic()
    #expect(all.errors.isEmpty)
    #expect(all.count(of: WireRequest.Core.grabServer) == 0)
    #expect(start.count(of: WireRequest.Core.getInputFocus) <= 5)
    #expect(all.since(start).count(of: WireRequest.Core.getInputFocus) == 0)
  }

  @Test func `row 23: says nothing while it is hidden, though its button moves`() throws {
    let sitting = try Program.startObserved(under: .openbox)
    let rest = try sitting.restingButton()
    try sitting.pickUp(rest)
    try sitting.hand.fling(from: rest.center, at: (dx: -800, dy: 300))
    sitting.window.hide()
    try sitting.window.ping()
    Deadline(after: .milliseconds(50)).wait()
    let before = try sitting.traffic()
    Deadline(after: .milliseconds(400)).wait()
    let meanwhile = try sitting.traffic().since(before)
    #expect(meanwhile.requests.isEmpty)
    sitting.window.show()
    let window = sitting.window
    // A window manager may show it before it has put it back on the screen.
    _ = try Deadline(after: .patience).poll(for: "the button again") {
      (try? window.screenshot())?.floatingButton(Program.colors.red)
    }
  }

  @Test func `row 23: says nothing behind a locked screen, until it is unlocked or used`() throws {
    let bus = try SessionBusProcess()
    let lock = try ScreenLockStandIn(on: bus)
    let sitting = try Program.start(
      on: VirtualDisplay.Options(windowManager: .none), by: .proxy(ProtocolProxy.Options()),
      environment: ["DBUS_SESSION_BUS_ADDRESS": bus.address])
    // Its caret blinks for some seconds from now on.
    try sitting.hand.tap("Home")
    _ = try sitting.settledPicture()
    let button = try sitting.restingButton()
    let unlocks = [
      { try lock.say(isActive: false) }, { try sitting.hand.tap("a") },
      { try sitting.hand.move(to: button.center) },
    ]
    for unlock in unlocks {
      try lock.say(isActive: true)
      Deadline(after: .milliseconds(300)).wait()
      let before = try sitting.traffic()
      // Longer than a caret stays on or off.
      Deadline(after: .milliseconds(800)).wait()
      #expect(try sitting.traffic().since(before).requests.isEmpty)
      try unlock()
      try Deadline(after: .patience).poll(for: "frames again") {
        (try? sitting.traffic().since(before))?.requests.isEmpty == false ? () : nil
      }
    }
  }
}
