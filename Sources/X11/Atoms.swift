package import CX11
package import Scene

/// The interned X atoms that this program uses.
///
/// One round trip at startup interns the atoms needed for the first window. A second one interns
/// the others when one of them is first used.
package final class Atoms {
  /// The name of an atom, as ICCCM and EWMH spell it.
  package enum Name: String, CaseIterable {
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
    case selectionReply = "_TACTILE_SELECTION"
    case targets = "TARGETS"
    case timestamp = "TIMESTAMP"
    case utf8String = "UTF8_STRING"
    case wmProtocols = "WM_PROTOCOLS"
    case wmClientLeader = "WM_CLIENT_LEADER"
    case wmDeleteWindow = "WM_DELETE_WINDOW"
    case wmTakeFocus = "WM_TAKE_FOCUS"
    case wmState = "WM_STATE"
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
    case motifWMHints = "_MOTIF_WM_HINTS"
    case netActiveWindow = "_NET_ACTIVE_WINDOW"
    case netClientList = "_NET_CLIENT_LIST"
    case netClientListStacking = "_NET_CLIENT_LIST_STACKING"
    case netCurrentDesktop = "_NET_CURRENT_DESKTOP"
    case netSupported = "_NET_SUPPORTED"
    case netSupportingWMCheck = "_NET_SUPPORTING_WM_CHECK"
    case netWorkArea = "_NET_WORKAREA"
    case netWMDesktop = "_NET_WM_DESKTOP"
    case netWMFrameDrawn = "_NET_WM_FRAME_DRAWN"
    case netWMFrameTimings = "_NET_WM_FRAME_TIMINGS"
    case netWMPID = "_NET_WM_PID"
    case netWMState = "_NET_WM_STATE"
    case netWMStateFullScreen = "_NET_WM_STATE_FULLSCREEN"
    case netWMStateHidden = "_NET_WM_STATE_HIDDEN"
    case netWMStrut = "_NET_WM_STRUT"
    case netWMStrutPartial = "_NET_WM_STRUT_PARTIAL"
    case netWMUserTime = "_NET_WM_USER_TIME"
    case netWMSyncRequest = "_NET_WM_SYNC_REQUEST"
    case netWMSyncRequestCounter = "_NET_WM_SYNC_REQUEST_COUNTER"
    case netWMName = "_NET_WM_NAME"
    case netWMIconName = "_NET_WM_ICON_NAME"
    case netWMIcon = "_NET_WM_ICON"
    case netWMWindowType = "_NET_WM_WINDOW_TYPE"
    case netWMWindowTypeDND = "_NET_WM_WINDOW_TYPE_DND"
    case netWMWindowTypeNormal = "_NET_WM_WINDOW_TYPE_NORMAL"
    case netWMWindowTypeDialog = "_NET_WM_WINDOW_TYPE_DIALOG"
    case netWMWindowTypePopupMenu = "_NET_WM_WINDOW_TYPE_POPUP_MENU"
    case netWMWindowTypeUtility = "_NET_WM_WINDOW_TYPE_UTILITY"
    case netWMStateAbove = "_NET_WM_STATE_ABOVE"
    case netWMStateModal = "_NET_WM_STATE_MODAL"
    case netWMStateSkipPager = "_NET_WM_STATE_SKIP_PAGER"
    case netWMStateSkipTaskbar = "_NET_WM_STATE_SKIP_TASKBAR"
    case netWMStateSticky = "_NET_WM_STATE_STICKY"
  }

  private let screen: Int32
  private let intern: ([String]) -> [Atom]
  private var values: [Name: Atom] = [:]
  private var others: [String: Atom] = [:]

  /// The atoms that are needed before the window is mapped.
  private static let first: [Name] = [
    .utf8String, .wmClientLeader, .wmDeleteWindow, .wmProtocols, .wmTakeFocus, .wmWindowRole,
    .xsettingsSelection, .xsettingsSettings, .netWMName, .netWMPID, .netWMPing, .netWMWindowType,
    .netWMWindowTypeNormal,
  ]

  /// Creates the table and interns the atoms needed at startup.
  ///
  /// - Parameters:
  ///   - screen: The number of the screen to which per-screen atom names refer.
  ///   - intern: Returns one atom for each name, in the same order.
  package init(onScreen screen: Int32 = 0, interning intern: @escaping ([String]) -> [Atom]) {
    self.screen = screen
    self.intern = intern
    add(Self.first)
  }

  /// Returns the atom with the given name, or 0 (`None`) if the server returned no atom.
  ///
  /// - Complexity: One round trip for the first atom that is not needed at startup.
  package subscript(name: Name) -> Atom {
    if let atom = values[name] { return atom }
    add(Name.allCases.filter { values[$0] == nil })
    return values[name] ?? 0
  }

  /// Returns the atom for the name of a data type.
  ///
  /// - Complexity: One round trip for each type that is used for the first time.
  package subscript(type: DataType) -> Atom { named([type.name])[0] }

  /// Returns the atoms of names that only some programs or sessions use, in the same order.
  ///
  /// - Complexity: One round trip if one of them is used for the first time.
  package func named(_ names: [String]) -> [Atom] {
    let new = names.filter { others[$0] == nil }
    if !new.isEmpty { for (name, atom) in zip(new, intern(new)) { others[name] = atom } }
    return names.map { others[$0] ?? 0 }
  }

  private func add(_ names: [Name]) {
    // If there is one atom for each screen, its name ends in the screen number.
    let atoms = intern(names.map { $0.rawValue.hasSuffix("_S") ? "\($0.rawValue)\(screen)" : $0.rawValue })
    for (name, atom) in zip(names, atoms) { values[name] = atom }
  }
}
