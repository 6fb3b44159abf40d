import Controls
import Glibc
import Scene
import Toolkit
import Windowing

/// A window with a token field and a button, which greets each name in the field.
@main
struct Greetings {
  enum Action { case greet, edited }

  static func main() {
    do {
      try run()
    } catch {
      print("greetings: \(error)")
      exit(1)
    }
  }

  private static func run() throws {
    let application = try Application(.init(name: "greetings", className: "Greetings"))
    let environment = try application.environment()

    let page = ControlGroup<Action>(.column(spacing: 12, padding: 20), in: environment)
    page.add(Label("Who would you like to greet?", in: environment))
    let people = page.add(TokenField(["ada@example.org"], in: environment)) { _ in [.edited] }
    page.add(CapsuleButton("Greet", in: environment)) { _ in [.greet] }
    let reply = page.add(Label("Press Greet, or Tab and Space.", in: environment))

    let window = WindowConfiguration(
      title: "Greetings", size: Size(width: 420, height: 260), minimumSize: Size(width: 240, height: 200))
    try application.open(window, showing: page) { action, now in
      let names = people.control.tokens.map(\.text).joined(separator: ", ")
      switch action {
      case .edited:
        reply.control.setText("\(people.control.tokens.count) people.", at: now)
      case .greet where names.isEmpty:
        return [.bell]
      case .greet:
        reply.control.setText("Hello, \(names)! The text is in the clipboard.", at: now)
        return [.offer(DataProvider(text: "Hello, \(names)!"), in: .clipboard)]
      }
      return []
    }
    application.run()
  }
}
