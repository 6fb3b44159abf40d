import Motion

/// Bits of Motion's numbers, written down: they must come out the same in debug and in release, on
/// every processor.
///
/// The benchmarks have this file too, by a link, so that the release build is held to it.
enum MotionTrace {
  /// A spring; what is to come of its motion, all bits mixed; and when it settles, in bits.
  struct Row {
    let spring: Spring
    let motion: UInt64
    let settling: UInt64
  }

  /// The rows that do not come out as they are written down, as they come out.
  static var differences: [String] { springDifferences + motionDifferences }

  private static var springDifferences: [String] {
    rows.compactMap { row in
      let (motion, settling) = (motionBits(of: row.spring), settlingBits(of: row.spring))
      guard (motion, settling) != (row.motion, row.settling) else { return nil }
      return "ω₀ \(row.spring.angularFrequency), ζ \(row.spring.dampingFraction): "
        + "0x\(String(motion, radix: 16)), 0x\(String(settling, radix: 16))"
    }
  }

  /// The first second at 60 Hz, and moments far apart.
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

  /// One number that depends on every bit, by
  /// [FNV-1a](https://datatracker.ietf.org/doc/html/draft-eastlake-fnv) taken by words.
  static func mixed(_ words: [UInt64]) -> UInt64 {
    words.reduce(0xcbf2_9ce4_8422_2325) { hash, word in
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

  /// First the seeds' springs, then SwiftUI's, then odd ones.
  private static let rows = [
    row(0.25, 0.59, 0x4b4c_08c0_f0b8_abc7, 0x680d_792b_eb5b_8c68),
    Row(
      spring: Spring(settlingDuration: 0.25, dampingFraction: 1, initialVelocity: 1),
      motion: 0x4732_dc5a_1281_e6db, settling: 0x4f43_1aaa_8241_643d),
    row(0.5, 0.825, 0x6766_99ac_2afb_96c3, 0x319a_9bff_463a_bd7e),
    row(0.15, 0.86, 0xd4ab_95ad_70d8_2174, 0xcb33_3aea_ccf8_2e39),
    row(0.5, 0.7, 0x07b3_cadd_270a_5e5c, 0xdc5d_c00e_2fe8_eb30),
    row(0.25, 0, 0x91ec_684f_c1da_5e92, 0x8d96_a3a7_4e8e_c35b),
    row(0.25, 1e-9, 0x14d2_c853_92ea_12a2, 0x8d96_a3a7_4e8e_c35b),
    row(0.25, 0.05, 0x6f90_4647_8757_3dc0, 0x5874_3e36_aa24_1452),
    row(0.3, 0.499, 0x360c_6041_4b41_2751, 0x6722_b32f_c3bf_49ad),
    row(0.25, 1 - 1e-8, 0xd171_8ad8_b3ed_bd52, 0x012a_b9b4_e3ec_abd1),
    row(0.25, 1, 0x57f1_b61e_326f_c1a5, 0x1c09_e5b8_62c1_383b),
    row(0.25, 1 + 1e-8, 0x8bbb_9392_4998_e1e5, 0xb67e_014e_68e2_2231),
    row(1e-5, 1.5, 0xe2f2_b8f5_80f7_0e0e, 0xfcac_db82_b971_fae2),
    row(1e6, 0.3, 0xae38_1164_aece_38fa, 0x85c4_b599_4474_48ac),
    row(0.7, 20, 0x0d78_f594_eb18_21d6, 0xd122_1929_a33a_2381),
    row(0.25, .infinity, 0xa41a_fda1_852d_e06e, 0x9527_55bf_a0b3_f332),
    row(.nan, .nan, 0x6961_7c68_6906_f776, 0x4f85_4afb_102b_a8fa),
  ]
}
