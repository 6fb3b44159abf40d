import CX11
import Scene

/// The atoms this program speaks of, interned once: those that a start needs in one round trip, the
/// others in a second when one of them is spoken of first.
final class Atoms {
  /// An atom's name as ICCCM and EWMH spell it.
  enum Name: String, CaseIterable {
    case atomPair = "ATOM_PAIR"
    case clipboard = "CLIPBOARD"
    case clipboardManager = "CLIPBOARD_MANAGER"
    case incr = "INCR"
    case manager = "MANAGER"
    case multiple = "MULTIPLE"
    case null = "NULL"
    case plainText = "text/plain"
    case plainTextInUTF8 = "text/plain;charset=utf-8"
    case saveTargets = "SAVE_TARGETS"
    case selectionAnswer = "_TACTILE_SELECTION"
    case targets = "TARGETS"
    case timestamp = "TIMESTAMP"
    case utf8String = "UTF8_STRING"
    case wmProtocols = "WM_PROTOCOLS"
    case wmClientLeader = "WM_CLIENT_LEADER"
    case wmDeleteWindow = "WM_DELETE_WINDOW"
    case wmTakeFocus = "WM_TAKE_FOCUS"
    case wmWindowRole = "WM_WINDOW_ROLE"
    case xsettingsSelection = "_XSETTINGS_S"
    case xsettingsSettings = "_XSETTINGS_SETTINGS"
    case xdndActionCopy = "XdndActionCopy"
    case xdndActionMove = "XdndActionMove"
    case xdndAware = "XdndAware"
    case xdndDrop = "XdndDrop"
    case xdndEnter = "XdndEnter"
    case xdndFinished = "XdndFinished"
    case xdndLeave = "XdndLeave"
    case xdndPosition = "XdndPosition"
    case xdndProxy = "XdndProxy"
    case xdndSelection = "XdndSelection"
    case xdndStatus = "XdndStatus"
    case xdndTypeList = "XdndTypeList"
    case netWMPing = "_NET_WM_PING"
    case netCurrentDesktop = "_NET_CURRENT_DESKTOP"
    case netWMDesktop = "_NET_WM_DESKTOP"
    case netWMFrameDrawn = "_NET_WM_FRAME_DRAWN"
    case netWMFrameTimings = "_NET_WM_FRAME_TIMINGS"
    case netWMPID = "_NET_WM_PID"
    case netWMState = "_NET_WM_STATE"
    case netWMStateHidden = "_NET_WM_STATE_HIDDEN"
    case netWMSyncRequest = "_NET_WM_SYNC_REQUEST"
    case netWMSyncRequestCounter = "_NET_WM_SYNC_REQUEST_COUNTER"
    case netWMName = "_NET_WM_NAME"
    case netWMIconName = "_NET_WM_ICON_NAME"
    case netWMIcon = "_NET_WM_ICON"
    case netWMWindowType = "_NET_WM_WINDOW_TYPE"
    case netWMWindowTypeDND = "_NET_WM_WINDOW_TYPE_DND"
    case netWMWindowTypeNormal = "_NET_WM_WINDOW_TYPE_NORMAL"

    /// What the server knows it by; of what there is once for each screen the name ends in that
    /// screen's number.
    func spelling(onScreen screen: Int32) -> String {
      rawValue.hasSuffix("_S") ? "\(rawValue)\(screen)" : rawValue
    }
  }

  private let screen: Int32
  private let intern: ([String]) -> [Atom]
  private var values: [Name: Atom] = [:]
  private var types: [DataType: Atom] = [:]

  /// Those that a window needs before it is on the screen.
  private static let first: [Name] = [
    .utf8String, .wmClientLeader, .wmDeleteWindow, .wmProtocols, .wmTakeFocus, .wmWindowRole,
    .xsettingsSelection, .xsettingsSettings, .netWMName, .netWMPID, .netWMPing, .netWMWindowType,
    .netWMWindowTypeNormal,
  ]

  /// Asks for the first of them.
  ///
  /// - Parameters:
  ///   - screen: The number of the screen that the names are about.
  ///   - intern: Gives one atom for each name, in the same order.
  init(onScreen screen: Int32 = 0, interning intern: @escaping ([String]) -> [Atom]) {
    self.screen = screen
    self.intern = intern
    add(Self.first)
  }

  /// The server's number for the name; 0, which names nothing, where it gave none.
  ///
  /// - Complexity: One round trip for the first of those that no start needs.
  subscript(name: Name) -> Atom {
    if let atom = values[name] { return atom }
    add(Name.allCases.filter { values[$0] == nil })
    return values[name] ?? 0
  }

  /// The server's number for the name of a type of data.
  ///
  /// - Complexity: One round trip for each type that is spoken of for the first time.
  subscript(type: DataType) -> Atom {
    if let atom = types[type] { return atom }
    let atom = intern([type.name]).first ?? 0
    types[type] = atom
    return atom
  }

  private func add(_ names: [Name]) {
    let atoms = intern(names.map { $0.spelling(onScreen: screen) })
    for (name, atom) in zip(names, atoms) { values[name] = atom }
  }
}
