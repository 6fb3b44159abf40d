import CX11
import Motion
import Scene
import TestSupport
import X11

@testable import Windowing

extension FuzzTarget {
  /// Input from the server, from input methods and from the files of Compose sequences, and the events that time frames.
  static let input = [
    FuzzTarget("xinput-events", runXInput),
    FuzzTarget("compose", count: 5000, runCompose),
    FuzzTarget("compositions", runComposition),
    FuzzTarget("frames", runFrames),
    FuzzTarget("work-areas") { input in
      var reader = InputReader(input)
      func words(_ count: Int) -> [UInt] { (0..<count).map { _ in UInt(reader.integer() & 0xFFFF_FFFF) } }
      let screen = PixelSize(width: 1 + Int(reader.byte()) * 32, height: 1 + Int(reader.byte()) * 32)
      let monitor = PixelRect(
        x: Int(reader.byte()), y: Int(reader.byte()), width: 1 + Int(reader.byte()) * 16,
        height: 1 + Int(reader.byte()) * 16)
      var areas = WorkAreas(published: WorkAreas.rectangles(in: words(reader.choice(of: 12))))
      for window in 0..<reader.choice(of: 5) {
        areas.struts[WindowID(window)] = Strut(words(reader.flag() ? 12 : 4))
      }
      let area = areas.area(of: monitor, in: screen)
      try law(
        !area.isEmpty && area.intersection(monitor) == area, "an area is a part of its monitor: \(area)")
    },
  ]

  // MARK: XInput

  /// Gives events of pointers and touches to the translation, as Xlib fills them from the protocol.
  private static func runXInput(_ input: [UInt8]) throws {
    var (reader, translation) = (InputReader(input), EventTranslation(scale: 1.5))
    let types = [
      XI_Motion, XI_ButtonPress, XI_ButtonRelease, XI_TouchBegin, XI_TouchUpdate, XI_TouchEnd, XI_Enter,
      XI_Leave,
      XI_RawButtonPress, XI_RawTouchBegin, XI_DeviceChanged, XI_HierarchyChanged,
    ]
    translation.xinputStart = 0
    while !reader.isAtEnd {
      switch reader.element(of: types) {
      case XI_DeviceChanged: changeDevice(in: &translation, &reader)
      case XI_HierarchyChanged:
        var infos = (0..<reader.choice(of: 3)).map { _ in
          var info = XIHierarchyInfo()
          (info.deviceid, info.flags) = (Int32(reader.choice(of: 4)), Int32(reader.byte()))
          return info
        }
        infos.withUnsafeMutableBufferPointer { infos in
          var event = XIHierarchyEvent()
          (event.num_info, event.info) = (Int32(infos.count), infos.baseAddress)
          _ = translate(&event, XI_HierarchyChanged, by: &translation)
        }
      case let type where type == XI_RawButtonPress || type == XI_RawTouchBegin:
        var event = XIRawEvent()
        (event.deviceid, event.detail) = (Int32(reader.choice(of: 4)), Int32(reader.byte()))
        _ = translate(&event, type, by: &translation)
      case let type: try check(translatePointer(type, by: &translation, &reader))
      }
      try law(translation.heldButtons & ~(0b111 << 8) == 0, "three buttons can be held")
      if reader.choice(of: 4) == 0 {
        for release in translation.takeDeferredReleases() { try check(release.meaning) }
      }
    }
    translation.clearPresses()
    try law(!translation.isPressed && translation.takeDeferredReleases().isEmpty, "no press is left")
  }

  private static func check(_ meaning: TranslatedEvent?) throws {
    let inputs: [InputEvent] =
      switch meaning {
      case .input(let input, _)?: [input]
      case .inputs(let first, let second, _)?: [first, second]
      default: []
      }
    for input in inputs {
      if let point = input.pointerPosition {
        try law(point.x.isFinite && point.y.isFinite, "a position is finite")
      }
      if case .scrolled(let event) = input {
        try law(event.notches.dx.isFinite && event.notches.dy.isFinite, "a distance is finite: \(event)")
      }
    }
  }

  private static func translatePointer(
    _ type: Int32, by translation: inout EventTranslation, _ reader: inout InputReader
  ) -> TranslatedEvent? {
    func position() -> Double { Double(Int32(truncatingIfNeeded: reader.integer())) / 65536 }
    let (device, detail, flags) = (
      Int32(reader.choice(of: 4)), Int32(reader.byte() & 15), Int32(reader.byte()) << 12
    )
    var (buttons, axes) = ([reader.byte()], [reader.byte()])
    // Xlib has a value for each bit, of 64 bits with a point.
    var values = (0..<axes[0].nonzeroBitCount).map { _ in Double(Int64(reader.integer())) / 0x1p32 }
    return buttons.withUnsafeMutableBufferPointer { buttons in
      axes.withUnsafeMutableBufferPointer { axes in
        values.withUnsafeMutableBufferPointer { values in
          let state = XIButtonState(mask_len: 1, mask: buttons.baseAddress)
          if type == XI_Enter || type == XI_Leave {
            var event = XIEnterEvent()
            (event.deviceid, event.sourceid, event.buttons) = (device, device + 4, state)
            (event.mode, event.detail, event.event_x, event.event_y) = (
              detail & 3, detail >> 2, position(), position()
            )
            return translate(&event, type, by: &translation)
          }
          var event = XIDeviceEvent()
          (event.deviceid, event.sourceid, event.buttons) = (device, device + 4, state)
          (event.detail, event.flags, event.event_x, event.event_y) = (detail, flags, position(), position())
          event.valuators = XIValuatorState(mask_len: 1, mask: axes.baseAddress, values: values.baseAddress)
          return translate(&event, type, by: &translation)
        }
      }
    }
  }

