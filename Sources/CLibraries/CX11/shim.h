#include <X11/Xlib.h>
#include <X11/Xutil.h>
#include <X11/Xatom.h>
#include <X11/Xresource.h>
#include <X11/XKBlib.h>
#include <X11/cursorfont.h>
#include <X11/keysym.h>
#include <X11/Xcursor/Xcursor.h>
#include <X11/extensions/XInput2.h>
#include <X11/extensions/Xfixes.h>
#include <X11/extensions/Xrender.h>
#include <X11/extensions/shape.h>
#include <X11/extensions/sync.h>
#include <xkbcommon/xkbcommon-compose.h>
#include <xkbcommon/xkbcommon.h>

// The type of this name in RandR would hide that of the module X11.
#define Connection RRConnection
#include <X11/extensions/Xrandr.h>
#undef Connection
#include <X11/extensions/Xpresent.h>

// The Glibc module of Swift does not contain these headers.
#include <sys/eventfd.h>
#include <sys/signalfd.h>

// ppoll: glibc declares it only for _GNU_SOURCE. Using its types here would remove them from the
// Glibc module of Swift.
extern int CX11Poll(void *descriptors, unsigned long count, const void *timeout, const void *mask)
    __asm__("ppoll");

// Swift cannot call XCreateIC, because it is variadic. The preedit attributes, if any, are freed. The
// callback, which Xlib copies, is called when the server ends.
static inline XIC CX11CreateIC(XIM method, XIMStyle style, Window window, XICCallback destroyed,
                               XVaNestedList preedit) {
  if (!preedit)
    return XCreateIC(method, XNInputStyle, style, XNClientWindow, window, XNFocusWindow, window,
                     XNDestroyCallback, &destroyed, (void *)0);
  XIC context = XCreateIC(method, XNInputStyle, style, XNClientWindow, window, XNFocusWindow,
                          window, XNDestroyCallback, &destroyed, XNPreeditAttributes, preedit,
                          (void *)0);
  XFree(preedit);
  return context;
}

// Creates an input context that reports its preedit text. Xlib copies the callbacks.
static inline XIC CX11CreateReportingIC(XIM method, XIMStyle style, Window window,
                                        XICCallback destroyed, XICCallback start, XICCallback draw,
                                        XICCallback caret, XICCallback done) {
  XVaNestedList preedit = XVaCreateNestedList(
      0, XNPreeditStartCallback, &start, XNPreeditDrawCallback, &draw, XNPreeditCaretCallback,
      &caret, XNPreeditDoneCallback, &done, (void *)0);
  return preedit ? CX11CreateIC(method, style, window, destroyed, preedit) : (XIC)0;
}

// Swift cannot call XVaCreateNestedList, because it is variadic. The list keeps the address of the
// position.
static inline XVaNestedList CX11PreeditPosition(XPoint *spot, XFontSet fonts) {
  return XVaCreateNestedList(0, XNSpotLocation, spot, XNFontSet, fonts, (void *)0);
}

// Swift cannot call XSetICValues, because it is variadic. Waits for the reply of the input method
// server.
static inline void CX11SetSpot(XIC context, XPoint spot) {
  XVaNestedList preedit = XVaCreateNestedList(0, XNSpotLocation, &spot, (void *)0);
  if (!preedit) return;
  XSetICValues(context, XNPreeditAttributes, preedit, (void *)0);
  XFree(preedit);
}

// Swift cannot call XGetIMValues, because it is variadic. The caller must free the result. NULL if
// there is none.
static inline XIMStyles *CX11QueryInputStyles(XIM method) {
  XIMStyles *styles = (void *)0;
  return XGetIMValues(method, XNQueryInputStyle, &styles, (void *)0) ? (void *)0 : styles;
}

// Swift cannot call XSetIMValues, because it is variadic. Xlib copies the callback, which
// it calls when the server ends.
static inline void CX11SetDestroyCallback(XIM method, XIMCallback *callback) {
  XSetIMValues(method, XNDestroyCallback, callback, (void *)0);
}

// Swift cannot call XGetICValues, because it is variadic. Returns the events that the input context
// must filter.
static inline long CX11FilterEvents(XIC context) {
  long mask = 0;
  return XGetICValues(context, XNFilterEvents, &mask, (void *)0) ? 0 : mask;
}
