import ScreenDriver

extension Drag {
  /// From each motion to the next damage, in milliseconds.
  var latencies: Distribution {
    var index = 0
    return Distribution(
      motions.compactMap { motion in
        while index < damages.count, damages[index].time < motion.time { index += 1 }
        return index < damages.count
          ? motion.time.duration(to: damages[index].time).milliseconds : nil
      })
  }

  /// How old what was seen was, in milliseconds: the age of the newest motion to the place at which
  /// the button was seen.
  ///
  /// Unlike a latency it cannot be flattered by a frame that answers an earlier motion. Where the
  /// pointer turned round the same place belongs to two motions, so looks about then do not count.
  var lags: Distribution {
    Distribution(sightings.compactMap { isNearTurn($0.time) ? nil : age(of: $0) })
  }

  private func isNearTurn(_ time: ContinuousClock.Instant) -> Bool {
    guard let first = motions.first, first.time.duration(to: time) > .milliseconds(60) else {
      return true
    }
    return turns.contains { turn in
      (Duration.milliseconds(-20)...Duration.milliseconds(80)).contains(turn.duration(to: time))
    }
  }

  private func age(of sighting: Sighting) -> Double? {
    let tolerance = stride / 2 + 0.51
    let motion = motions.last { motion in
      motion.time <= sighting.time && abs(motion.x + finalGrip - sighting.x) <= tolerance
    }
    let age = motion.map { $0.time.duration(to: sighting.time) }
    return age.flatMap { $0 < .milliseconds(300) ? $0.milliseconds : nil }
  }

  /// How far one motion goes, in device pixels.
  private var stride: Double {
    let way = zip(motions, motions.dropFirst()).reduce(0) { $0 + abs($1.1.x - $1.0.x) }
    return motions.count > 1 ? way / Double(motions.count - 1) : 0
  }

  /// What was drawn until the last motion.
  var frames: [DrawnFrame] { damages.prefix(damageCountWhileMoving).frames() }

  /// The frames of the motion after the release.
  var releaseFrames: [DrawnFrame] { releaseDamages.frames() }

  /// From each frame after the release to the next, in milliseconds.
  var releaseGaps: Distribution {
    let frames = releaseFrames
    return Distribution(
      zip(frames, frames.dropFirst()).map { $0.time.duration(to: $1.time).milliseconds })
  }

  /// Frames per second from the release to the last of them; `nil` where there was none.
  var releaseRate: Double? {
    guard let released, let last = releaseDamages.last else { return nil }
    let duration = released.duration(to: last.time).seconds
    return duration > 0 ? Double(releaseFrames.count) / duration : nil
  }
}
