import CX11
import Glibc
import Scene
import ScreenDriver
import Testing

extension `Screen driver` {
  @Suite struct `Window observer` {
    private let rect = PixelRect(x: 100, y: 60, width: 80, height: 40)

    @Test func `reports each drawing once`() throws {
      let watched = try ClientWindowFixture(.none)
      let observer = try WindowObserver(of: watched.window, on: watched.display.name)
      let before = ContinuousClock.now
      watched.client.fill(rect, 0xFF3B30)
      let damage = try #require(observer.nextDamage(before: .now + .defaultTimeout))
      #expect(damage.area == rect)
      #expect((before...ContinuousClock.now).contains(damage.time))
      #expect(observer.nextDamage(before: .now + .milliseconds(50)) == nil)
      #expect(observer.damages == [damage])
      observer.reset()
      #expect(observer.damages.isEmpty)
    }

    @Test func `ignores damage inside the ignored area`() throws {
      let watched = try ClientWindowFixture(.none)
      let observer = try WindowObserver(of: watched.window, on: watched.display.name)
      observer.ignoredArea = PixelRect(x: 90, y: 50, width: 100, height: 60)
      watched.client.fill(rect, 0xFF3B30)
      #expect(observer.nextDamage(before: .now + .milliseconds(50)) == nil)
      let other = PixelRect(x: 95, y: 55, width: 100, height: 10)
      watched.client.fill(other, 0)
      #expect(observer.nextDamage(before: .now + .defaultTimeout)?.area == other)
    }

    @Test func `does not report pointer motion as damage`() throws {
      let watched = try ClientWindowFixture(.none)
      let observer = try WindowObserver(of: watched.window, on: watched.display.name)
      for x in 0..<20 { observer.move(to: PixelPoint(x: 100 + 5 * x, y: 80)) }
      observer.record(for: .milliseconds(100))
      #expect(observer.damages.isEmpty)
      let positions = try watched.client.events(MotionNotify, count: 1).map { $0.xmotion.x }
      #expect(try #require(positions.last) <= 195)
    }

    @Test func `returns the middle of a color`() throws {
      let watched = try ClientWindowFixture(.none)
      let observer = try WindowObserver(of: watched.window, on: watched.display.name)
      watched.client.fill(rect, 0xFF3B30)
      let red = ColorMatch(AccentColors.light.red)
      #expect(observer.middle(of: red, inRow: 60) == 139.5)
      #expect(observer.middle(of: red, inRow: 59) == nil)
      let around = rect.outset(by: 30)
      #expect(observer.middle(of: red, in: around) == Point(x: 139.5, y: 79.5))
    }

    @Test func `throws when the display does not exist`() throws {
      let watched = try ClientWindowFixture(.none)
      let (window, display) = (watched.window, watched.display.name)
      #expect(throws: ScreenDriverError.cannotConnect(display: ":none")) {
        try WindowObserver(of: window, on: ":none")
      }
      window.hide()
      _ = try WindowObserver(of: window, on: display)
    }

    @Test func `reports drawing of another window that took the focus`() throws {
      let watched = try ClientWindowFixture(.openbox)
      let otherWindow = try OtherAppWindow(on: watched.display.name)
      let window = watched.window
      try Deadline(after: .defaultTimeout).poll(for: "the focus") {
        otherWindow.window.isActive && !window.isActive ? () : nil
      }
      let observer = try WindowObserver(of: otherWindow.window, on: watched.display.name)
      let sent = otherWindow.draw(0xFF)
      let damage = try #require(observer.nextDamage(before: .now + .defaultTimeout))
      #expect(damage.time >= sent)
    }
  }
}

@Suite struct `Process resource usage` {
  /// The maximum process ID (`proc(5)`, `pid_max`), which is hardly ever used.
  private let unusedPID: Int32 = 1 << 22 - 1

  @Test func `is constant for a sleeping process`() throws {
    let child = try ChildProcess("sleep", ["1000"])
    Deadline(after: .milliseconds(100)).wait()
    let before = try ProcessResourceUsage(of: child.pid)
    Deadline(after: .milliseconds(50)).wait()
    #expect(try ProcessResourceUsage(of: child.pid) == before)
  }

  @Test func `counts the bytes that a process writes`() throws {
    var child = try ChildProcess(
      "sh", ["-c", "sleep 0.2; printf 12345; exec sleep 1000"], redirections: [.discard(1)])
    let before = try ProcessResourceUsage(of: child.pid)
    let after = try Deadline(after: .defaultTimeout).poll(for: "writing") {
      () throws(ScreenDriverError) in
      guard child.isRunning() else { throw .endedEarly(program: "sh", output: "") }
      let cost = try ProcessResourceUsage(of: child.pid)
      // The switch is counted when the process goes to sleep again, which is after it has written.
      let isAsleep = (cost - before).wakeupCount >= 1
      return isAsleep && cost.byteCount > before.byteCount ? cost : nil
    }
    #expect((after - before).byteCount == 5)
  }

  @Test func `includes memory and loaded libraries`() throws {
    let use = try MemoryUsage(of: getpid())
    #expect(0 < use.proportional && use.proportional <= use.resident)
    #expect(use.threadCount >= 1)
    #expect(use.libraryCount >= 2 && use.librarySize > 1_000_000 && use.programSize > 0)
  }

  @Test func `throws or is zero when the process does not exist`() {
    #expect(throws: ScreenDriverError.self) { try ProcessResourceUsage(of: unusedPID) }
    #expect(throws: ScreenDriverError.self) { try MemoryUsage(of: unusedPID) }
    #expect(ProcessResourceUsage.cpuTime(of: unusedPID) == .zero)
  }
}

@Suite struct `Window damage` {
  private let start = ContinuousClock.now

  private func damage(_ milliseconds: Double, width: Int) -> WindowDamage {
    WindowDamage(
      time: start + .milliseconds(milliseconds),
      area: PixelRect(x: 0, y: 0, width: width, height: 10))
  }

  @Test func `groups a burst into one frame`() {
    let damages = [
      damage(0, width: 1), damage(1.4, width: 2), damage(2.8, width: 3), damage(4.4, width: 4),
    ]
    #expect(
      damages.frames() == [
        DrawnFrame(time: start, pixelCount: 60),
        DrawnFrame(time: start + .milliseconds(4.4), pixelCount: 40),
      ])
    #expect([WindowDamage]().frames().isEmpty)
  }
}
