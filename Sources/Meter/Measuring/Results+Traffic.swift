import ScreenDriver

extension Results {
  /// Counts what the program asks the server before its window is shown.
  mutating func measureTraffic(
    of subject: Subject, on stage: borrowing Stage
  ) throws(ScreenDriverError) {
    let proxy = try ProtocolProxy(
      to: stage.name, ProtocolProxy.Options(hiding: .named(subject.hiddenExtensions)))
    var environment = stage.environment.merging(subject.environment) { $1 }
    environment["DISPLAY"] = proxy.name
    let start = try ProgramStart(
      subject.program, subject.arguments, environment: environment, on: stage.name)
    guard start.moments.mapped != nil, let traffic = proxy.trafficBeforeMap() else { return }
    record(.roundTrips, Double(traffic.roundTrips))
    record(.requests, Double(traffic.requests.count))
  }
}
