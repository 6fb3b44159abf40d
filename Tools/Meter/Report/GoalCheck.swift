/// A comparison of the program with its goals and with `baseline`, a minimal C program that is measured in the same
/// run.
struct GoalCheck {
  /// The ratio of a value to its goal above which the check fails. Other programs on the machine disturb both
  /// programs.
  static let tolerance = 1.5
  /// The goals of metrics that do not reach that of the report. `Documentation/Performance.md` explains each.
  private static let reached: [Metric: Goal] = [
    .firstFrame: .ratio(3), .keyP50: .ratio(1.6), .proportionalMemory: .value(14),
  ]
  /// The metrics whose goals hold on a machine on which the launch of `baseline` takes `referenceLaunchTime`. A slower
  /// machine has proportionally more: of times, and of a frame's ratio to `baseline`, whose frames use little of
  /// the processor. With 5 ms, that of the content's age was 1.9 instead of 1.24.
  private static let machineDependent: Set<Metric> = [
    .keyTime, .tokenKeyTime, .tokenKeyP50, .timeBlinking, .doubleScaleFrameTime,
    .motionP50, .motionP95, .contentAgeP50, .contentAgeP99, .frameTime,
  ]
  /// The CPU time of a launch of `baseline`, in milliseconds.
  private static let referenceLaunchTime = 3.3
  /// The highest values of a few keys depend on the scheduler more than on the program.
  private static let omitted: Set<Metric> = [.keyP99, .tokenKeyP99]

  /// The lowest ratio of each measured metric to its goal: a disturbance makes a value only worse.
  private(set) var excesses: [Metric: Double] = [:]

  /// The metrics that exceed their goals, in the order of the report.
  var misses: [Metric] {
    ReportRow.all.flatMap(\.metrics).filter { excesses[$0].map { $0 > Self.tolerance } ?? false }
  }

  /// Adds the medians of a run.
  ///
  /// - Parameter reference: The results of `baseline`. Without them, only goals that are no ratios are checked.
  mutating func add(_ own: MeasurementResults, over reference: MeasurementResults) {
    let slowness = max(1, (reference[.launchCPUTime] ?? 0) / Self.referenceLaunchTime)
    for (metric, goal) in ReportRow.all.flatMap({ zip($0.metrics, $0.goals) })
    where !Self.omitted.contains(metric) {
      guard let value = own[metric],
        var maximum = (Self.reached[metric] ?? goal).maximum(baseline: reference[metric])
      else { continue }
      if Self.machineDependent.contains(metric) { maximum *= slowness }
      excesses[metric] = min(value == 0 ? 0 : value / maximum, excesses[metric] ?? .infinity)
    }
  }
}
