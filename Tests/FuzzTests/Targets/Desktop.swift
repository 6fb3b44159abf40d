import CX11
import Glibc
import Motion
import Prompts
import Scene
import TestSupport

@testable import Windowing
@testable import X11

extension FuzzTarget {
  /// Data from the desktop and other clients of the X server: settings, events, selections and texts.
  static let desktop = [
    FuzzTarget("xsettings") { input in
      guard let settings = XSettings(input) else { return }
      let length = XSettings.Name.allCases.reduce(0) { $0 + (settings.string($1)?.utf16.count ?? 0) }
      try law(length <= input.count, "strings are parts of the property")
      let desktop = DesktopSettings(settings, PortalAppearance())
      try law((8...512).contains(desktop.pointer.size ?? 8), "the size of a pointer is in its range")
      try law((1...500).contains(desktop.dragThreshold ?? 1), "a threshold is in its range")
      let scale = ScaleResolver(settings: settings).global
      try law(scale.map(Monitor.allowedScales.contains) ?? true, "a scale is in its range")
    },
    // The names of fonts have at most 200 bytes.
    FuzzTarget("desktop-texts", length: 300, runText),
    FuzzTarget("x-events", length: 400, runEvents),
    FuzzTarget("x-layouts") { input in
      var reader = InputReader(input)
      func int32() -> Int { Int(Int32(truncatingIfNeeded: reader.integer())) }
      func rect() -> PixelRect {
        PixelRect(
          x: Int(Int16(truncatingIfNeeded: int32())), y: int32() % 32768, width: int32() & 0xFFFF,
          height: int32() & 0xFFFF)
      }
      var layout = MonitorLayout()
      for _ in 0..<reader.choice(of: 5) {
        layout.monitors.append(
          Monitor(frame: rect(), millimeters: Size(width: Double(int32()), height: Double(int32()))))
      }
      for monitor in layout.monitors {
        try law(Monitor.allowedScales.contains(monitor.scale), "a scale is in its range")
      }
      let scale = layout.scale(forWindowAt: rect(), current: layout.openingScale)
      try law(Monitor.allowedScales.contains(scale), "the scale of a window is in its range")
      let rate = RefreshRate(
        dotClock: UInt(reader.word() >> 32), lineLength: UInt32(int32() & 0xFFFF),
        lineCount: UInt32(int32() & 0xFFFF),
        isDoubled: reader.flag(), isInterlaced: reader.flag())
      try law(
        rate.interval.map(RefreshRate.plausibleIntervals.contains) ?? true, "a refresh takes a plausible time"
      )
    },
    FuzzTarget("selections", runSelection),
  ]

  private static func runText(_ input: [UInt8]) throws {
    let text = String(decoding: input.dropFirst(), as: UTF8.self)
    switch (input.first ?? 0) % 7 {
    case 0:
      guard let id = StartupID(text) else { return }
      _ = id.userTime
      let message = StartupMessage(starting: id, program: text, screen: 0)
      try law(Array(message.chunks.joined()).starts(with: message.bytes), "the chunks are the message")
      try law(
        message.chunks.allSatisfy { $0.count == 20 } && message.chunks.last?.last == 0,
        "a message ends with a zero")
    case 1:
      guard let geometry = WindowGeometry(text) else { return }
      try law((geometry.size.map { $0.width > 0 && $0.height > 0 }) ?? true, "a size is positive")
      let origin = geometry.placement(
        of: PixelSize(width: 300, height: 200), on: PixelSize(width: 1280, height: 800), scale: 8)
      try law(
        origin.map { Int32(exactly: $0.x) != nil && Int32(exactly: $0.y) != nil } ?? true,
        "an origin is a number of X")
    case 2:
      let family = FontName(text).family
      try law(family.map { !$0.isEmpty && $0.utf8.count <= 200 } ?? true, "the name of a family is limited")
    case 3: try law(HotKey(text).map { $0.text == text } ?? true, "a hot key has its text")
    case 4:
      try law(
        ResourceDatabase(text)?.scale.map(Monitor.allowedScales.contains) ?? true, "a scale is in its range")
    case 5:
      try law(UInt(windowID: text).map { $0 > 0 && $0 <= UInt(UInt32.max) } ?? true, "a window has 32 bits")
    default:
      try law(
        ResourceDatabase.scale(dpi: text).map(Monitor.allowedScales.contains) ?? true,
        "a scale is in its range")
    }
  }

