// swift-tools-version: 6.3
import PackageDescription

let package = Package(
  name: "Benchmarks",
  dependencies: [.package(name: "Tactile", path: "..")],
  targets: [
    .target(name: "CAllocationCount"),
    .executableTarget(
      name: "MotionBenchmarks",
      dependencies: ["CAllocationCount", .product(name: "Motion", package: "Tactile")],
      swiftSettings: [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .treatAllWarnings(as: .error),
      ]),
  ]
)
