// The least that a floating button can do: an override-redirect window of one color that follows the pointer while the
// primary button is down.
#include <X11/Xlib.h>
#include <stdio.h>

int main(void) {
  Display *display = XOpenDisplay(NULL);
  if (!display) return 3;
  XSetWindowAttributes attributes = {
      .override_redirect = True,
      .background_pixel = 0x292B33,
      .event_mask = ButtonPressMask | ButtonReleaseMask | ButtonMotionMask};
  Window window = XCreateWindow(
      display, XDefaultRootWindow(display), 600, 300, 164, 164, 0, CopyFromParent, InputOutput, CopyFromParent,
      CWOverrideRedirect | CWBackPixel | CWEventMask, &attributes);
  XMapRaised(display, window);
  XFlush(display);
  int x = 600, y = 300, startX = 0, startY = 0;
  for (;;) {
    XEvent event;
    XNextEvent(display, &event);
    if (event.type == ButtonPress) {
      startX = event.xbutton.x_root - x;
      startY = event.xbutton.y_root - y;
    } else if (event.type == MotionNotify) {
      x = event.xmotion.x_root - startX;
      y = event.xmotion.y_root - startY;
      XMoveWindow(display, window, x, y);
      XFlush(display);
    }
  }
}
