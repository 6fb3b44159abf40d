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
      watched.client.fill(rect.outset(by: 1), 0)
      let next = try #require(observer.nextDamage(before: .now + .defaultTimeout))
      #expect(observer.damages == [damage, next] && next.area == rect.outset(by: 1))
      observer.reset()
      #expect(observer.damages.isEmpty)
    }

    @Test func `ignores damage inside the ignored area`() throws {
      let watched = try ClientWindowFixture(.none)
      let observer = try WindowObserver(of: watched.window, on: watched.display.name)
      observer.ignoredArea = PixelRect(x: 90, y: 50, width: 100, height: 60)
      watched.client.fill(rect, 0xFF3B30)
      let other = PixelRect(x: 95, y: 55, width: 100, height: 10)
      watched.client.fill(other, 0)
      #expect(observer.nextDamage(before: .now + .defaultTimeout)?.area == other)
    }

    @Test func `does not report pointer motion as damage`() throws {
      let watched = try ClientWindowFixture(.none)
      let observer = try WindowObserver(of: watched.window, on: watched.display.name)
      for x in 0..<20 { observer.move(to: PixelPoint(x: 100 + 5 * x, y: 80)) }
      _ = try watched.client.events(MotionNotify, count: 1)
      watched.client.fill(rect, 0xFF3B30)
      #expect(observer.nextDamage(before: .now + .defaultTimeout)?.area == rect)
    }
  }
}

@Suite struct `Process resource usage` {
  /// The maximum process ID (`proc(5)`, `pid_max`), which is hardly ever used.
  private let unusedPID: Int32 = 1 << 22 - 1

  @Test func `is constant for a sleeping process`() throws {
    let child = try ChildProcess("sleep", ["1000"])
    try Deadline(after: .defaultTimeout).poll(for: "equal values") { () throws(ScreenDriverError) in
      let before = try ProcessResourceUsage(of: child.pid)
      Deadline(after: .milliseconds(20)).wait()
      return try ProcessResourceUsage(of: child.pid) == before ? () : nil
    }
  }

  @Test func `counts the bytes that a process writes, and its wakeups`() throws {
    let directory = try TemporaryDirectory()
    let fifo = "\(directory.path)/fifo"
    mkfifo(fifo, 0o600)
    var child = try ChildProcess(
      "sh", ["-c", "read line < '\(fifo)'; printf 12345; exec sleep 1000"], redirections: [.discard(1)])
    let before = try ProcessResourceUsage(of: child.pid)
    try write("go\n", toFile: fifo)
    try Deadline(after: .defaultTimeout).poll(for: "writing") { () throws(ScreenDriverError) in
      guard child.isRunning() else { throw .endedEarly(program: "sh", output: "") }
      let cost = try ProcessResourceUsage(of: child.pid) - before
      // The switch is counted when the process goes to sleep again, which is after it has written.
      return cost.wakeupCount >= 1 && cost.byteCount == 5 ? () : nil
    }
  }

  @Test func `includes memory and loaded libraries`() throws {
    let use = try MemoryUsage(of: getpid())
    #expect(0 < use.proportional && use.proportional <= use.resident)
    #expect(0 < use.anonymous && use.anonymous <= use.resident)
    #expect(use.threadCount >= 1)
    #expect(use.libraryCount >= 2 && use.librarySize > 1_000_000 && use.programSize > 0)
  }

  @Test func `throws or is zero when the process does not exist`() {
    #expect(throws: ScreenDriverError.self) { try ProcessResourceUsage(of: unusedPID) }
    #expect(throws: ScreenDriverError.self) { try MemoryUsage(of: unusedPID) }
    #expect(ProcessResourceUsage.cpuTime(of: unusedPID) == .zero)
  }
}
