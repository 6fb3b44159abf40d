import CX11
public import Scene
import X11

/// The title, the kind and the initial size and position of a window.
public struct WindowConfiguration {
  /// The relation of a window to others, by which the window manager treats it.
  public enum Kind {
    case normal
    /// A dialog, which stays above its owner. It closes with an owner in the same program.
    case dialog(for: Owner? = nil)
    /// A small window beside others, such as a palette, or a floating button without decoration.
    case utility
    /// A window that the window manager does not manage, such as a menu or a list. It is placed below
    /// or above a rectangle of its owner, in the owner's logical pixels, within one monitor. It gets no
    /// keyboard focus, and closes when its owner is closed or hidden.
    ///
    /// It always has the scale of its owner. It is placed again when the owner moves or changes its scale,
    /// as in GTK 4 (`gdk_x11_surface_update_popups` in `gdk/x11/gdksurface-x11.c`).
    case popup(of: Window, at: Rect)
    /// A popup that receives the keys of its owner, which should have the focus. It closes on a press
    /// outside of it, which the owner does not receive, and when the owner loses the focus.
    case menu(of: Window, at: Rect)
    /// A window above all others that the window manager does not manage, such as a floating button. It is
    /// on all desktops and gets no keyboard focus. `WindowContent.placement(at:)` returns the part of the
    /// screen that it covers. The content receives positions in logical pixels of the screen.
    case overlay
  }

  /// The window that a dialog belongs to.
  public enum Owner {
    case window(Window)
    /// A window of another client, with its id.
    case external(UInt)
  }

  /// The states that a window requests (EWMH `_NET_WM_STATE`).
  public struct States: OptionSet, Sendable {
    public let rawValue: UInt8

    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Above normal windows.
    public static let above = States(rawValue: 1 << 0)
    /// The owner of the dialog and its popups get no input, drops and close requests until the dialog is
    /// closed. An owner in another program depends on the window manager for this.
    public static let modal = States(rawValue: 1 << 1)
    public static let onAllDesktops = States(rawValue: 1 << 2)
    /// Not in task bars and window switchers.
    public static let skipsTaskbar = States(rawValue: 1 << 3)
  }

  public var kind = Kind.normal
  public var states: States = []
  /// Whether the user can resize the window.
  public var isResizable = true
  /// Whether the window takes the size that its content prefers (`WindowCues.preferredSize`), at least
  /// the minimum size, also when that size changes. The content first receives the initial size.
  public var fitsContent = false
  /// Whether the window opens in the center of the monitor with the pointer, unless `geometry` has a position.
  public var isCentered = false
  /// Whether the window manager adds a title bar and a border.
  public var isDecorated = true
  /// Whether the window can get the keyboard focus.
  public var acceptsFocus = true
  /// Whether the window asks for an answer that is meant for it alone, such as a password.
  ///
  /// Keys that were under way when it appears, or when another client releases the keyboard to it, are dropped up to their
  /// first pause of half a second, which `KeyboardStatus.hasDroppedKeys` reports. If the content wants a keyboard grab, the
  /// window need not have the focus for it, unless the user has pressed a button elsewhere. It opens beside another dialog.
  public var isPrompt = false
  /// Whether the window does not grab the keyboard while an assistive program listens. A screen reader gets its own keys
  /// during a grab, but the window does too: a command would be typed into a field, or accept a dialog.
  public var releasesGrabForAssistivePrograms = false
  /// Whether pixels without content show what is below the window. Requires a compositor. Without a
  /// suitable visual, the window is opaque.
  public var isTransparent = false
  /// The text of the title bar.
  public var title: String
  /// The role of the window in the program, equal at each start (`WM_WINDOW_ROLE`).
  public var role: String
  /// The initial size of the content in logical pixels, unless `geometry` defines another.
  public var size: Size
  /// The minimum size in logical pixels to which the user can resize the window.
  public var minimumSize: Size
  /// The size and position that the user has requested, if any.
  public var geometry: WindowGeometry?
  /// Returns the window icon in several sizes, for task bars. Called once, after the first frame is
  /// shown.
  public var icons: () -> [WindowIcon] = { [] }

  public init(
    title: String, role: String = "main", size: Size, minimumSize: Size, geometry: WindowGeometry? = nil
  ) {
    self.title = title
    self.role = role
    self.size = size
    self.minimumSize = minimumSize
    self.geometry = geometry
  }

