// swift-tools-version: 6.3
import PackageDescription

/// The settings of every module, in addition to Swift 6: explicit existentials, internal imports by
/// default, member import visibility, and warnings as errors.
let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .treatAllWarnings(as: .error),
]

/// Returns a module of Tactile.
func module(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .target(name: name, dependencies: dependencies, swiftSettings: settings)
}

/// Returns the tests of a module. They depend on `TestSupport`.
func tests(
  _ name: String, _ dependencies: [Target.Dependency], resources: [Resource] = [],
  exclude: [String] = []
) -> Target {
  .testTarget(
    name: name, dependencies: ["TestSupport"] + dependencies, exclude: exclude,
    resources: resources, swiftSettings: settings)
}

/// Returns a program of the developers, or a module that such programs and the tests use.
func tool(
  _ name: String, isLibrary: Bool = false, _ dependencies: [Target.Dependency]
) -> Target {
  let path = "Tools/\(name)"
  return isLibrary
    ? .target(name: name, dependencies: dependencies, path: path, swiftSettings: settings)
    : .executableTarget(name: name, dependencies: dependencies, path: path, swiftSettings: settings)
}

/// Returns a program that sees public declarations only, as in another package.
func client(_ name: String, in directory: String, _ dependencies: [Target.Dependency]) -> Target {
  .executableTarget(
    name: name, dependencies: dependencies, path: "\(directory)/\(name)", packageAccess: false,
    swiftSettings: settings)
}

/// Returns a C library of the system, which consists of a module map and a shim header. Without
/// `pkgConfig`, it belongs to libc or is opened at run time.
func systemLibrary(_ name: String, pkgConfig: String? = nil, apt: String...) -> Target {
  .systemLibrary(
    name: name, path: "Sources/CLibraries/\(name)", pkgConfig: pkgConfig,
    providers: apt.isEmpty ? nil : [.apt(apt)])
}

