import ScreenDriver
import TestSupport
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

  @Test(.onlyInAll("waits for seconds"))
  func `row 76: reads the fontconfig files once, and loads no library early`() throws {
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

  @Test(.onlyInAll("waits for seconds")) func `row 21: sends less than 4 kB for a blink of the caret`() throws
  {
    let session = try Program.startObserved(under: .openbox)
    _ = try session.settledScreenshot()
    // The caret blinks for a limited time after a key.
    try session.input.tap("Home")
    try session.window.ping()
    let (start, before) = (ContinuousClock.now, try session.traffic())
    // From one appearance of the caret to the next.
    Deadline(after: .milliseconds(1070)).wait()
    let blinks = try session.traffic().since(before)
    #expect(!blinks.requests.isEmpty)
    // A busy machine makes the wait longer.
    let count = (start.duration(to: .now) / .milliseconds(1066)).rounded(.up)
    #expect(Double(blinks.byteCount) < 4096 * count)
  }

  @Test(.onlyInAll("waits for seconds"))
  func `row 76: shows its window after at most 12 round trips of 100 ms`() throws {
    let session = try Program.startObserved(ProtocolProxy.Options(delay: .milliseconds(50)))
    // The slow replies cause no further requests.
    #expect(try #require(session.proxy?.trafficBeforeMap()).roundTrips <= 12)
  }

  @Test(.onlyInAll("rare server"))
  func `rows 70 and 75: causes no error, grabs no server and waits for no reply`() throws {
    let session = try Program.startObserved(under: .openbox)
    let start = try session.traffic()
    try session.useAllControls()
    let all = try session.traffic()
    #expect(all.errors.isEmpty)
    #expect(all.count(of: WireRequest.Core.grabServer) == 0)
    #expect(start.count(of: WireRequest.Core.getInputFocus) <= 5)
    #expect(all.since(start).count(of: WireRequest.Core.getInputFocus) == 0)
  }

  @Test(.onlyInAll("waits for seconds"))
  func `row 23: sends nothing while it is hidden, even during an animation`() throws {
    let session = try Program.startObserved(under: .openbox)
    let restFrame = try session.restingButton()
    try session.throwToLeadingEdge(from: restFrame)
    session.window.hide()
    // The window manager hides the window asynchronously. The program replies to the first ping after it was notified,
    // and to the second one after all requests of a frame.
    try Deadline(after: .defaultTimeout).poll(for: "hiding") { session.window.isViewable ? nil : () }
    for _ in 1...2 { try session.window.ping() }
    let before = try session.traffic()
    // Nothing must happen, and each event to wait for would be a request.
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

  @Test(.onlyInAll("waits for seconds"))
  func `row 23: sends nothing on a locked screen until unlocking or user input`() throws {
    let bus = try IsolatedSessionBus()
    let locker = try FakeScreenLocker(on: bus)
    let session = try Program.start(
      on: VirtualDisplay.Options(windowManager: .none), by: .proxy(ProtocolProxy.Options()),
      environment: ["DBUS_SESSION_BUS_ADDRESS": bus.address])
    let button = try session.restingButton()
    let unlocks = [
      { try locker.emitActiveChanged(false) }, { try session.input.tap("a") },
      { try session.input.move(to: button.center) },
    ]
    for unlock in unlocks {
      // The caret blinks for some seconds from now on.
      try session.input.tap("Home")
      try session.window.ping()
      try locker.emitActiveChanged(true)
      // Longer than one phase of the blinking caret. The program receives the signal at an unknown time.
      var before = try session.traffic()
      let deadline = Deadline(after: .defaultTimeout)
      while true {
        Deadline(after: .milliseconds(800)).wait()
        let now = try session.traffic()
        if now.since(before).requests.isEmpty { break }
        try #require(!deadline.hasPassed, "the program sends requests on a locked screen")
        before = now
      }
      try unlock()
      try Deadline(after: .defaultTimeout).poll(for: "frames again") {
        (try? session.traffic().since(before))?.requests.isEmpty == false ? () : nil
      }
    }
  }
}
