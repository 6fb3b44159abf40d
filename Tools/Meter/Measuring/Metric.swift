/// A measured quantity. Its raw value is its name in the raw results.
enum Metric: String, CaseIterable {
  case mapped = "start_to_map_ms"
  case firstFrame = "start_to_first_frame_ms"
  case settled = "start_to_settled_ms"
  case launchCPUTime = "cpu_time_of_start_ms"
  case roundTrips = "round_trips_before_map"
  case requests = "requests_before_map"

  case proportionalMemory = "pss_mb"
  case serverPixmaps = "server_pixmaps_mb"
  case threads = "threads"
  case programSize = "program_mb"
  case librarySize = "libraries_mb"

  case motionP50 = "motion_to_damage_p50_ms"
  case motionP95 = "motion_to_damage_p95_ms"
  case contentAgeP50 = "content_age_p50_ms"
  case contentAgeP99 = "content_age_p99_ms"
  case frameRate = "drag_frames_per_s"
  case frameTime = "drag_frame_us"
  case serverFrameTime = "drag_frame_server_us"
  case framePixels = "drag_frame_px"
  case frameBytes = "drag_frame_bytes"
  case doubleScaleFrameTime = "double_scale_drag_frame_us"
  case releaseRate = "release_frames_per_s"
  case releaseInterval = "release_frame_interval_p99_ms"
  case unusedRefreshes = "throw_unused_refreshes"
  case positionError = "throw_position_error_p99_px"
  case errorInMotion = "throw_position_error_in_motion_p99_px"
  case presentationDelayP50 = "throw_presentation_delay_p50_ms"
  case presentationDelayP99 = "throw_presentation_delay_p99_ms"
  case screenshotDistance = "throw_screenshot_distance_p99_px"
  case keyP50 = "key_to_damage_p50_ms"
  case keyP99 = "key_to_damage_p99_ms"
  case keyTime = "key_cpu_time_ms"
  case tokenKeyP50 = "token_key_to_damage_p50_ms"
  case tokenKeyP99 = "token_key_to_damage_p99_ms"
  case tokenKeyTime = "token_key_cpu_time_ms"
  case longListFirstFrame = "long_list_start_to_first_frame_ms"
  case longListKeyP50 = "long_list_key_to_damage_p50_ms"
  case longListKeyP99 = "long_list_key_to_damage_p99_ms"
  case longListKeyTime = "long_list_key_cpu_time_ms"
  case longListMemory = "long_list_pss_mb"

  case wakeupsBlinking = "blinking_wakeups_per_s"
  case timeBlinking = "blinking_ms_per_10s"
  case blinkFrameTime = "blink_frame_us"
  case baselineRatio = "blinking_time_relative_to_baseline"
  case bytesBlinking = "blinking_bytes_per_s"
  case wakeupsAfterBlinking = "wakeups_after_blinking"
  case wakeupsUnfocused = "unfocused_wakeups"
  case wakeupsHidden = "hidden_wakeups"
  case programAllocations = "drag_frame_allocations_program"
  case libraryAllocations = "drag_frame_allocations_libraries"
}

/// The measurements of one program: all samples of each metric.
struct MeasurementResults {
  private(set) var samples: [Metric: [Double]] = [:]
  /// The notes about this program below the table.
  var notes: [String] = []

  /// Adds a sample to a metric. Does nothing if `number` is `nil`, that is, could not be measured.
  mutating func record(_ metric: Metric, _ number: Double?) {
    if let number { samples[metric, default: []].append(number) }
  }

  /// Adds the samples of another measurement of the same program.
  mutating func add(_ other: MeasurementResults) { samples.merge(other.samples) { $0 + $1 } }

  /// The median of all samples of a metric. `nil` if there are none.
  subscript(metric: Metric) -> Double? { samples[metric].flatMap { Distribution($0).median } }
}
