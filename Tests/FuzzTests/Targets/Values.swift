import ArgumentParser
import CairoRendering
import ControlTestSupport
import Controls
import Motion
import PasswordForm
import Scene
import Secrets
import TestSupport
import Toolkit

@testable import Tactile

extension FuzzTarget {
  /// Sequences of user input, and numbers of any size.
  static let values = [
    FuzzTarget("controls", count: 300, length: 128) { try checkLaws(after: $0, of: laws) },
    FuzzTarget("display-lists", count: 2000) { input in
      var reader = InputReader(input)
      var list = DisplayList()
      while !reader.isAtEnd { addElement(to: &list, &reader, depth: 0) }
      let image = ImageBuffer(width: 48, height: 40, scale: 1.5)
      let bounds = PixelRect(x: 0, y: 0, width: 48, height: 40)
      try image.withBitmap { bitmap throws(RenderingError) in
        try renderer.draw(list, damage: [bounds], into: bitmap, secrets: EmptySecretTextSource())
      }
      let isPremultiplied = image.withBitmap { bitmap in
        let pixels = UnsafeRawBufferPointer(start: bitmap.address, count: bitmap.height * bitmap.stride)
        return stride(from: 0, to: pixels.count, by: 4).allSatisfy { start in
          (start..<start + 3).allSatisfy { pixels[$0] <= pixels[start + 3] }
        }
      }
      try law(isPremultiplied, "pixels are premultiplied")
      let damage = list.damage(comparedTo: DisplayList(), scale: 1.5)
      try law(
        list.damage(comparedTo: list, scale: 1.5).isEmpty || list != list,
        "the same list has no damage: \(damage)")
    },
    FuzzTarget("motions") { input in
      var reader = InputReader(input)
      let start = reader.number()
      var value = Animated(start.isFinite ? start : 0, threshold: reader.number())
      var now = reader.instant()
      while !reader.isAtEnd {
        let target = reader.number()
        value.animate(
          to: target.isNaN ? 1 : target, at: now, with: reader.animation(),
          velocity: reader.flag() ? reader.number() : nil)
        try checkMotion(value, &reader)
        now = reader.flag() ? reader.instant() : now + .milliseconds(70)
      }
    },
    FuzzTarget("option-values") { input in
      let text = String(decoding: input.dropFirst(), as: UTF8.self)
      switch (input.first ?? 0) % 6 {
      case 0:
        let scale = try? ScaleOption.parse(text)
        try law(scale.map(ScaleOption.validRange.contains) ?? true, "a scale is in its range")
      case 1:
        let timeout = TimeoutOption(argument: text)?.timeout
        try law(
          timeout.map { $0 >= .seconds(1) && $0 <= .seconds(86_400) } ?? true, "a timeout is in its range")
      case 2:
        switch try? GenerateOption.parse(text) {
        case .characters(let count)?: try law((8...128).contains(count), "a password has a length")
        case .words(let count)?: try law((3...32).contains(count), "a passphrase has a length")
        case nil: break
        }
      case 3: _ = try? DelimiterOption.parse(text)
      case 4: _ = try? DialogOptions.parseWindow(text)
      default: _ = try? GeometryOption.parse(text)
      }
    },
    FuzzTarget("command-lines", count: 100, length: 64) { input in
      let words = input.split(separator: 10).map { String(decoding: $0.filter { $0 != 0 }, as: UTF8.self) }
      do { _ = try TactileCommand.command(words) } catch {
        #if FUZZING
          // The parser generates the help for a message, which takes six times as long as parsing. By the sum of the bytes, an
          // input always has the same result.
          guard input.reduce(0, &+).isMultiple(of: 8) else { return }
        #endif
        guard !TactileCommand.exitCode(for: error).isSuccess else { return }
        try law(
          !UsageError.line(for: error).contains("\n"),
          "a usage error is one line: \(UsageError.line(for: error))")
      }
    },
  ]

  nonisolated(unsafe) private static let renderer: Renderer = {
    do { return try Renderer(fonts: .test) } catch { fatalError("\(error)") }
  }()

