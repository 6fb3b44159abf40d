import ScreenDriver

extension DragMeasurement {
  /// The times from each motion to the next damage, in milliseconds.
  var latencies: Distribution {
    var index = 0
    return Distribution(
      motions.compactMap { motion in
        while index < damages.count, damages[index].time < motion.time { index += 1 }
        return index < damages.count ? motion.time.duration(to: damages[index].time).milliseconds : nil
      })
  }

  /// The ages of the displayed content, in milliseconds. Each is the age of the newest motion to
  /// the displayed position of the button.
  ///
  /// A frame that responds to an earlier motion does not improve this value, as it improves a
  /// latency. Samples near a reversal do not count: there, one position belongs to two motions.
  var contentAges: Distribution {
    Distribution(samples.compactMap { isNearReversal($0.time) ? nil : age(of: $0) })
  }

  private func isNearReversal(_ time: ContinuousClock.Instant) -> Bool {
    guard let first = motions.first, first.time.duration(to: time) > .milliseconds(60) else { return true }
    return reversals.contains { reversal in
      (Duration.milliseconds(-20)...Duration.milliseconds(80)).contains(reversal.duration(to: time))
    }
  }

  private func age(of sample: PositionSample) -> Double? {
    let tolerance = stride / 2 + 0.51
    let motion = motions.last { motion in
      motion.time <= sample.time && abs(motion.x + finalButtonOffset - sample.x) <= tolerance
    }
    let age = motion.map { $0.time.duration(to: sample.time) }
    return age.flatMap { $0 < .milliseconds(300) ? $0.milliseconds : nil }
  }

  /// The mean distance of one motion, in device pixels.
  private var stride: Double {
    let distance = zip(motions, motions.dropFirst()).reduce(0) { $0 + abs($1.1.x - $1.0.x) }
    return motions.count > 1 ? distance / Double(motions.count - 1) : 0
  }

  /// The frames that were drawn before the last motion.
  var frames: [DrawnFrame] { damages.prefix(damageCountWhileMoving).frames() }

  /// The frames of the animation after the release.
  var releaseFrames: [DrawnFrame] { releaseDamages.frames() }

  /// The intervals between consecutive frames after the release, in milliseconds.
  var releaseIntervals: Distribution {
    let frames = releaseFrames
    return Distribution(zip(frames, frames.dropFirst()).map { $0.time.duration(to: $1.time).milliseconds })
  }

  /// The frames per second from the release to the last frame. `nil` if there was no frame.
  var releaseRate: Double? {
    guard let releaseTime, let last = releaseDamages.last else { return nil }
    let duration = releaseTime.duration(to: last.time).seconds
    return duration > 0 ? Double(releaseFrames.count) / duration : nil
  }
}
