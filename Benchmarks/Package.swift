// swift-tools-version: 6.3
import PackageDescription

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .treatAllWarnings(as: .error),
]

let package = Package(
  name: "Benchmarks",
  dependencies: [.package(name: "Tactile", path: "..")],
  targets: [
    .target(name: "CAllocationCount"),
    .executableTarget(
      name: "MotionBenchmarks",
      dependencies: ["CAllocationCount", .product(name: "Motion", package: "Tactile")],
      swiftSettings: settings),
    .executableTarget(
      name: "TokenFieldBenchmarks",
      dependencies: [
        .product(name: "Controls", package: "Tactile"),
        .product(name: "Motion", package: "Tactile"),
        .product(name: "Scene", package: "Tactile"),
      ],
      swiftSettings: settings),
  ]
)