  private static func changeDevice(in translation: inout EventTranslation, _ reader: inout InputReader) {
    var memory: [UnsafeMutablePointer<XIAnyClassInfo>?] = []
    defer { for info in memory { UnsafeMutableRawPointer(info)?.deallocate() } }
    func add<Info>(_ info: Info) {
      let pointer = UnsafeMutablePointer<Info>.allocate(capacity: 1)
      pointer.initialize(to: info)
      memory.append(UnsafeMutableRawPointer(pointer).assumingMemoryBound(to: XIAnyClassInfo.self))
    }
    for _ in 0..<reader.choice(of: 5) {
      let number = Int32(reader.choice(of: 10))
      switch reader.choice(of: 3) {
      case 0:
        var info = XIValuatorClassInfo()
        (info.type, info.number, info.value) = (XIValuatorClass, number, Double(reader.integer()) / 0x1p32)
        add(info)
      case 1:
        add(
          XIScrollClassInfo(
            type: XIScrollClass, sourceid: 0, number: number, scroll_type: Int32(reader.choice(of: 3)),
            increment: Double(reader.integer()) / 0x1p32, flags: 0))
      default:
        add(
          XITouchClassInfo(type: XITouchClass, sourceid: 0, mode: Int32(reader.choice(of: 3)), num_touches: 1)
        )
      }
    }
    memory.withUnsafeMutableBufferPointer { classes in
      var event = XIDeviceChangedEvent()
      (event.deviceid, event.num_classes, event.classes) = (
        Int32(reader.choice(of: 4)), Int32(classes.count), classes.baseAddress
      )
      _ = translate(&event, XI_DeviceChanged, by: &translation)
    }
  }

  private static func translate<Event>(
    _ event: inout Event, _ type: Int32, by translation: inout EventTranslation
  ) -> TranslatedEvent? {
    withUnsafeMutablePointer(to: &event) { event in
      var cookie = XGenericEventCookie()
      (cookie.type, cookie.evtype, cookie.data) = (GenericEvent, type, UnsafeMutableRawPointer(event))
      _ = translation.pointerToRead(after: cookie)
      return translation.translate(cookie, receivedAt: .zero)
    }
  }

  // MARK: Compose

  /// Reads a file, and types keys after its end, a zero.
  private static func runCompose(_ input: [UInt8]) throws {
    let parts = input.split(separator: 0, maxSplits: 1, omittingEmptySubsequences: false).map(Array.init)
    // A file may name another one, which could be a device.
    guard parts.count == 2, !parts[0].contains(UInt8(ascii: "%")), !isInclude(parts[0]),
      let state = ComposeState({
        xkb_compose_table_new_from_buffer(
          $0, parts[0].map(CChar.init(bitPattern:)), parts[0].count, "en_US.UTF-8",
          XKB_COMPOSE_FORMAT_TEXT_V1,
          XKB_COMPOSE_COMPILE_NO_FLAGS)
      })
    else { return }
    var composer = Composer(state)
    var reader = InputReader(parts[1])
    let keys = [
      XKB_KEY_Multi_key, XKB_KEY_dead_acute, XKB_KEY_dead_grave, XKB_KEY_dead_circumflex, XKB_KEY_a,
      XKB_KEY_e,
      XKB_KEY_minus, XKB_KEY_greater, XKB_KEY_Escape, XKB_KEY_BackSpace, XKB_KEY_Shift_L, 0x0100_17CF,
    ]
    while !reader.isAtEnd {
      let isAny = reader.choice(of: 16) == 15
      let key = isAny ? Int32(truncatingIfNeeded: reader.integer()) : reader.element(of: keys)
      let text = WipedBytes()
      let outcome = composer.feed(KeySym(UInt32(bitPattern: key)), into: text)
      try law(text.count <= 256 * 17, "a key types a limited text")
      try law(outcome == .typed || text.isEmpty, "only a key that types has a text")
      let wasComposing = composer.isComposing
      let (preedit, again) = (composer.preedit, composer.preedit)
      let isComposing = composer.isComposing
      try law(again == preedit && isComposing == wasComposing, "looking changes nothing")
      try law(isComposing || preedit == .empty, "nothing is shown after a sequence")
    }
    composer.reset()
    try law(!composer.isComposing, "a sequence ends")
  }

  private static func isInclude(_ bytes: [UInt8]) -> Bool {
    bytes.indices.contains { bytes[$0...].starts(with: "include".utf8) }
  }

