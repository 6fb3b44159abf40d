import DBus
import ScreenDriver

/// The costs of descriptions for assistive programs, and their tables.
struct AccessibilityBenchmark {
  private typealias Objects = [AccessibilityBus.Object]

  private(set) var lines: [String] = []
  private var table: [[String]] = []

  /// Measures the program without the accessibility bus, with a bus without clients, and with a listener, in turn.
  mutating func measureUse(of tactile: BenchmarkTarget, _ settings: MeasurementSettings, rounds: Int)
    throws(ScreenDriverError)
  {
    var report = Report()
    report.columns = ["off", "no listener", "listener"].map { ($0, MeasurementResults()) }
    for _ in 0..<rounds {
      for index in report.columns.indices {
        let display = try BenchmarkDisplay()
        var target = tactile
        let bus = try AccessibilityBus(for: display, isEnabled: index == 2, hasListener: index == 2)
        target.environment = bus.environment
        if index == 0 { target.environment["NO_AT_BRIDGE"] = "1" }
        try report.columns[index].results.measureLaunches(of: target, on: display, settings)
        try Benchmark(settings: settings).measureTyping(
          of: target, on: display, &report.columns[index].results)
        try report.columns[index].results.measureLongList(of: target, on: display, settings)
        withExtendedLifetime(bus.environment) {}
      }
    }
    lines += report.lines + [""]
  }

  /// Measures the time of requests.
  mutating func measureRequests(of targets: [BenchmarkTarget], count: Int) throws(ScreenDriverError) {
    begin(["request of", "objects", "p50, µs", "p99, µs"])
    for target in targets {
      try use(target) {
        (bus: borrowing AccessibilityBus, objects: Objects, _: Int32) throws(ScreenDriverError) in
        let zero = [BusValue.int32(0)]
        var times: [Double] = []
        for index in 0..<count {
          let object = objects[index % objects.count]
          times.append(
            try Self.time { () throws(ScreenDriverError) in
              switch index / objects.count % 6 {
              case 0: _ = try bus.property("Name", of: object)
              case 1: _ = try bus.call("GetState", object)
              case 2: _ = try bus.call("GetRole", object)
              case 3: _ = try bus.call("GetInterfaces", object)
              case 4: _ = try bus.call("GetIndexInParent", object)
              default: _ = try bus.call("GetChildAtIndex", object, zero)
              }
            })
        }
        return [target.name, "\(objects.count)"] + Self.cells(times)
      }
    }
    end()
  }

  /// Measures requests for the elements of a long list in random order, and the memory for a walk.
  mutating func measureTokens(of tactile: BenchmarkTarget, counts: [Int]) throws(ScreenDriverError) {
    begin([
      "tokens", "child count, µs", "any child, p50 / p99", "its index, p50 / p99", "memory of 20,000, kB",
    ])
    let directory = try TemporaryDirectory()
    for count in counts {
      var target = tactile
      try write((0..<count).lazy.map { "user\($0)@example.org\n" }.joined(), toFile: directory.path + "/list")
      target.arguments += ["--tokens", directory.path + "/list"]
      try use(target) {
        (bus: borrowing AccessibilityBus, objects: Objects, pid: Int32) throws(ScreenDriverError) in
        let list = try Self.list(in: objects, on: bus)
        let random = (0..<500).map { _ in Int.random(in: 0..<count) }
        var (children, times): (Objects, [[Double]]) = ([], [[], [], []])
        for index in random {
          times[0].append(
            try Self.time { () throws(ScreenDriverError) in _ = try bus.property("ChildCount", of: list) })
          times[1].append(
            try Self.time { () throws(ScreenDriverError) in
              let child = try bus.call("GetChildAtIndex", list, [.int32(Int32(index))]).first
              if let child = AccessibilityBus.Object(child) { children.append(child) }
            })
        }
        for (index, child) in zip(random, children).shuffled() {
          times[2].append(
            try Self.time { () throws(ScreenDriverError) in
              guard try bus.call("GetIndexInParent", child) == [.int32(Int32(index))] else {
                throw .unexpected("the index of \(child.path) is not \(index)")
              }
            })
        }
        let before = try MemoryUsage(of: pid).proportional
        for index in 0..<20_000 { _ = try bus.call("GetChildAtIndex", list, [.int32(Int32(index))]) }
        let memory = try MemoryUsage(of: pid).proportional - before
        let cells = times.map { Self.cells($0) }
        return [
          "\(count)", cells[0][0], cells[1].joined(separator: " / "), cells[2].joined(separator: " / "),
          "\(memory / 1024)",
        ]
      }
    }
    end()
  }

  /// Starts a program with the accessibility bus, and adds the row that a body returns.
  private mutating func use(
    _ target: BenchmarkTarget,
    _ body: (borrowing AccessibilityBus, [AccessibilityBus.Object], Int32) throws(ScreenDriverError) ->
      [String]
  ) throws(ScreenDriverError) {
    let display = try BenchmarkDisplay()
    let bus = try AccessibilityBus(for: display, isEnabled: true, hasListener: false)
    let environment = display.environment.merging(bus.environment) { $1 }
    let launch = try ProgramLaunch(
      target.program, target.arguments, environment: environment, on: display.name)
    table.append(try body(bus, try bus.objects(), launch.process.pid))
  }

  private static func list(in objects: Objects, on bus: borrowing AccessibilityBus)
    throws(ScreenDriverError) -> AccessibilityBus.Object
  {
    let listBox = BusValue.uint32(98)
    for object in objects where try bus.call("GetRole", object) == [listBox] { return object }
    throw .unexpected("there is no list box")
  }

  /// Returns the duration of a body in microseconds.
  private static func time(_ body: () throws(ScreenDriverError) -> Void) throws(ScreenDriverError) -> Double {
    let start = ContinuousClock.now
    try body()
    return start.duration(to: .now).microseconds
  }

  private static func cells(_ times: [Double]) -> [String] {
    [50, 99].map { Distribution(times).percentile($0).map(formatted) ?? "–" }
  }

  private mutating func begin(_ titles: [String]) {
    table = [titles, ["---"] + titles.dropFirst().map { _ in "---:" }]
  }

  private mutating func end() { lines += table.map { "| \($0.joined(separator: " | ")) |" } + [""] }
}