let package = Package(
  name: "Tactile",
  products: [
    .library(name: "Motion", targets: ["Motion"]),
    .library(name: "Scene", targets: ["Scene"]),
    .library(name: "Gestures", targets: ["Gestures"]),
    .library(name: "Controls", targets: ["Controls"]),
    .library(name: "PasswordForm", targets: ["PasswordForm"]),
    .library(name: "CairoRendering", targets: ["CairoRendering"]),
    .library(name: "Windowing", targets: ["Windowing"]),
    .library(name: "Toolkit", targets: ["Toolkit"]),
    .executable(name: "tactile", targets: ["Tactile"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2")
  ],
  targets: [
    // The core: pure values. No C library except libc.
    module("Motion"),
    module("Scene"),
    module("Gestures", ["Motion", "Scene"]),
    module("Controls", ["Gestures", "Motion", "Scene"]),
    // A panel with which a developer adjusts a spring of the floating button.
    module("Inspector", ["Controls", "Gestures", "Motion", "Scene"]),

    // Files, threads, libraries that are loaded on demand, and the process.
    module("System", ["CProcess"]),

    // A client of message buses, which can also export objects.
    module("DBus", ["CDBus", "Motion", "System"]),
    // What assistive programs see of the windows, over the accessibility bus.
    module("Accessibility", ["DBus", "Motion", "Scene"]),

    // Passwords.
    module(
      "Secrets",
      [
        "System", "Scene", "CProcess", "CSecret", "CSodium",
        "CUtf8proc", "CWordLists", "CZxcvbn",
      ]),
    module("Policies", ["Scene", "System", "Secrets"]),
    module("PasswordForm", ["Controls", "Gestures", "Motion", "Scene", "Secrets", "System"]),
    module("Prompts", ["DBus", "System", "Secrets", "CProcess"]),

    // Rendering and the X11 window.
    module(
      "CairoRendering",
      ["System", "Scene", "CCairo", "CFontconfig", "CFreeType", "CHarfBuzz", "CPango"]),
    module("X11", ["Motion", "Scene", "System", "CX11"]),
    module(
      "Windowing", ["Accessibility", "CairoRendering", "DBus", "Motion", "Scene", "System", "X11", "CX11"]),

    // Controls in windows.
    module("Toolkit", ["Controls", "Motion", "Scene", "Windowing"]),

    // The program.
    .executableTarget(
      name: "Tactile",
      dependencies: [
        "Accessibility", "CMalloc", "CProcess", "CUtf8proc", "CairoRendering", "Controls", "DBus",
        "Inspector", "System",
        "Motion",
        "PasswordForm", "Policies", "Prompts", "Scene", "Secrets", "Toolkit", "Windowing",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: settings),

    // Programs that show how the libraries are used.
    client("Greetings", in: "Examples", ["Controls", "Scene", "Toolkit", "Windowing"]),
    client("Flavors", in: "Examples", ["Controls", "Scene", "Toolkit", "Windowing"]),
    client("Questions", in: "Examples", ["Controls", "Scene", "Toolkit", "Windowing"]),
    client(
      "Signup", in: "Examples", ["Controls", "Motion", "PasswordForm", "Scene", "Toolkit", "Windowing"]),
    client(
      "Gallery", in: "Examples",
      ["Controls", "Gestures", "Motion", "PasswordForm", "Scene", "Toolkit", "Windowing"]),
    client("Knob", in: "Examples", ["Controls", "Gestures", "Motion", "Scene", "Toolkit", "Windowing"]),
    client("Consumer", in: "Tests", ["Controls", "Gestures", "Motion", "Scene"]),

    // Benchmarks of the core.
    .target(name: "CAllocationCount", path: "Benchmarks/Sources/CAllocationCount"),
    client("MotionBenchmarks", in: "Benchmarks/Sources", ["CAllocationCount", "Motion"]),
    client("TokenFieldBenchmarks", in: "Benchmarks/Sources", ["Controls", "Motion", "Scene"]),

    // A second client of the same display, which simulates a user in tests and measurements.
    tool(
      "ScreenDriver", isLibrary: true,
      ["Scene", "CairoRendering", "CX11", "CX11Testing"]),
    tool("Tour", ["ScreenDriver", "Scene"]),
    tool(
      "Meter",
      ["DBus", "ScreenDriver", "Scene", .product(name: "ArgumentParser", package: "swift-argument-parser")]),

    // C libraries.
    systemLibrary("CCairo", pkgConfig: "cairo", apt: "libcairo2-dev"),
    systemLibrary("CFontconfig", pkgConfig: "fontconfig", apt: "libfontconfig-dev"),
    systemLibrary("CFreeType", pkgConfig: "freetype2", apt: "libfreetype-dev"),
    systemLibrary("CHarfBuzz", pkgConfig: "harfbuzz", apt: "libharfbuzz-dev"),
    systemLibrary(
      "CX11", pkgConfig: "x11", apt: "libx11-dev", "libxcursor-dev", "libxext-dev", "libxfixes-dev",
      "libxi-dev",
      "libxkbcommon-dev", "libxpresent-dev", "libxrandr-dev", "libxrender-dev"),
    // The extensions with which ScreenDriver simulates and measures.
    systemLibrary("CX11Testing", pkgConfig: "xtst", apt: "libxtst-dev", "libxres-dev", "libxdamage-dev"),
    systemLibrary("CSodium", pkgConfig: "libsodium", apt: "libsodium-dev"),
    systemLibrary("CUtf8proc", pkgConfig: "libutf8proc", apt: "libutf8proc-dev"),
    // Functions of libc that the Glibc module does not contain.
    systemLibrary("CMalloc"),
    systemLibrary("CProcess"),
    // Declarations only: these libraries are opened at run time.
    systemLibrary("CDBus"),
    systemLibrary("CPango"),
    systemLibrary("CSecret"),
    systemLibrary("CZxcvbn"),
    // The words of generated passphrases and the most common passwords, which C embeds from text files.
    .target(
      name: "CWordLists", path: "Sources/CLibraries/CWordLists",
      exclude: ["common-passwords.txt", "passphrase-words.txt"]),

    .target(
      name: "TestSupport",
      dependencies: ["CairoRendering", "DBus", "Scene", "ScreenDriver"],
      path: "Tests/TestSupport", swiftSettings: settings),
    // A module of its own, so that tests of other modules do not depend on the controls.
    .target(
      name: "ControlTestSupport", dependencies: ["Controls", "Motion", "Scene", "TestSupport"],
      path: "Tests/ControlTestSupport", swiftSettings: settings),
    tests("MotionTests", ["Motion"], exclude: ["minimax.py", "oracle.py", "springs.csv"]),
    tests("SceneTests", ["Scene"]),
    tests("GesturesTests", ["Gestures", "Motion", "Scene"]),
    tests("SystemTests", ["System", "ScreenDriver"]),
    tests("DBusTests", ["DBus", "Motion", "ScreenDriver", "System"]),
    tests("AccessibilityTests", ["Accessibility", "DBus", "Motion", "Scene", "ScreenDriver"]),
    tests(
      "SecretsTests",
      [
        "Controls", "CSodium", "CUtf8proc", "PasswordForm", "System", "ScreenDriver", "Secrets", "Scene",
      ], exclude: ["HumanPasswords.tsv"]),
    tests("PoliciesTests", ["Controls", "PasswordForm", "Policies", "ScreenDriver", "Secrets"]),
    tests("PromptsTests", ["DBus", "Prompts", "ScreenDriver", "Secrets", "System"]),
    tests(
      "ControlsTests", ["ControlTestSupport", "Controls", "Gestures", "Inspector", "Motion", "Scene"],
      exclude: ["TokenField/Scripts/README.md", "TokenField/Scripts/Cases"]),
    tests(
      "PasswordFormTests",
      ["ControlTestSupport", "PasswordForm", "Controls", "System", "Motion", "Scene", "Secrets"]),
    tests(
      "CairoRenderingTests",
      [
        "CairoRendering", "ControlTestSupport", "Controls", "Inspector", "System", "Motion", "PasswordForm",
        "Scene", "ScreenDriver", "Secrets",
      ],
      exclude: ["Fonts", "Goldens"]),
    // Arbitrary data from outside; see scripts/fuzz.sh.
    tests(
      "FuzzTests",
      [
        "Accessibility", "CairoRendering", "CDBus", "ControlTestSupport", "Controls", "CSodium", "CX11",
        "DBus", "Motion", "PasswordForm", "Policies", "Prompts", "Scene", "ScreenDriver", "Secrets", "System",
        "Tactile", "Toolkit",
        "Windowing", "X11", .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      exclude: ["Corpus"]),
    // The tests that read the sources and documents of the checkout.
    tests("ProjectTests", ["ScreenDriver"]),
    tests("FigureTests", ["CairoRendering", "Controls", "Motion", "Scene"]),
    tests(
      "WindowingTests",
      [
        "X11", "Windowing", "CairoRendering", "DBus", "ScreenDriver", "Motion", "Scene", "CX11",
      ]),
    tests(
      "ToolkitTests",
      [
        "ControlTestSupport", "Toolkit", "Controls", "Flavors", "Gallery", "Greetings", "Knob", "Motion",
        "Scene", "ScreenDriver", "Signup", "Windowing",
      ]),
    // The code of the documentation, which sees public declarations only.
    .testTarget(
      name: "SampleTests",
      dependencies: ["CairoRendering", "Controls", "Knob", "Motion", "Scene", "Toolkit", "Windowing"],
      packageAccess: false, swiftSettings: settings),
    tests("ScreenDriverTests", ["ScreenDriver", "CX11", "Scene"]),
    .executableTarget(
      name: "CalibrationClient", dependencies: ["CX11"], path: "Tests/CalibrationClient",
      swiftSettings: settings),
    tests("MeterTests", ["CalibrationClient", "Meter", "ScreenDriver", "Scene"]),
    tests(
      "TactileTests",
      [
        "Tactile", "Accessibility", "CairoRendering", "ControlTestSupport", "Controls", "DBus", "Inspector",
        "System", "Meter", "Motion", "PasswordForm",
        "Policies", "Prompts", "Scene", "ScreenDriver", "Secrets", "Toolkit", "X11", "Windowing",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ], exclude: ["Orca"]),
  ]
)

// With a sanitizer, all modules are compiled again, so only these tests are.
if let tests = Context.environment["TACTILE_TESTS"]?.split(separator: " ") {
  package.targets.removeAll { target in target.type == .test && !tests.contains { $0 == target.name } }
}