  // MARK: Input methods

  /// Gives the changes of an input method server to a composition.
  private static func runComposition(_ input: [UInt8]) throws {
    var (reader, composition) = (InputReader(input), Composition())
    while !reader.isAtEnd {
      switch reader.choice(of: 8) {
      case 0: composition.recordKey()
      case 1: _ = composition.end()
      case 2: _ = composition.commit(reader.bytes().span)
      case 3: composition.finish()
      case 4:
        var movement = XIMPreeditCaretCallbackStruct()
        movement.position = Int32(truncatingIfNeeded: reader.integer())
        movement.direction = XIMCaretDirection(UInt32(reader.choice(of: 14)))
        composition.moveCaret(&movement)
      default:
        var change = XIMPreeditDrawCallbackStruct()
        (change.caret, change.chg_first, change.chg_length) = (
          Int32(truncatingIfNeeded: reader.integer()), Int32(truncatingIfNeeded: reader.integer()),
          Int32(truncatingIfNeeded: reader.integer())
        )
        draw(change, on: &composition, &reader)
      }
      let (preedit, count) = (composition.preedit, composition.preedit.text.unicodeScalars.count)
      try law(
        count <= Composition.capacity && composition.caret <= Composition.capacity, "a composition is limited"
      )
      try law(composition.isEmpty == (count == 0), "an empty composition has no text")
      try law(count == 0 || (0...count).contains(preedit.caret), "the caret is in the text")
    }
  }

  /// Xlib counts the feedback like the text, which may be longer or shorter.
  private static func draw(
    _ change: XIMPreeditDrawCallbackStruct, on composition: inout Composition, _ reader: inout InputReader
  ) {
    let hasText = reader.choice(of: 4) != 0
    var bytes = reader.bytes().filter { $0 != 0 }.map(CChar.init(bitPattern:)) + [0]
    var feedback = (0..<reader.choice(of: 8)).map { _ in XIMFeedback(reader.byte()) }
    feedback.withUnsafeMutableBufferPointer { feedback in
      bytes.withUnsafeMutableBufferPointer { bytes in
        var text = XIMText()
        (text.length, text.feedback) = (UInt16(feedback.count), feedback.baseAddress)
        text.string.multi_byte = reader.flag() ? bytes.baseAddress : nil
        withUnsafeMutablePointer(to: &text) { text in
          var change = change
          change.text = hasText ? text : nil
          composition.draw(change)
        }
      }
    }
  }

  // MARK: Frames

  /// Runs the clock of frames with reports of any compositor and driver, as the event loop does.
  private static func runFrames(_ input: [UInt8]) throws {
    var (reader, clock, now, counter) = (
      InputReader(input), FrameClock(), Instant(nanoseconds: 1 << 50), Int64(0)
    )
    while !reader.isAtEnd {
      now = now + .microseconds(Int(reader.byte()) * 100)
      func time() -> Int64 {
        reader.flag() ? now.nanoseconds / 1000 - Int64(reader.byte()) * 64 : Int64(reader.integer())
      }
      switch reader.choice(of: 10) {
      case 0: clock.setComposited(reader.flag())
      case 1: clock.setHidden(reader.choice(of: 4) == 3)
      case 2: clock.verticalBlank.support()
      case 3, 4:
        let refresh = reader.flag() ? Int64(reader.byte()) : Int64(reader.integer() & (1 << 62 - 1))
        let event = VerticalBlankEvent(
          serial: UInt32(reader.byte()), refresh: refresh, microseconds: UInt64(bitPattern: time()))
        clock.handle(event, at: now)
      case 5:
        let drawn = now.replaced(byMicroseconds: time())
        clock.handleFrameDrawn(Int64(reader.byte()), at: drawn, receivedAt: now)
      case 6:
        let offset = reader.flag() ? Duration.microseconds(Int32(truncatingIfNeeded: reader.integer())) : nil
        let interval = reader.flag() ? Double(reader.integer() & 0xFFFF_FFFF) * 1000 : nil
        clock.handleFrameTimings(
          FrameTimings(counter: Int64(reader.byte()), offset: offset, interval: interval))
      case 7: clock.grid.expect(interval: reader.number())
      default: break
      }
      let demand: FrameDemand =
        [.none, .pendingUpdate, .change(at: now), .change(at: now + .milliseconds(Int(reader.byte())))][
          reader.choice(of: 4)]
      if let due = clock.due(for: demand), due <= now {
        let seen = clock.beginFrame(at: now, for: demand)
        try law(
          abs(seen.seconds(since: now)) < 2, "a frame is drawn for a time near its own: \(seen) at \(now)")
        counter = (counter + 1) & 0xFF
        clock.compositor.recordSent(counter, startedAt: now)
        clock.endFrame(at: now, isAnswered: reader.flag())
      }
      _ = clock.request(for: demand, at: now)
      guard let due = clock.due(for: demand) else { continue }
      try law(due <= now + .seconds(2), "a frame never waits for a report: until \(due) at \(now)")
    }
  }
}
