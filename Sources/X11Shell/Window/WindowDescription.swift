public import Scene

/// What a window is called and how it opens.
public struct WindowDescription: Sendable {
  /// What the title bar says.
  public var title: String
  /// The first half of `WM_CLASS`: the program's name, lower case.
  public var instanceName: String
  /// The second half of `WM_CLASS`, by which a desktop finds the program's `.desktop` file.
  public var className: String
  /// What it is among the program's windows, the same at each start (`WM_WINDOW_ROLE`).
  public var role: String
  /// The size of the content at the start, in logical pixels, unless `geometry` names another.
  public var size: Size
  /// The smallest size a person may make it, in logical pixels.
  public var minimumSize: Size
  /// What the person asked for, if anything.
  public var geometry: WindowGeometry?
  /// Who has started the program.
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

  /// The size it opens at: never below the smallest, and what was asked for never beyond the
  /// screen, whose memory it would take.
  ///
  /// - Parameter screen: Like the result in logical pixels.
  func openingSize(on screen: Size) -> Size {
    let asked = geometry?.size.map {
      Size(width: min($0.width, screen.width), height: min($0.height, screen.height))
    }
    let wished = asked ?? size
    return Size(
      width: max(wished.width, minimumSize.width), height: max(wished.height, minimumSize.height))
  }
}