  // MARK: Controls

  /// Returns the laws of a control in one of its states, of a form, or of the contents of the window.
  private static func laws(of number: Int) -> any ControlLaws {
    let scenarios = ControlScenario.allCases
    switch number % (scenarios.count + 3) {
    case scenarios.count:
      return LawsAfterInput(in: Rect(x: 0, y: 0, width: 440, height: 400)) { reducesMotion in
        var form = ControlHarness(PasswordForm(in: .fixed(reducesMotion: reducesMotion)))
        form.control.layOut(at: Point(x: 20, y: 30), width: 400, at: .zero)
        form.control.focus(0, at: .zero)
        return form
      }
    case scenarios.count + 1:
      return LawsAfterInput(in: Rect(x: 0, y: 0, width: 440, height: 200)) { reducesMotion in
        let configuration = PassphraseEntry.Configuration(label: "Passphrase")
        var entry = ControlHarness(PassphraseEntry(configuration, in: .fixed(reducesMotion: reducesMotion)))
        entry.control.layOut(at: Point(x: 20, y: 20), width: 400, at: .zero)
        entry.control.focus(0, at: .zero)
        return entry
      }
    case scenarios.count + 2:
      return LawsAfterInput { reducesMotion in
        let preferences = AppearancePreferences(reducesMotion: reducesMotion ? true : nil)
        var window = ControlHarness(
          WindowContents(policy: .default, button: ButtonOptions(), for: preferences, in: .fixed()))
        window.control.resize(to: Theme.Window.size, at: .zero)
        return window
      }
    case let index: return scenarios[index].laws
    }
  }

  /// Gives input to one of some controls, and checks one of the laws after it.
  static func checkLaws(after input: [UInt8], of laws: (Int) -> any ControlLaws) throws {
    var reader = InputReader(input)
    let (subject, number) = (Int(reader.byte()), reader.choice(of: 6))
    var events: [(event: InputEvent, pause: Duration)] = []
    while !reader.isAtEnd, events.count < 16 {
      let event = reader.inputEvent()
      events.append((event, reader.choice(of: 3) > 0 ? .milliseconds(Int(reader.byte()) * 2) : .zero))
    }
    // The laws of a control at rest. A wait for an answer is animated until the user cancels it, if need be after a menu.
    if number == 3 || number == 5 {
      events += Array(repeating: (.keyPressed(KeyPress(.escape)), .zero), count: 2)
    }
    // Another input has other samples.
    let seed = input.reduce(0) { ($0 * 31 + Int($1)) & 0xFFFF }
    let laws = laws(subject).after(events, samples: 4 + seed % 4)
    switch number {
    case 0: try laws.checkSameTime()
    case 1: try laws.checkTimeSteps(seed: seed)
    case 2: try laws.checkNextChange()
    case 3: try laws.checkRest()
    case 4: try laws.checkRepeatedMovements(seed: seed)
    default: try laws.checkDescription()
    }
  }

  // MARK: Drawing

  private static func addElement(to list: inout DisplayList, _ reader: inout InputReader, depth: Int) {
    let color = Color(red: reader.number(), green: 0.5, blue: 0.1, alpha: reader.flag() ? 1 : reader.number())
    switch reader.choice(of: depth < 3 ? 7 : 5) {
    case 0: list.fill(reader.shape(), color)
    case 1: list.stroke(reader.shape(), color, width: reader.number())
    case 2:
      let shape = RoundedRect(reader.rect(), cornerRadius: reader.number())
      let shadow = Shadow(
        color: color, offset: Vector(dx: reader.number(), dy: reader.number()), blur: reader.number())
      list.shadow(of: shape, shadow)
    case 3:
      let (string, style) = (reader.text(), TextStyle(family: "Inter", size: abs(reader.number())))
      guard style.size < 1e6 else { return }
      let metrics = renderer.metrics(of: string, style: style)
      list.text(string, style, color, at: reader.point(), metrics: metrics)
    case 4: list.image(Image(width: 2, height: 1, pixels: [0xFF00_0000, 0x8080_0000]), in: reader.rect())
    default:
      let group = DisplayList.Group(
        transform: Transform(
          scale: reader.number(), translation: Vector(dx: reader.number(), dy: reader.number())),
        opacity: reader.number(),
        clip: reader.flag() ? RoundedRect(reader.rect(), cornerRadius: reader.number()) : nil)
      list.group(group) { content in
        for _ in 0...reader.choice(of: 3) { addElement(to: &content, &reader, depth: depth + 1) }
      }
    }
  }

