extension RunLoop {
  /// Tells who has started the program that its window is there, and joins the session that it was
  /// started in.
  mutating func completeLaunch() {
    let launch = window.description.launch
    if let startupID = launch.startupID { window.announceStart(startupID) }
    userTime.prepare(on: window.connection)
    session.join(launch.session)
  }
}
