public import Controls
public import Motion
public import Scene
public import Windowing

extension Application {
  /// Returns the environment of controls in a new window.
  ///
  /// - Throws: `WindowingError.rendering` if the renderer, which measures text, cannot be created.
  public func environment(
    for preferences: AppearancePreferences = AppearancePreferences()
  ) throws(WindowingError) -> Environment {
    var preferences = preferences
    preferences.desktop = settings
    var environment = Environment(text: try renderer(), scale: scale)
    preferences.apply(to: &environment)
    return environment
  }

  /// Opens a window that shows controls. A dialog and a menu close on Escape.
  ///
  /// - Parameters:
  ///   - configuration: The kind, the title and the size of the window.
  ///   - group: The controls. The window lays them out at its top leading corner with its width.
  ///   - preferences: The preferences of the program.
  ///   - perform: Performs an action of a control, and returns the effects, except `Effect.request`.
  ///     `Effect.focus` contains a stop of the group.
  /// - Throws: The errors of `open(_:showing:)`.
  @discardableResult
  public func open<Action>(
    _ configuration: WindowConfiguration, showing group: ControlGroup<Action>,
    preferences: AppearancePreferences = AppearancePreferences(),
    perform: @escaping (Action, Instant) -> [Effect]
  ) throws(WindowingError) -> Window {
    var preferences = preferences
    preferences.desktop = settings
    return try open(
      configuration,
      showing: ControlContent(group, preferences: preferences, in: configuration.kind, perform: perform))
  }
}
