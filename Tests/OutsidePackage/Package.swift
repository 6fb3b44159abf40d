// swift-tools-version: 6.3
import PackageDescription

/// A package outside of the checkout that depends on a library of Tactile. `./run.sh test --all` builds it
/// without the headers of any C library, to check that the manifest does not require them.
let package = Package(
  name: "OutsidePackage",
  dependencies: [
    .package(name: "Tactile", path: Context.environment["TACTILE_PACKAGE"] ?? "../..")
  ],
  targets: [
    .executableTarget(
      name: "OutsidePackage", dependencies: [.product(name: "Motion", package: "Tactile")]),
    // Not built: the package manager only checks that the products exist.
    .target(
      name: "AllProducts",
      dependencies: [
        "Scene", "Gestures", "Controls", "PasswordForm", "CairoRendering", "Windowing", "Toolkit",
      ].map {
        .product(name: $0, package: "Tactile")
      }),
  ]
)
