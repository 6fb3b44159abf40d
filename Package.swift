// swift-tools-version: 6.3
import PackageDescription

/// The language every room speaks: Swift 6, explicit existentials, imports internal unless said,
/// warnings are errors.
let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .treatAllWarnings(as: .error),
]

/// One of Tactile's own modules.
func room(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .target(name: name, dependencies: dependencies, swiftSettings: settings)
}

/// The tests of a module; `TestSupport` comes with each.
func tests(
  _ name: String, _ dependencies: [Target.Dependency], resources: [Resource] = [],
  exclude: [String] = []
) -> Target {
  .testTarget(
    name: name, dependencies: ["TestSupport"] + dependencies, exclude: exclude,
    resources: resources, swiftSettings: settings)
}

/// A C library of the system's: a module map and a shim header, nothing else.
func library(_ name: String, _ pkgConfig: String, apt: String) -> Target {
  .systemLibrary(name: name, pkgConfig: pkgConfig, providers: [.apt([apt])])
}

let package = Package(
  name: "Tactile",
  products: [
    .library(name: "Motion", targets: ["Motion"]),
    .library(name: "Scene", targets: ["Scene"]),
    .library(name: "Gestures", targets: ["Gestures"]),
    .library(name: "Controls", targets: ["Controls"]),
    .library(name: "PasswordForm", targets: ["PasswordForm"]),
    .executable(name: "tactile", targets: ["Tactile"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2")
  ],
  targets: [
    // The core: pure values, no C library beyond libc.
    room("Motion"),
    room("Scene"),
    room("Gestures", ["Motion", "Scene"]),
    room("Controls", ["Gestures", "Motion", "Scene"]),

    // What outlives the program.
    room("Files"),

    // What not every start needs.
    room("DynamicLibraries"),

    // What takes longer than a frame.
    room("Threads", ["CProcess"]),

    // What a password needs.
    room(
      "Secrets",
      [
        "DynamicLibraries", "Files", "Scene", "Threads", "CProcess", "CSecret", "CSodium",
        "CUtf8proc", "CZxcvbn",
      ]),
    room("Policies", ["Files", "Secrets"]),
    room("PasswordForm", ["Controls", "Motion", "Scene", "Secrets"]),

    // Pixels, and the screen that shows them.
    room(
      "CairoRendering",
      ["DynamicLibraries", "Scene", "CCairo", "CFontconfig", "CFreeType", "CHarfBuzz", "CPango"]),
    room(
      "X11Shell",
      [
        "DynamicLibraries", "Motion", "Scene", "Threads", "CDBus", "CX11", "CXCursor", "CXExt",
        "CXFixes", "CXInput", "CXKBCommon", "CXPresent", "CXRandR", "CXRender", "CXSession",
      ]),

    // The program.
    .executableTarget(
      name: "Tactile",
      dependencies: [
        "CMalloc", "CProcess", "CUtf8proc", "CairoRendering", "Controls", "Files", "Motion",
        "PasswordForm", "Policies", "Scene", "Secrets", "Threads", "X11Shell",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: settings),

    // A second client of the same display, which looks and types as a person does.
    room(
      "ScreenDriver",
      ["Scene", "CairoRendering", "CSM", "CX11", "CXDamage", "CXInput", "CXRes", "CXTest"]),
    .executableTarget(
      name: "Tour", dependencies: ["ScreenDriver", "Scene"], swiftSettings: settings),
    .executableTarget(
      name: "Meter",
      dependencies: [
        "ScreenDriver", "Scene", .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: settings),

    // The C libraries.
    library("CCairo", "cairo", apt: "libcairo2-dev"),
    library("CFontconfig", "fontconfig", apt: "libfontconfig-dev"),
    library("CFreeType", "freetype2", apt: "libfreetype-dev"),
    library("CHarfBuzz", "harfbuzz", apt: "libharfbuzz-dev"),
    library("CX11", "x11", apt: "libx11-dev"),
    library("CXCursor", "xcursor", apt: "libxcursor-dev"),
    library("CXDamage", "xdamage", apt: "libxdamage-dev"),
    library("CXExt", "xext", apt: "libxext-dev"),
    library("CXFixes", "xfixes", apt: "libxfixes-dev"),
    library("CXInput", "xi", apt: "libxi-dev"),
    library("CXKBCommon", "xkbcommon", apt: "libxkbcommon-dev"),
    library("CXPresent", "xpresent", apt: "libxpresent-dev"),
    library("CXRandR", "xrandr", apt: "libxrandr-dev"),
    library("CXRender", "xrender", apt: "libxrender-dev"),
    library("CXRes", "xres", apt: "libxres-dev"),
    library("CXTest", "xtst", apt: "libxtst-dev"),
    library("CSM", "sm", apt: "libsm-dev"),
    library("CSodium", "libsodium", apt: "libsodium-dev"),
    library("CUtf8proc", "libutf8proc", apt: "libutf8proc-dev"),
    // What the module of the C library leaves out of it.
    .systemLibrary(name: "CMalloc"),
    .systemLibrary(name: "CProcess"),
    // Declarations alone: these libraries are opened at run time.
    .systemLibrary(name: "CDBus"),
    .systemLibrary(name: "CPango"),
    .systemLibrary(name: "CSecret"),
    .systemLibrary(name: "CXSession"),
    .systemLibrary(name: "CZxcvbn"),

    .target(
      name: "TestSupport",
      dependencies: ["CairoRendering", "Controls", "Motion", "Scene"],
      path: "Tests/TestSupport", swiftSettings: settings),
    tests("MotionTests", ["Motion"], exclude: ["minimax.py", "oracle.py"]),
    tests("SceneTests", ["Scene"]),
    tests("GesturesTests", ["Gestures", "Motion", "Scene"]),
    tests("FilesTests", ["Files", "ScreenDriver"]),
    tests(
      "SecretsTests",
      [
        "CSodium", "CUtf8proc", "DynamicLibraries", "Files", "ScreenDriver", "Secrets", "Scene",
        "Threads",
      ]),
    tests("PoliciesTests", ["Policies", "ScreenDriver", "Secrets"]),
    tests(
      "ControlsTests", ["Controls", "Gestures", "Motion", "Scene"],
      exclude: ["TokenField/Scripts/README.md", "TokenField/Scripts/Rows"]),
    tests(
      "PasswordFormTests",
      ["PasswordForm", "Controls", "DynamicLibraries", "Motion", "Scene", "Secrets"]),
    tests(
      "CairoRenderingTests",
      [
        "CairoRendering", "Controls", "DynamicLibraries", "Files", "Motion", "PasswordForm",
        "Scene", "ScreenDriver", "Secrets",
      ],
      exclude: ["Fonts", "Goldens"]),
    tests("FigureTests", ["CairoRendering", "Controls", "Motion", "Scene"]),
    tests(
      "X11ShellTests",
      [
        "X11Shell", "CairoRendering", "ScreenDriver", "Motion", "Scene", "CX11", "CXCursor",
        "CXExt", "CXFixes", "CXInput", "CXRandR", "CXSession",
      ]),
    tests("ScreenDriverTests", ["ScreenDriver", "CX11", "Scene"]),
    .executableTarget(
      name: "CalibrationClient", dependencies: ["CX11"], path: "Tests/CalibrationClient",
      swiftSettings: settings),
    tests("MeterTests", ["CalibrationClient", "Meter", "ScreenDriver", "Scene"]),
    tests(
      "TactileTests",
      [
        "Tactile", "CairoRendering", "Controls", "Files", "Meter", "Motion", "PasswordForm",
        "Policies", "Scene", "ScreenDriver", "Secrets", "Threads", "X11Shell",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]),
  ]
)
