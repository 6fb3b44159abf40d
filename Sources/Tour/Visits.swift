import Scene
import ScreenDriver

/// Carries out the whole tour of a program, each visit in a program started anew.
///
/// - Parameter program: Its path.
/// - Throws: Where a step does not work.
func tour(of program: String, keeping album: Album) throws(ScreenDriverError) {
  let light = Sitting.Setup(program: program)
  let passwordForm = try PasswordFormVisit(light)
  try passwordForm.carryOut(album)
  let tokenField = try TokenFieldVisit(light)
  try tokenField.carryOut(album)
  let floatingButton = try FloatingButtonVisit(light)
  try floatingButton.carryOut(album)
  try visitBall(program, album)
  try visitPanel(program, album)
  try visitDarkTheme(program, album)
  try visitTwiceTheScale(program, album)
  try visitSmallestWindow(program, album)
}

private func visitBall(_ program: String, _ album: Album) throws(ScreenDriverError) {
  let sitting = try Sitting(
    Sitting.Setup(program: program, arguments: ["--shape", "ball", "--dim", "never"]))
  let window = try sitting.window.frame()
  let ball = try sitting.button(AccentColors.light.red)
  try album.add(sitting.window, as: "ball", showing: "the ball, in the middle at first")
  let corner = PixelPoint(x: window.width - 16, y: window.height - 16)
  try sitting.hand.move(to: ball.center)
  sitting.hand.press()
  try sitting.hand.move(along: [ball.center, corner], lasting: .milliseconds(350))
  try album.add(
    try sitting.window.screenshot(), as: "ball-outside", showing: "the ball, partly outside")
  sitting.hand.release()
  Deadline(after: .milliseconds(150)).wait()
  try album.add(sitting.window, as: "ball-back", showing: "the ball, wholly back")
}

private func visitPanel(_ program: String, _ album: Album) throws(ScreenDriverError) {
  let sitting = try Sitting(Sitting.Setup(program: program, arguments: ["--tap", "expand"]))
  let button = try sitting.button(AccentColors.light.red)
  try sitting.hand.click(at: button.center)
  let growing = try sitting.window.see("the button grow") { picture in
    picture.floatingButton(AccentColors.light.red) == nil ? picture : nil
  }
  try album.add(growing, as: "expanding", showing: "a tap expands the button")
  try album.add(sitting.window, as: "panel", showing: "the panel of actions that it becomes")
}

private func visitDarkTheme(_ program: String, _ album: Album) throws(ScreenDriverError) {
  let sitting = try Sitting(Sitting.Setup(program: program, arguments: ["--theme", "dark"]))
  _ = try sitting.button(AccentColors.dark.red)
  try sitting.hand.type("Passw0rd!")
  try sitting.expectMarks(5, AccentColors.dark.green)
  try album.add(sitting.window, as: "dark", showing: "the dark theme")
}

private func visitTwiceTheScale(_ program: String, _ album: Album) throws(ScreenDriverError) {
  let sitting = try Sitting(
    Sitting.Setup(
      program: program, arguments: ["--scale", "2"], screen: (width: 2000, height: 1400)))
  _ = try sitting.button(AccentColors.light.red)
  try sitting.hand.type("Passw0rd")
  try sitting.expectMarks(4, AccentColors.light.green, scale: 2)
  try album.add(sitting.window, as: "scale-2", showing: "everything at twice the scale")
}

private func visitSmallestWindow(_ program: String, _ album: Album) throws(ScreenDriverError) {
  let sitting = try Sitting(Sitting.Setup(program: program))
  _ = try sitting.button(AccentColors.light.red)
  let smallest = sitting.window.minimumSize ?? (width: 480, height: 420)
  try sitting.window.resize(width: smallest.width, height: smallest.height)
  Deadline(after: .milliseconds(150)).wait()
  try album.add(sitting.window, as: "smallest", showing: "the smallest window")
  try sitting.hand.tap("Tab", times: 6)
  try album.add(
    sitting.window, as: "smallest-scrolled",
    showing: "the smallest window, scrolled to the token field, which has the focus")
}
