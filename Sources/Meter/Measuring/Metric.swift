/// A number that is measured; its raw value is its name in the raw results.
enum Metric: String, CaseIterable {
  case mapped = "start_to_map_ms"
  case firstFrame = "start_to_first_frame_ms"
  case settled = "start_to_settled_ms"
  case startTime = "processor_time_of_start_ms"
  case roundTrips = "round_trips_before_map"
  case requests = "requests_before_map"

  case proportionalMemory = "pss_mb"
  case serverPixmaps = "server_pixmaps_mb"
  case threads = "threads"
  case diskSize = "program_and_libraries_mb"

  case motionMedian = "motion_to_damage_p50_ms"
  case motionTail = "motion_to_damage_p95_ms"
  case lagMedian = "shown_lag_p50_ms"
  case lagTail = "shown_lag_p99_ms"
  case frameRate = "drag_frames_per_s"
  case frameTime = "drag_frame_us"
  case serverFrameTime = "drag_frame_server_us"
  case framePixels = "drag_frame_px"
  case frameBytes = "drag_frame_bytes"
  case largeFrameTime = "large_drag_frame_us"
  case releaseRate = "release_frames_per_s"
  case releaseGap = "release_frame_gap_p99_ms"
  case unusedRefreshes = "throw_unused_refreshes"
  case placeError = "throw_place_error_p99_px"
  case flyingPlaceError = "throw_flying_place_error_p99_px"
  case showingDelay = "throw_showing_delay_p50_ms"
  case showingDelayTail = "throw_showing_delay_p99_ms"
  case seenDistance = "throw_seen_distance_p99_px"
  case keyMedian = "key_to_damage_p50_ms"
  case keyTail = "key_to_damage_p99_ms"
  case longListStart = "long_list_start_to_first_frame_ms"
  case longListKeyMedian = "long_list_key_to_damage_p50_ms"
  case longListKeyTail = "long_list_key_to_damage_p99_ms"
  case longListMemory = "long_list_pss_mb"

  case wakeupsBlinking = "blinking_wakeups_per_s"
  case timeBlinking = "blinking_ms_per_10s"
  case twinRatio = "blinking_time_against_twin"
  case bytesBlinking = "blinking_bytes_per_s"
  case wakeupsAfterBlinking = "blink_over_wakeups"
  case wakeupsUnfocused = "unfocused_wakeups"
  case wakeupsHidden = "hidden_wakeups"
  case programAllocations = "drag_frame_allocations_program"
  case libraryAllocations = "drag_frame_allocations_libraries"
}

/// What was measured of one program: every metric as often as it was measured.
struct Results {
  private(set) var samples: [Metric: [Double]] = [:]
  /// What belongs in a note below the table.
  var notes: [String] = []

  /// Keeps a number; `nil` is what could not be measured.
  mutating func record(_ metric: Metric, _ number: Double?) {
    if let number { samples[metric, default: []].append(number) }
  }

  /// The median of all measurements; `nil` where there is none.
  subscript(metric: Metric) -> Double? { samples[metric].flatMap { Distribution($0).median } }
}
