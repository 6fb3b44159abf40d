public import Scene

/// The names and the initial size and position of a window.
public struct WindowDescription: Sendable {
  /// The text of the title bar.
  public var title: String
  /// The first part of `WM_CLASS`: the name of the program in lowercase.
  public var instanceName: String
  /// The second part of `WM_CLASS`, by which a desktop finds the program's `.desktop` file.
  public var className: String
  /// The role of the window in the program, equal at each start (`WM_WINDOW_ROLE`).
  public var role: String
  /// The initial size of the content in logical pixels, unless `geometry` defines another.
  public var size: Size
  /// The minimum size in logical pixels to which the user can resize the window.
  public var minimumSize: Size
  /// The size and position that the user has requested, if any.
  public var geometry: WindowGeometry?
  /// The startup id and the session of the program.
  public var launch: Launch

  public init(
    title: String, instanceName: String, className: String, role: String = "main", size: Size,
    minimumSize: Size, geometry: WindowGeometry? = nil, launch: Launch = .byHand
  ) {
    self.title = title
    self.instanceName = instanceName
    self.className = className
    self.role = role
    self.size = size
    self.minimumSize = minimumSize
    self.geometry = geometry
    self.launch = launch
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
