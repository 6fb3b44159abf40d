import ScreenDriver
import Testing

extension `Tactile program`.`X11 conformance` {
  @Test func `row 76: shows its window after at most 12 round trips and 150 requests`()
    throws
  {
    let session = try Program.startObserved()
    let traffic = try #require(session.proxy?.trafficBeforeMap())
    #expect(traffic.roundTrips <= 12)
    #expect(traffic.requests.count <= 150)
  }

  @Test func `row 76: reads the fontconfig files once, and loads no library early`() throws {
    let directory = try TemporaryDirectory()
    let maps = try (0..<2).map { _ in
      // Both launches use the same directories, so that the second finds the cache of the first.
      let session = try Program.start(
        environment: ChildProcess.privateEnvironment(in: directory.path))
      try session.window.ping()
      return try contents(ofFile: "/proc/\(session.program.pid)/maps")
    }
    #expect(maps[0].contains("/fontconfig/"))
    #expect(!maps[1].contains("/fontconfig/"))
    for library in ["libpango", "libgobject", "libdbus"] {
      #expect(maps.allSatisfy { !$0.contains(library) })
    }
  }

  @Test func `row 21: sends less than 4 kB for a blink of the caret`() throws {
    let session = try Program.startObserved(under: .openbox)
    _ = try session.settledScreenshot()
    let before = try session.traffic()
    // From one appearance of the caret to the next.
    Deadline(after: .milliseconds(1070)).wait()
    let blink = try session.traffic().since(before)
    #expect(!blink.requests.isEmpty)
    #expect(blink.byteCount < 4096)
  }

  @Test func `row 76: shows its window soon if each round trip takes 100 ms`() throws {
    let session = try Program.startObserved(ProtocolProxy.Options(delay: .milliseconds(50)))
    let roundTrips = try #require(session.proxy?.trafficBeforeMap()).roundTrips
    let time = try #require(session.proxy?.timeBeforeMap())
    #expect(roundTrips <= 12)
    // The connection setup is one more round trip.
    #expect(time < .milliseconds(100) * (roundTrips + 1) + .seconds(1))
  }

  @Test func `rows 70 and 75: causes no error, grabs no server and waits for no reply`() throws {
    let session = try Program.startObserved(under: .openbox)
    let start = try session.traffic()
    try session.useAllControls()
    let all = try session.traffic()
    #expect(all.errors.isEmpty)
    #expect(all.count(of: WireRequest.Core.grabServer) == 0)
    #expect(start.count(of: WireRequest.Core.getInputFocus) <= 5)
    #expect(all.since(start).count(of: WireRequest.Core.getInputFocus) == 0)
  }

  @Test func `row 23: sends nothing while it is hidden, even during an animation`() throws {
    let session = try Program.startObserved(under: .openbox)
    let restFrame = try session.restingButton()
    try session.startDrag(of: restFrame)
    try session.input.fling(from: restFrame.center, at: (dx: -800, dy: 300))
    session.window.hide()
    // The window manager hides the window asynchronously. The program replies to the ping after it was notified.
    try Deadline(after: .defaultTimeout).poll(for: "hiding") { session.window.isViewable ? nil : () }
    try session.window.ping()
    Deadline(after: .milliseconds(50)).wait()
    let before = try session.traffic()
    Deadline(after: .milliseconds(400)).wait()
    let difference = try session.traffic().since(before)
    #expect(difference.requests.isEmpty)
    session.window.show()
    let window = session.window
    // A window manager may report the window as shown before it is on the screen.
    _ = try Deadline(after: .defaultTimeout).poll(for: "the button again") {
      (try? window.screenshot())?.floatingButton(Program.colors.red)
    }
  }

  @Test func `row 23: sends nothing on a locked screen until unlocking or user input`() throws {
    let bus = try IsolatedSessionBus()
    let locker = try FakeScreenLocker(on: bus)
    let session = try Program.start(
      on: VirtualDisplay.Options(windowManager: .none), by: .proxy(ProtocolProxy.Options()),
      environment: ["DBUS_SESSION_BUS_ADDRESS": bus.address])
    // The caret blinks for some seconds from now on.
    try session.input.tap("Home")
    _ = try session.settledScreenshot()
    let button = try session.restingButton()
    let unlocks = [
      { try locker.emitActiveChanged(false) }, { try session.input.tap("a") },
      { try session.input.move(to: button.center) },
    ]
    for unlock in unlocks {
      try locker.emitActiveChanged(true)
      Deadline(after: .milliseconds(300)).wait()
      let before = try session.traffic()
      // Longer than one phase of the blinking caret.
      Deadline(after: .milliseconds(800)).wait()
      #expect(try session.traffic().since(before).requests.isEmpty)
      try unlock()
      try Deadline(after: .defaultTimeout).poll(for: "frames again") {
        (try? session.traffic().since(before))?.requests.isEmpty == false ? () : nil
      }
    }
  }
}
