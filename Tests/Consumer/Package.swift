// swift-tools-version: 6.3
import PackageDescription

/// A program outside of the source tree that uses the libraries as an external client.
let package = Package(
  name: "Consumer",
  dependencies: [
    .package(name: "Tactile", path: Context.environment["TACTILE_PACKAGE"] ?? "../..")
  ],
  targets: [
    .executableTarget(
      name: "Consumer",
      dependencies: [
        .product(name: "Controls", package: "Tactile"),
        .product(name: "Motion", package: "Tactile"),
        .product(name: "Scene", package: "Tactile"),
      ])
  ]
)
