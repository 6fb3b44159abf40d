import ScreenDriver

extension MeasurementResults {
  /// Counts the requests and blocking round trips of a program before its window is mapped.
  mutating func measureTraffic(of target: BenchmarkTarget, on display: borrowing BenchmarkDisplay)
    throws(ScreenDriverError)
  {
    let proxy = try ProtocolProxy(
      to: display.name, ProtocolProxy.Options(hiding: .named(target.hiddenExtensions)))
    var environment = display.environment.merging(target.environment) { $1 }
    environment["DISPLAY"] = proxy.name
    let launch = try ProgramLaunch(
      target.program, target.arguments, environment: environment, on: display.name)
    guard launch.timestamps.mapped != nil, let traffic = proxy.trafficBeforeMap() else { return }
    record(.roundTrips, Double(traffic.roundTrips))
    record(.requests, Double(traffic.requests.count))
  }
}