  // MARK: Motion

  private static func checkMotion(_ value: Animated<Double>, _ reader: inout InputReader) throws {
    let now = reader.instant()
    let position = value.value(at: now)
    try law(
      !position.isNaN && !value.velocity(at: now).isNaN, "a position is a number, at \(now) in \(value)")
    try law(value.nextChange(after: .distantFuture) == nil, "a motion ends: \(value)")
    guard let next = value.nextChange(after: now) else {
      return try law(
        value.value(at: .distantFuture) == position,
        "nothing changes after the last change, at \(now) in \(value)")
    }
    try law(next >= now, "the next change is not in the past")
    guard next > now else { return }
    for time in [next - .nanoseconds(1), now + now.duration(to: next) / 2] {
      try law(
        value.value(at: time) == position, "nothing changes before the next change at \(next) in \(value)")
    }
  }
}

extension Environment {
  static func fixed(reducesMotion: Bool = false) -> Environment {
    Environment(text: FixedTextMetrics(), reducesMotion: reducesMotion)
  }
}

extension ControlHarness where Subject == ControlGroup<Never> {
  /// A column with a switch, a slider and a field.
  static func group() -> ControlHarness {
    let environment = Environment.fixed()
    let group = ControlGroup<Never>(.column(), in: environment)
    group.add(ToggleSwitch("Switch", isOn: false, in: environment))
    var slider = Slider(0, of: SteppedRange(0...1, stepsPerUnit: 10), defaultValue: 0, in: environment)
    slider.name = "Slider"
    group.add(slider)
    var field = TokenField<TextTokenAdapter>(["mail@objc.io", "a"], in: environment)
    field.name = "Tokens"
    group.add(field)
    let harness = ControlHarness(group)
    harness.control.layOut(at: Point(x: 20, y: 30), width: 240, at: .zero)
    harness.control.focus(2, at: .zero)
    return harness
  }
}

// Values of the core.
extension InputReader {
  fileprivate mutating func point() -> Point { Point(x: number(), y: number()) }

  fileprivate mutating func rect() -> Rect {
    Rect(origin: point(), size: Size(width: number(), height: number()))
  }

  fileprivate mutating func shape() -> Shape {
    switch choice(of: 3) {
    case 0: return .rect(rect())
    case 1: return .roundedRect(RoundedRect(rect(), cornerRadius: number()))
    default:
      var path = Path(lines: [point(), point()])
      path.curve(to: point(), point(), point())
      return .path(path)
    }
  }

  fileprivate mutating func instant() -> Instant {
    switch choice(of: 4) {
    case 0: element(of: [.distantPast, .zero, .distantFuture, Instant(nanoseconds: 1 << 60)])
    case 1: Instant(nanoseconds: Int64(integer()))
    default: Instant(nanoseconds: Int64(byte()) << 24)
    }
  }

  private mutating func duration() -> Duration {
    switch choice(of: 4) {
    case 0: element(of: [.zero, Duration(attoseconds: .max), Duration(attoseconds: .min)])
    case 1: Duration(attoseconds: Int128(integer()))
    default: .milliseconds(Int(byte()) * 8)
    }
  }

  fileprivate mutating func animation() -> Animation {
    let curve: Animation =
      switch choice(of: 5) {
      case 0: .spring(Spring(response: number(), dampingFraction: number()), relativeVelocity: number())
      case 1: .timingCurve(TimingCurve(number(), number(), number(), number()), duration: duration())
      case 2: .decay(Decay(decelerationRate: number()))
      default: .spring(Spring(response: Double(byte()) / 100, dampingFraction: Double(byte()) / 100))
      }
    return flag() ? curve : curve.delay(duration())
  }

