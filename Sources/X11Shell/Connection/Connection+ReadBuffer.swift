import CX11

extension Connection {
  /// Requests events that overwrite the buffer that XCB reads into, in a later iteration of the run loop.
  /// Does not wait for a reply.
  ///
  /// XCB reads up to `readBufferSize` bytes from the server in one call, and moves the remaining bytes to
  /// the start of the buffer after each event or reply (`_xcb_in_read_block` in src/xcb_in.c). Events of
  /// 32 bytes leave only copies of the last one. A longer reply or event leaves as many bytes as its own
  /// length at the end of the buffer, in their order: the keys that were read with it, as they were
  /// typed, until one call reads as much again. The first key of another keyboard follows such an event:
  /// `XI_DeviceChanged`, 1032 bytes, because it lists all keys.
  ///
  /// This function makes XCB read a full buffer: the server reports all parts of a copy that have no
  /// source (`GraphicsExpose`) in one write. Each report has the size of a key event, and their number
  /// fills the buffer. The run loop ignores them. A network may deliver them in several parts, which leaves
  /// the end of the buffer unchanged.
  func overwriteReadBuffer() {
    let count = Self.readBufferSize / Self.eventSize
    // Every second pixel of one row, so that the server cannot merge parts.
    let width = UInt32(2 * count)
    let scratch = XCreatePixmap(display, root, width, 1, 1)
    // A new graphics context reports exposures by default.
    let context = XCreateGC(display, scratch, 0, nil)
    var parts = (0..<count).map { XRectangle(x: Int16(2 * $0), y: 0, width: 1, height: 1) }
    XSetClipRectangles(display, context, 0, 0, &parts, Int32(count), YXBanded)
    // The source is outside the pixmap, so no pixel has one.
    XCopyArea(display, scratch, scratch, context, Int32(width), 0, width, 1, 0, 0)
    XFreeGC(display, context)
    XFreePixmap(display, scratch)
  }

  /// The capacity of XCB's input buffer, in bytes (`_xcb_in.queue` in src/xcbint.h).
  private static var readBufferSize: Int { 4096 }

  /// The size of an event in the core protocol, in bytes.
  private static var eventSize: Int { 32 }
}
