import Controls
import Glibc
import Scene
import Toolkit
import Windowing

/// Two windows: one opens a menu, the other shows what was chosen there.
@main
final class Flavors {
  private static let names = ["Vanilla", "Chocolate", "Lemon"]

  private let application: Application
  private let environment: Environment
  private let button: Child<CapsuleButton>
  private let choice: Child<Label>
  private let order: ControlGroup<Void>
  private let receipt: ControlGroup<Void>
  private var orderWindow: Window?
  private var receiptWindow: Window?

  init() throws {
    application = try Application(.init(name: "flavors", className: "Flavors"))
    environment = try application.environment()
    order = ControlGroup(.column(padding: 20), in: environment)
    order.add(Label("Choose a flavor.", in: environment))
    button = order.add(CapsuleButton("Flavor…", in: environment)) { _ in [()] }
    receipt = ControlGroup(.column(padding: 20), in: environment)
    choice = receipt.add(Label("No flavor yet.", in: environment))
  }

  static func main() {
    do {
      try Flavors().run()
    } catch {
      print("flavors: \(error)")
      exit(1)
    }
  }

  private func run() throws {
    let size = Size(width: 260, height: 140)
    orderWindow = try application.open(
      WindowConfiguration(title: "Order", size: size, minimumSize: size), showing: order
    ) { [unowned self] _, _ in
      openMenu()
      return []
    }
    receiptWindow = try application.open(
      WindowConfiguration(title: "Receipt", role: "receipt", size: size, minimumSize: size), showing: receipt
    ) { _, _ in [] }
    application.run()
  }

  private func openMenu() {
    guard let orderWindow else { return }
    let menu = ControlGroup<String>(.column(spacing: 12, padding: 12), in: environment)
    for name in Self.names { menu.add(CapsuleButton(name, in: environment)) { _ in [name] } }
    var configuration = WindowConfiguration(
      title: "Flavors", role: "menu", size: Size(width: 200, height: 40), minimumSize: .zero)
    configuration.kind = .menu(of: orderWindow, at: button.control.frame)
    configuration.fitsContent = true
    do {
      try application.open(configuration, showing: menu) { [unowned self] name, _ in
        show(name)
        return [.close]
      }
    } catch {
      print("cannot open the menu: \(error)")
    }
  }

  private func show(_ name: String) {
    receiptWindow?.update { now in
      choice.control.setText("One \(name.lowercased()) ice cream.", at: now)
      return []
    }
  }
}