  /// Reads an event of any kind, most often with a position in the window.
  fileprivate mutating func inputEvent() -> InputEvent {
    switch choice(of: 16) {
    case 0, 1: return .pointerMoved(to: position())
    case 2, 3: return .pointerPressed(press())
    case 4, 5: return .pointerReleased(press())
    case 6: return .scrolled(ScrollEvent(at: position(), notches: Vector(dx: number(), dy: number())))
    case 7, 8, 9:
      let scalar = element(
        of: ["a", "Z", "9", ",", "\u{E9}", "\u{1F44D}", "\u{301}", "\u{202E}", "\u{200D}", " "]
          as [Unicode.Scalar])
      let isText = flag()
      return .keyPressed(
        KeyPress(
          isText ? .character(scalar) : element(of: Self.keys),
          modifiers: Modifiers(rawValue: isText ? 0 : byte() & 15),
          text: isText ? TypedText(scalar) : TypedText(), isRepeat: choice(of: 8) == 7))
    case 10: return .textCommitted(TypedText(utf8: Array(text().utf8.prefix(24)).span) ?? TypedText())
    case 11:
      let segments = (0..<choice(of: 3)).map { _ in Preedit.Segment(text()) }
      return .preeditChanged(Preedit(segments, caret: integer()))
    case 12: return .data(dataEvent())
    case 13: return element(of: [.windowHidden, .windowObscured, .pointerLeft, .pointerGrabLost])
    case 14: return .windowFocusChanged(isFocused: flag())
    default: return .accessibility(request())
    }
  }

  private static let keys: [Key] = [
    .left, .right, .up, .down, .home, .end, .pageUp, .pageDown, .tab, .enter, .escape, .space, .backspace,
    .delete, .insert,
    .menu, .character("a"), .character("z"), .character("c"), .character("v"), .character("m"), .unidentified,
  ]

  private mutating func position() -> Point {
    switch choice(of: 8) {
    case 0..<4: Point(x: Double(byte()) * 1.25, y: Double(byte()) * 1.25)
    case 4..<7: Point(x: Double(byte()) * 3.75, y: Double(byte()) * 2.5)
    default: point()
    }
  }

  private mutating func press() -> PointerPress {
    PointerPress(
      at: position(), button: element(of: [.primary, .primary, .primary, .secondary, .middle]),
      modifiers: Modifiers(rawValue: choice(of: 2) == 0 ? 0 : byte() & 15), isTouch: choice(of: 4) == 3)
  }

  private mutating func dataEvent() -> DataEvent {
    let bytes = ReceivedBytes(copying: bytes().span)
    let content = ReceivedData.Content(type: .text, bytes: bytes)
    switch choice(of: 5) {
    case 0: return .received(ReceivedData(from: .pasteboard(.clipboard), .success(content)))
    case 1: return .received(ReceivedData(from: .drop(at: position()), .success(content)))
    case 2: return .received(ReceivedData(from: .pasteboard(.primary), .failure(.noData)))
    case 3: return .dragUpdated(DropInfo(at: position(), types: [.text], isLocal: flag()))
    default: return flag() ? .dragExited : .dragEnded(flag() ? .dropped : .cancelled)
    }
  }

  private mutating func request() -> AccessibilityRequest {
    let ends = [integer(), integer()].sorted()
    let kinds: [AccessibilityRequest.Kind] = [
      .perform(element(of: ["press", "delete", "edit", ""])), .focus, .setValue(number()), .setCaret(ends[0]),
      .select(ends[0]..<ends[1]), .select(nil), .replaceText(ends[0]..<ends[1], with: text()),
      .setSelected(flag()),
    ]
    let path: AccessiblePath = (0..<choice(of: 4)).map { _ in
      let number = byte() & 7
      return element(of: [.member(UInt32(number)), .part(Int(number)), .item(Int(number)), .item(ends[0])])
    }
    return AccessibilityRequest(element(of: kinds), of: path, at: flag() ? ends[1] : nil)
  }
}
