import CX11
import Glibc
import Scene
import ScreenDriver
import Testing

extension `The screen driver` {
  @Suite struct `A window's observer` {
    private let rect = PixelRect(x: 100, y: 60, width: 80, height: 40)

    @Test func `hears of what is drawn, once`() throws {
      let watched = try Watched(.none)
      let observer = try WindowObserver(of: watched.window, on: watched.display.name)
      let before = ContinuousClock.now
      watched.client.fill(rect, 0xFF3B30)
      let damage = try #require(observer.nextDamage(before: .now + .patience))
      #expect(damage.area == rect)
      #expect((before...ContinuousClock.now).contains(damage.time))
      #expect(observer.nextDamage(before: .now + .milliseconds(50)) == nil)
      #expect(observer.damages == [damage])
      observer.forget()
      #expect(observer.damages.isEmpty)
    }

    @Test func `does not look into its blind spot`() throws {
      let watched = try Watched(.none)
      let observer = try WindowObserver(of: watched.window, on: watched.display.name)
      observer.blindSpot = PixelRect(x: 90, y: 50, width: 100, height: 60)
      watched.client.fill(rect, 0xFF3B30)
      #expect(observer.nextDamage(before: .now + .milliseconds(50)) == nil)
      let other = PixelRect(x: 95, y: 55, width: 100, height: 10)
      watched.client.fill(other, 0)
      #expect(observer.nextDamage(before: .now + .patience)?.area == other)
    }

    @Test func `does not take the pointer for drawing`() throws {
      let watched = try Watched(.none)
      let observer = try WindowObserver(of: watched.window, on: watched.display.name)
      for x in 0..<20 { observer.move(to: PixelPoint(x: 100 + 5 * x, y: 80)) }
      observer.listen(for: .milliseconds(100))
      #expect(observer.damages.isEmpty)
      let places = try watched.client.events(MotionNotify, count: 1).map { $0.xmotion.x }
      #expect(try #require(places.last) <= 195)
    }

    @Test func `sees where a colour is`() throws {
      let watched = try Watched(.none)
      let observer = try WindowObserver(of: watched.window, on: watched.display.name)
      watched.client.fill(rect, 0xFF3B30)
      let red = ColorMatch(AccentColors.light.red)
      #expect(observer.middle(of: red, inRow: 60) == 139.5)
      #expect(observer.middle(of: red, inRow: 59) == nil)
      let around = rect.outset(by: 30)
      #expect(observer.middle(of: red, in: around) == Point(x: 139.5, y: 79.5))
    }

    @Test func `cannot observe what is not there`() throws {
      let watched = try Watched(.none)
      let (window, display) = (watched.window, watched.display.name)
      #expect(throws: ScreenDriverError.cannotConnect(display: ":none")) {
        try WindowObserver(of: window, on: ":none")
      }
      window.hide()
      _ = try WindowObserver(of: window, on: display)
    }

    @Test func `sees a bystander take the focus, and draw when it says`() throws {
      let watched = try Watched(.openbox)
      let bystander = try Bystander(on: watched.display.name)
      let window = watched.window
      try Deadline(after: .patience).poll(for: "the focus") {
        bystander.window.isActive && !window.isActive ? () : nil
      }
      let observer = try WindowObserver(of: bystander.window, on: watched.display.name)
      let sent = bystander.draw(0xFF)
      let damage = try #require(observer.nextDamage(before: .now + .patience))
      #expect(damage.time >= sent)
    }
  }
}

@Suite struct `What the kernel counts` {
  /// The largest number that a process may have (`proc(5)`, `pid_max`), which is hardly reached.
  private let nobody: Int32 = 1 << 22 - 1

  @Test func `of a process that sleeps stays the same`() throws {
    let child = try ChildProcess("sleep", ["1000"])
    Deadline(after: .milliseconds(100)).wait()
    let before = try ProcessCost(of: child.pid)
    Deadline(after: .milliseconds(50)).wait()
    #expect(try ProcessCost(of: child.pid) == before)
  }

  @Test func `of a process that writes is what it wrote`() throws {
    var child = try ChildProcess(
      "sh", ["-c", "sleep 0.2; printf 12345; exec sleep 1000"], redirections: [.discard(1)])
    let before = try ProcessCost(of: child.pid)
    let after = try Deadline(after: .patience).poll(for: "writing") {
      () throws(ScreenDriverError) in
      guard child.isRunning() else { throw .endedEarly(program: "sh", output: "") }
      let cost = try ProcessCost(of: child.pid)
      // It is counted when it goes to sleep again, which it does after it has written.
      let isAsleep = (cost - before).wakeupCount >= 1
      return isAsleep && cost.byteCount > before.byteCount ? cost : nil
    }
    #expect((after - before).byteCount == 5)
  }

  @Test func `of memory is there, with the libraries`() throws {
    let use = try MemoryUse(of: getpid())
    #expect(0 < use.proportional && use.proportional <= use.resident)
    #expect(use.threadCount >= 1)
    #expect(use.libraryCount >= 2 && use.libraries > 1_000_000 && use.program > 0)
  }

  @Test func `is nothing where there is no process`() {
    #expect(throws: ScreenDriverError.self) { try ProcessCost(of: nobody) }
    #expect(throws: ScreenDriverError.self) { try MemoryUse(of: nobody) }
    #expect(ProcessCost.processorTime(of: nobody) == .zero)
  }
}

@Suite struct `Damage` {
  private let start = ContinuousClock.now

  private func damage(_ milliseconds: Double, width: Int) -> WindowDamage {
    WindowDamage(
      time: start + .milliseconds(milliseconds),
      area: PixelRect(x: 0, y: 0, width: width, height: 10))
  }

  @Test func `that comes in a burst is one frame`() {
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