  /// Returns the initial size: at least the minimum size. A requested size is limited to the
  /// screen, because a larger one would use too much memory.
  ///
  /// - Parameter screen: The screen size in logical pixels, like the result.
  func openingSize(on screen: Size) -> Size {
    let requested = geometry?.size.map {
      Size(width: min($0.width, screen.width), height: min($0.height, screen.height))
    }
    let chosen = requested ?? size
    return Size(width: max(chosen.width, minimumSize.width), height: max(chosen.height, minimumSize.height))
  }
}

/// The size and position hints of a window for the window manager (ICCCM 4.1.2.3).
struct SizeHints {
  /// The top-left corner in device pixels.
  let origin: PixelPoint
  let value: XSizeHints

  /// - Parameter center: The position of a centered window, if known.
  init(
    _ configuration: WindowConfiguration, size: PixelSize, scale: Double, screen: PixelSize,
    center: PixelPoint? = nil
  ) {
    let placement = configuration.geometry?.placement(of: size, on: screen, scale: scale)
    var hints = XSizeHints(limitsOf: configuration, size: size, scale: scale)
    hints.flags |= configuration.geometry?.size == nil ? PSize : USSize
    // Window managers place dialogs themselves unless the user has chosen the position.
    if placement != nil || center != nil { hints.flags |= USPosition }
    origin = placement.map { PixelPoint(x: $0.x, y: $0.y) } ?? center ?? PixelPoint(x: 0, y: 0)
    // ICCCM calls these four fields obsolete. Some window managers still read them.
    (hints.x, hints.y) = (Int32(origin.x), Int32(origin.y))
    (hints.width, hints.height) = (Int32(size.width), Int32(size.height))
    hints.win_gravity = placement?.gravity ?? NorthWestGravity
    value = hints
  }
}

extension XSizeHints {
  /// Creates the hints of a window that is already mapped: the sizes to which the user can resize it,
  /// without its position and size.
  ///
  /// - Parameter size: The size in device pixels, which the window keeps if it is not resizable.
  init(limitsOf configuration: WindowConfiguration, size: PixelSize, scale: Double) {
    self.init()
    let minimum = configuration.isResizable ? PixelSize(configuration.minimumSize, scale: scale) : size
    flags = PMinSize | PWinGravity
    (min_width, min_height) = (Int32(minimum.width), Int32(minimum.height))
    win_gravity = NorthWestGravity
    if !configuration.isResizable {
      flags |= PMaxSize
      (max_width, max_height) = (min_width, min_height)
    }
  }
}

extension WindowConfiguration.Kind {
  /// The window that a popup or a menu belongs to and the rectangle at which it is placed, else `nil`.
  var popupAnchor: (owner: Window, rect: Rect)? {
    switch self {
    case .popup(let owner, let rect), .menu(let owner, let rect): (owner, rect)
    case .normal, .dialog, .utility, .overlay: nil
    }
  }

  var isOverlay: Bool { if case .overlay = self { true } else { false } }

  /// The window that a popup or a menu belongs to, else `nil`.
  var popupOwner: Window? { popupAnchor?.owner }

  /// The window of this program that the window belongs to, else `nil`.
  var owner: Window? { if case .dialog(.window(let owner)?) = self { owner } else { popupOwner } }

  var isMenu: Bool { if case .menu = self { true } else { false } }

  /// The id of the window that a dialog or popup belongs to, else `nil`.
  var ownerID: WindowID? { if case .dialog(.external(let id)?) = self { id } else { owner?.id } }

  /// The name of the window type (EWMH `_NET_WM_WINDOW_TYPE`).
  var typeName: Atoms.Name {
    switch self {
    case .normal: .netWMWindowTypeNormal
    case .dialog: .netWMWindowTypeDialog
    case .utility, .overlay: .netWMWindowTypeUtility
    case .popup, .menu: .netWMWindowTypePopupMenu
    }
  }
}

