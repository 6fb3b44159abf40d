import Motion

/// Recorded bits of Motion's numbers, which the release build must return on every processor.
enum MotionTrace {
  /// A spring, the mixed bits of its motion, and the mixed bits of its settling times.
  struct Row {
    let spring: Spring
    let motion: UInt64
    let settling: UInt64
  }

  /// The rows whose numbers differ from the recorded ones, with the actual bits.
  static var differences: [String] { springDifferences + motionDifferences }

  private static var springDifferences: [String] {
    rows.compactMap { row in
      let (motion, settling) = (motionBits(of: row.spring), settlingBits(of: row.spring))
      guard (motion, settling) != (row.motion, row.settling) else { return nil }
      return "ω₀ \(row.spring.angularFrequency), ζ \(row.spring.dampingFraction): "
        + "0x\(String(motion, radix: 16)), 0x\(String(settling, radix: 16))"
    }
  }

  /// The first second at 60 Hz, and times that are far apart.
  private static let times =
    (0...60).map { Double($0) / 60 } + [
      1e-9, 1e-3, 0.1, 1.7, 7.3, 59.9, 1e3, 1e5, 1e9, 1e18, 1e300,
    ]

  private static let releases = [
    Spring.State(displacement: -300, velocity: 0), Spring.State(displacement: 1, velocity: 5),
    Spring.State(displacement: 0, velocity: 1e3), Spring.State(displacement: -7e-3, velocity: 1e-3),
  ]

  private static func motionBits(of spring: Spring) -> UInt64 {
    mixed(
      releases.flatMap { start in
        times.flatMap { time in
          let state = spring.state(from: start, after: time)
          return [state.displacement.bitPattern, state.velocity.bitPattern]
        }
      })
  }

  private static func settlingBits(of spring: Spring) -> UInt64 {
    mixed(
      releases.flatMap { start in
        [0.5, 1.0 / 512, 1e-9].map {
          spring.settlingTime(from: start, threshold: $0).bitPattern
        }
      })
  }

  /// Returns a number that depends on every bit, by
  /// [FNV-1a](https://datatracker.ietf.org/doc/html/draft-eastlake-fnv) over 64-bit values.
  static func mixed(_ values: [UInt64]) -> UInt64 {
    values.reduce(0xcbf2_9ce4_8422_2325) { hash, word in
      let mixed = (hash ^ word) &* 0x100_0000_01b3
      return mixed ^ (mixed >> 29)
    }
  }

  private static func row(
    _ response: Double, _ fraction: Double, _ motion: UInt64, _ settling: UInt64
  ) -> Row {
    Row(
      spring: Spring(response: response, dampingFraction: fraction), motion: motion,
      settling: settling)
  }

  /// The springs of the original demo program, then those of SwiftUI, then unusual ones.
  private static let rows = [
    row(0.25, 0.59, 0x7c38_14e1_51bc_0a85, 0x1f22_1c18_d4aa_7c19),
    Row(
      spring: Spring(settlingDuration: 0.25, dampingFraction: 1, initialVelocity: 1),
      motion: 0xa4fb_af4f_04fb_5654, settling: 0xd8d7_8c35_8faa_cc87),
    row(0.5, 0.825, 0x171a_f35e_b348_2d7b, 0xdc85_6bf5_7568_91b7),
    row(0.15, 0.86, 0x375a_5b0b_7933_64b0, 0x993d_a291_9dd0_a8f4),
    row(0.5, 0.7, 0xe5b0_9d2f_ce47_3fd6, 0xea30_d751_b920_d1fd),
    row(0.25, 0, 0x511f_defc_da3c_e329, 0x8d96_a3a7_4e8e_c35b),
    row(0.25, 1e-9, 0x6d8f_1872_e252_4c78, 0x8d96_a3a7_4e8e_c35b),
    row(0.25, 0.05, 0x62c5_794a_c98a_a76f, 0xdb28_6082_fbc0_25ab),
    row(0.3, 0.499, 0x3d16_819f_461f_2a41, 0xa237_2e5b_2963_50d1),
    row(0.25, 1 - 1e-8, 0x9546_3655_a905_8b1f, 0x8e72_e4de_d9aa_3f9e),
    row(0.25, 1, 0xf601_03c2_a2e3_54cd, 0x2e1f_f08e_ddaf_86ee),
    row(0.25, 1 + 1e-8, 0x4120_91ec_6488_1250, 0xef90_bd53_d9c1_2799),
    row(1e-5, 1.5, 0x259c_2a07_ab11_48ba, 0x26c3_6d8f_6edb_cb16),
    row(1e6, 0.3, 0x7c7c_48d7_4a31_6076, 0x85c4_b599_4474_48ac),
    row(0.7, 20, 0x6d0a_7d8d_6b00_1679, 0xc34f_8334_fa11_5499),
    row(0.25, .infinity, 0x47e3_e7b8_860b_4f37, 0x9527_55bf_a0b3_f332),
    row(.nan, .nan, 0x6961_7c68_6906_f776, 0x4f85_4afb_102b_a8fa),
  ]
}
