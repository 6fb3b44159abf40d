/// An action that only the window system can perform.
///
/// Controls and window contents return effects. The window performs them after the call has
/// returned.
public enum Effect {
  /// Rings the display's bell.
  case bell
  /// Announces a text to the users of a screen reader, who do not see the change. An urgent text, such as the reason of a
  /// failure, is announced immediately; another one may be replaced by the next.
  case announce(String, isUrgent: Bool)
  /// Refuses the request of an assistive program (`InputEvent.accessibility`), which the client gets as the reply.
  case refuse
  /// Moves the keyboard focus to a focus stop of the control that returns the effect.
  ///
  /// A container moves its focus, and passes the effect on with its own index of the stop.
  case focus(Int)
  /// Offers data to other clients until one of them takes over the selection.
  ///
  /// Each representation is created on request. When the program ends, the clipboard manager takes
  /// over the clipboard.
  case offer(DataProvider, in: Pasteboard)
  /// Offers a secret in the clipboard, as UTF-8 and with a hint for clipboard managers that it is a
  /// secret. The offer ends when another client offers data there or the secret is withdrawn.
  ///
  /// It is never transferred to the clipboard manager. The content must withdraw it before the
  /// program ends.
  case offerSecret(any SecretProvider)
  /// Withdraws this program's offer, if any.
  case withdraw(Pasteboard)
  /// Requests the data of a pasteboard in the first available of the types.
  ///
  /// `InputEvent.data(.received)` always follows in a later iteration of the event loop, with data or
  /// with the reason for the failure. The requests of one pasteboard are answered in order. If the
  /// user has disabled pasting the primary selection, it is not read.
  case request(Pasteboard, types: [DataType])
  /// Requests text that may be a password. Its only copy is delivered by
  /// `InputEvent.data(.received)`, with the source `ReceivedData.Source.secret(request: number)`.
  ///
  /// - Parameter options: The allocator and size limit for the data. Larger data is refused.
  case requestSecret(from: Pasteboard, number: Int, options: ReceiveConfiguration)
  /// Starts dragging data with the pressed pointer, inside and outside this window, until the last
  /// button is released. Escape or another button cancels the drag.
  ///
  /// The content receives no pointer events during the drag, so it must first end its own press.
  /// The windows of this program receive `InputEvent.data(.dragUpdated)` with `isLocal`, like any target.
  /// `InputEvent.data(.dragEnded)` always follows, after `.received` if the data was dropped here.
  case beginDrag(DataProvider, preview: DragPreview?)
  /// Closes the window.
  case close
}

/// The image at the pointer while the user drags data, in logical pixels.
public struct DragPreview {
  /// The drawing commands, with the origin at the top left corner.
  public var drawing: DisplayList
  /// The size of the image. A preview of more than 1,048,576 device pixels is not shown.
  public var size: Size
  /// The position of the pointer relative to the image. It may lie outside.
  public var hotSpot: Point

  /// Creates a preview.
  public init(_ drawing: DisplayList = DisplayList(), size: Size = .zero, hotSpot: Point) {
    (self.drawing, self.size, self.hotSpot) = (drawing, size, hotSpot)
  }
}

/// A selection through which clients exchange data.
public enum Pasteboard: CaseIterable, Hashable, Sendable {
  /// The data that the user copied or cut last, in any client.
  case clipboard
  /// The text that the user selected last, in any client. A click with the middle button pastes it.
  case primary
}

/// A type of exchanged data, identified by its media type.
public struct DataType: Hashable, Sendable {
  /// The media type, such as `text/uri-list`.
  public let name: String

  public init(_ name: String) { self.name = name }

  /// Plain text in UTF-8.
  public static let text = DataType("text/plain;charset=utf-8")
  /// URIs of files and other resources, one per line ([RFC 2483][1], section 5).
  ///
  /// [1]: https://www.rfc-editor.org/rfc/rfc2483#section-5
  public static let uriList = DataType("text/uri-list")
  /// A hint next to a text that clipboard managers should not store. Its content is `secret` in
  /// ASCII. KDE's clipboard manager respects it.
  public static let passwordManagerHint = DataType("x-kde-passwordManagerHint")
}

/// Data offered to other clients. Each representation is produced only on request.
///
/// The offered data does not change: the closures own everything that they need.
public struct DataProvider {
  /// The data in one type.
  public struct Representation {
    public let type: DataType
    /// Produces the data. It may be called any number of times, or never.
    public let bytes: () -> [UInt8]

    public init(_ type: DataType, bytes: @escaping () -> [UInt8]) { (self.type, self.bytes) = (type, bytes) }
  }

  /// The representations, the preferred one first.
  public let representations: [Representation]

  public init(_ representations: [Representation]) { self.representations = representations }

  /// Creates a provider of plain text.
  public init(text: String) { self.init([Representation(.text) { Array(text.utf8) }]) }
}

/// A secret text that other clients may request. It is read in place, so offering it creates no
/// copy.
public protocol SecretProvider: AnyObject {
  /// Calls `body` with the text as UTF-8. The span is valid only during the call, and the text
  /// never changes.
  func withUTF8<Result>(_ body: (Span<UInt8>) -> Result) -> Result
}