  /// Gives events of the core protocol to the translation, and messages to the parsers of XDND and selections.
  private static func runEvents(_ input: [UInt8]) throws {
    var reader = InputReader(input)
    let atoms = Atoms.counted
    var translation = EventTranslation(scale: 2)
    let messages: [Atoms.Name] = [
      .xdndEnter, .xdndPosition, .xdndLeave, .xdndDrop, .xdndStatus, .xdndFinished, .wmProtocols,
    ]
    while !reader.isAtEnd {
      let kind = reader.choice(of: 8)
      var event = XEvent()
      withUnsafeMutableBytes(of: &event) {
        for index in 0..<96 { $0[index] = index % 8 < 4 ? reader.byte() : 0 }
      }
      event.type =
        [
          MotionNotify, ButtonPress, ButtonRelease, EnterNotify, LeaveNotify, UnmapNotify, ClientMessage,
          SelectionRequest,
        ][kind]
      if case .input(let input, _)? = translation.translate(event), let point = input.pointerPosition {
        try law(point.x.isFinite && point.y.isFinite, "a position is finite")
      }
      if event.type == ClientMessage {
        event.xclient.message_type = atoms[reader.element(of: messages)]
        event.xclient.format = reader.flag() ? 32 : 8
        guard let (message, sender) = DragMessage.read(event.xclient, atoms) else { continue }
        let again = message.event(from: sender, about: 42, atoms)
        let read = DragMessage.read(again.xclient, atoms)
        try law(
          sender != 0 && read.map { isSame($0.message, message) } ?? false,
          "a message is read as it was sent: \(message)")
      } else if event.type == SelectionRequest {
        let request = ConversionRequest(event.xselectionrequest)
        let answer = request.answer(isGranted: true).xselection
        try law(
          answer.property == request.property && answer.requestor == request.requestor,
          "an answer is for its request")
      }
      let words = (0..<reader.choice(of: 6)).map { _ in UInt(reader.byte()) }
      try law(Conversion.pairs(in: words).count == words.count / 2, "a list has the pairs of its values")
    }
  }

  /// A message that refuses an action is sent without the action.
  private static func isSame(_ read: DragMessage, _ sent: DragMessage) -> Bool {
    switch (read, sent) {
    case (.status(false, _), .status(false, _)), (.finished(false, _), .finished(false, _)): true
    case (.enter(let version, let types, let hasMore), .enter(let sentVersion, let sentTypes, let sentMore)):
      version == sentVersion && types == sentTypes && hasMore == sentMore
    default: read == sent
    }
  }

  /// Gives replies and chunks of any type to a transfer.
  private static func runSelection(_ input: [UInt8]) throws {
    var reader = InputReader(input)
    let (atoms, limit) = (Atoms.counted, 64)
    let types = [
      atoms[.utf8String], XA_STRING, atoms[.incr], XA_ATOM, atoms[.targets], atoms[.plainText], Atom(None),
    ]
    let sources: [ReceivedData.Source] = [.pasteboard(.clipboard), .secret(request: 1), .drop(at: .zero)]
    var transfer = IncomingSelection(
      1, for: reader.element(of: sources), types: [DataType("application/x-tokens"), .text],
      offered: reader.flag() ? types : nil, into: 2, options: ReceiveConfiguration(limit: limit),
      since: ServerTime(3),
      atoms: atoms, at: .zero)
    var (step, count) = (transfer.begin(), 0)
    while step != .end, !reader.isAtEnd {
      count += 1
      if case .request = step {
        step = transfer.handleReply(isGranted: reader.choice(of: 8) != 0, at: .zero)
        continue
      }
      let type = reader.element(of: types)
      var bytes = Array(reader.bytes().prefix(40))
      let isList = reader.choice(of: 4) == 0
      if isList { bytes = bytes.flatMap { [$0, 0, 0, 0, 0, 0, 0, 0] } }
      let data = malloc(bytes.count + 1)?.assumingMemoryBound(to: UInt8.self)
      data?.update(from: bytes, count: bytes.count)
      let slice = PropertySlice(
        type: type, format: isList ? 32 : 8,
        count: type == Atom(None) ? 0 : isList ? bytes.count / 8 : bytes.count,
        rest: reader.choice(of: 4) == 0 ? Int(reader.byte()) : 0, data: data)
      step = transfer.handle(slice, at: .zero)
      if case .read(let offset) = step { try law((0...limit).contains(offset), "a read is within the limit") }
    }
    guard case .success(let content) = transfer.result else { return }
    let length = content.bytes.withBytes { $0.count }
    try law(length <= limit, "a transfer has at most the limit: \(length)")
  }
}

extension Atoms {
  /// Atoms without a server.
  nonisolated(unsafe) fileprivate static let counted: Atoms = {
    var last: Atom = 1000
    return Atoms { names in
      names.map { _ in
        last += 1
        return last
      }
    }
  }()
}