/// The initial size and position of a window in the format `WIDTHxHEIGHT±X±Y`.
///
/// All values are in logical pixels. Size or position may be omitted. A negative
/// offset, also `-0`, is the distance between the far edges of window and screen, as in all X
/// programs (`XParseGeometry`).
public struct WindowGeometry: Hashable, Sendable {
  /// A distance to an edge of the screen. Negative distances are outside the screen.
  enum Offset: Hashable, Sendable {
    /// From the left or top edge of the screen to that of the window.
    case near(Int)
    /// From the right or bottom edge of the window to that of the screen.
    case far(Int)
  }

  /// The size. `nil` if the text contains none.
  public let size: Size?
  let x: Offset?
  let y: Offset?

  /// Parses a geometry.
  ///
  /// - Returns: `nil` if the text is not a geometry, or has a side of 0.
  public init?(_ text: String) {
    var (x, y, width, height): (Int32, Int32, UInt32, UInt32) = (0, 0, 0, 0)
    let found = XParseGeometry(text, &x, &y, &width, &height)
    func has(_ flag: Int32) -> Bool { found & flag != 0 }
    guard found != 0, has(WidthValue) == has(HeightValue), has(XValue) == has(YValue) else { return nil }
    guard !has(WidthValue) || (width > 0 && height > 0) else { return nil }
    size = has(WidthValue) ? Size(width: Double(width), height: Double(height)) : nil
    self.x = has(XValue) ? Offset(x, isFar: has(XNegative)) : nil
    self.y = has(YValue) ? Offset(y, isFar: has(YNegative)) : nil
  }

  /// Returns the position of the window's top-left corner in device pixels, and the corner that the
  /// window manager must keep in place when it adds its frame (ICCCM 4.1.2.3).
  ///
  /// - Returns: `nil` if the text contains no position.
  func placement(of size: PixelSize, on screen: PixelSize, scale: Double) -> (x: Int, y: Int, gravity: Int32)?
  {
    guard let x, let y else { return nil }
    return (
      x.origin(of: size.width, on: screen.width, scale: scale),
      y.origin(of: size.height, on: screen.height, scale: scale), Self.gravity(x, y)
    )
  }

  private static func gravity(_ x: Offset, _ y: Offset) -> Int32 {
    switch (x, y) {
    case (.near, .near): NorthWestGravity
    case (.far, .near): NorthEastGravity
    case (.near, .far): SouthWestGravity
    case (.far, .far): SouthEastGravity
    }
  }
}

extension WindowGeometry.Offset {
  /// Creates an offset from the result of `XParseGeometry`, which is negative from the far edge.
  fileprivate init(_ offset: Int32, isFar: Bool) { self = isFar ? .far(-Int(offset)) : .near(Int(offset)) }

  fileprivate func origin(of side: Int, on screen: Int, scale: Double) -> Int {
    let limit = PixelSize.sideRange.upperBound
    let origin =
      switch self {
      case .near(let distance): Self.device(distance, scale)
      case .far(let distance): screen - side - Self.device(distance, scale)
      }
    return origin.clamped(to: -limit...limit)
  }

  /// Returns a distance in device pixels, limited to a value beyond every screen.
  private static func device(_ distance: Int, _ scale: Double) -> Int {
    let limit = Double(1 << 30)
    return Int(max(-limit, min((Double(distance) * scale).rounded(), limit)))
  }
}

/// An icon of the window for task bars and window switchers.
public struct WindowIcon: Hashable, Sendable {
  /// The number of columns in pixels.
  public let width: Int
  /// The number of rows in pixels.
  public let height: Int
  /// The pixels row by row from the top, each `0xAARRGGBB` and not premultiplied, as in EWMH.
  public let pixels: [UInt32]

  /// Creates an icon.
  ///
  /// - Precondition: `pixels` has `width × height` elements.
  public init(width: Int, height: Int, pixels: [UInt32]) {
    precondition(
      width > 0 && height > 0 && pixels.count == width * height,
      "invalid icon: \(pixels.count) pixels for \(width) × \(height)")
    self.width = width
    self.height = height
    self.pixels = pixels
  }

  /// Returns the icons in the format of `_NET_WM_ICON`: width, height and pixels, one icon after
  /// another.
  ///
  /// Xlib expects 32-bit property data as an array of C's `long`, 64 bits wide on most machines.
  static func property(of icons: [WindowIcon]) -> [UInt] {
    icons.flatMap { [UInt($0.width), UInt($0.height)] + $0.pixels.map(UInt.init) }
  }
}
