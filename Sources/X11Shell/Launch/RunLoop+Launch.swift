extension RunLoop {
  /// Notifies the launcher that the window is shown, and joins the session.
  mutating func completeLaunch() {
    let launch = window.description.launch
    if let startupID = launch.startupID { window.announceStart(startupID) }
    userTime.prepare(on: window.connection)
    session.join(launch.session)
  }
}
