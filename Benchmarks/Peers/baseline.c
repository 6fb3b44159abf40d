// Only Xlib and Cairo: a red rounded button that follows the pointer, grows while it is pressed and
// springs to the nearer side, and one masked text field with a caret. Everything is drawn off
// screen, and only where something changed: the minimum for this work.
//
//   baseline [SCALE]
#define _GNU_SOURCE
#include <X11/Xlib.h>
#include <X11/Xutil.h>
#include <cairo-xlib.h>
#include <math.h>
#include <poll.h>
#include <stdbool.h>
#include <stdlib.h>
#include <time.h>

// In logical pixels and seconds.
enum { width = 720, height = 560, side = 56, margin = 16, field_height = 36, maximum_length = 60 };
static const double forever = 1e18, blink_interval = 0.5, frame_interval = 1 / 60.0;
static const double stiffness = 200, friction = 18;

static int scale = 1;
static Display *display;
static Window window;
static Pixmap back;
static GC context;
static cairo_t *cairo;

// The area that has to be redrawn, in device pixels.
static struct { int left, top, right, bottom; } dirty;

// The button: its corner and size, and their targets.
static double x = width - side - margin, y = 460, target_x, velocity_x;
static double size = 1, target_size = 1, size_velocity;
static double drag_offset_x, drag_offset_y;
static bool is_pressed, is_snapping, is_moving;
static double next_frame, last_frame;

static bool has_focus, shows_caret;
static double next_blink;
static int text_length;

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec + time.tv_nsec / 1e9;
}

static void clear_dirty(void) {
  dirty.left = width * scale, dirty.top = height * scale;
  dirty.right = dirty.bottom = 0;
}

// Adds a rectangle in device pixels to the area that has to be redrawn.
static void invalidate(int left, int top, int right, int bottom) {
  if (left < dirty.left) dirty.left = left < 0 ? 0 : left;
  if (top < dirty.top) dirty.top = top < 0 ? 0 : top;
  if (right > dirty.right) dirty.right = right > width * scale ? width * scale : right;
  if (bottom > dirty.bottom) dirty.bottom = bottom > height * scale ? height * scale : bottom;
}

static void invalidate_button(void) {
  const double extent = side * size / 2 + 2, middle_x = x + side / 2.0, middle_y = y + side / 2.0;
  invalidate((middle_x - extent) * scale, (middle_y - extent) * scale,
             (middle_x + extent) * scale + 2, (middle_y + extent) * scale + 2);
}

static void invalidate_field(void) {
  invalidate(margin * scale, margin * scale, (width - margin) * scale,
             (margin + field_height) * scale);
}

static void add_rounded(double left, double top, double w, double h, double radius) {
  cairo_new_sub_path(cairo);
  cairo_arc(cairo, left + w - radius, top + radius, radius, -M_PI / 2, 0);
  cairo_arc(cairo, left + w - radius, top + h - radius, radius, 0, M_PI / 2);
  cairo_arc(cairo, left + radius, top + h - radius, radius, M_PI / 2, M_PI);
  cairo_arc(cairo, left + radius, top + radius, radius, M_PI, 1.5 * M_PI);
  cairo_close_path(cairo);
}

static void draw_field(void) {
  cairo_set_source_rgb(cairo, 1, 1, 1);
  add_rounded(margin, margin, width - 2 * margin, field_height, 6);
  cairo_fill(cairo);
  cairo_set_source_rgb(cairo, 0, 0, 0);
  for (int index = 0; index < text_length; index++) {
    cairo_arc(cairo, 30 + 10 * index, 34, 3.5, 0, 2 * M_PI);
    cairo_fill(cairo);
  }
  if (shows_caret && has_focus) {
    cairo_rectangle(cairo, 24 + 10 * text_length, 23, 1, 22);
    cairo_fill(cairo);
  }
}

static void draw_button(void) {
  const double length = side * size;
  cairo_set_source_rgb(cairo, 0xE5 / 255.0, 0x39 / 255.0, 0x35 / 255.0);
  add_rounded(x + (side - length) / 2, y + (side - length) / 2, length, length, 18 * size);
  cairo_fill(cairo);
}

static void paint(void) {
  const int w = dirty.right - dirty.left, h = dirty.bottom - dirty.top;
  if (w <= 0 || h <= 0) return;
  cairo_save(cairo);
  cairo_identity_matrix(cairo);
  cairo_rectangle(cairo, dirty.left, dirty.top, w, h);
  cairo_scale(cairo, scale, scale);
  cairo_clip(cairo);
  cairo_set_source_rgb(cairo, .95, .95, .95);
  cairo_paint(cairo);
  if (dirty.top < 60 * scale) draw_field();
  draw_button();
  cairo_restore(cairo);
  cairo_surface_flush(cairo_get_target(cairo));
  XCopyArea(display, back, window, context, dirty.left, dirty.top, w, h, dirty.left, dirty.top);
  clear_dirty();
}

static void animate(void) {
  is_moving = true;
  next_frame = last_frame = now();
}

// Advances by a number of seconds, in steps that are short enough for the springs to be stable.
static void step(double duration) {
  const int steps = 8;
  const double dt = fmin(duration, 0.05) / steps;
  invalidate_button();
  for (int index = 0; index < steps; index++) {
    size_velocity += (stiffness * (target_size - size) - friction * size_velocity) * dt;
    size += size_velocity * dt;
    if (!is_snapping) continue;
    velocity_x += (stiffness * (target_x - x) - friction * velocity_x) * dt;
    x += velocity_x * dt;
  }
  const bool has_target_size = fabs(target_size - size) < 0.002 && fabs(size_velocity) < 0.02;
  const bool is_at_target = !is_snapping || (fabs(target_x - x) < 0.3 && fabs(velocity_x) < 3);
  if (has_target_size && is_at_target) {
    size = target_size, size_velocity = velocity_x = 0;
    if (is_snapping) x = target_x;
    is_snapping = is_moving = false;
  }
  invalidate_button();
}

static void press(double pointer_x, double pointer_y) {
  if (pointer_x < x || pointer_x >= x + side || pointer_y < y || pointer_y >= y + side) return;
  is_pressed = true, is_snapping = false;
  drag_offset_x = pointer_x - x, drag_offset_y = pointer_y - y;
  target_size = 1.4;
  animate();
}

static void drag(double pointer_x, double pointer_y) {
  if (!is_pressed) return;
  invalidate_button();
  x = pointer_x - drag_offset_x, y = pointer_y - drag_offset_y;
  invalidate_button();
}

static void release(void) {
  if (!is_pressed) return;
  is_pressed = false, is_snapping = true;
  target_size = 1;
  target_x = x + side / 2.0 < width / 2.0 ? margin : width - side - margin;
  animate();
}

static void show_caret(void) {
  shows_caret = true, next_blink = now() + blink_interval;
  invalidate_field();
}

static void type(XKeyEvent *event) {
  char letters[8];
  KeySym symbol;
  const int count = XLookupString(event, letters, sizeof letters, &symbol, NULL);
  if (symbol == XK_BackSpace) text_length -= text_length > 0;
  else if (count == 1 && letters[0] >= ' ') text_length += text_length < maximum_length;
  show_caret();
}

// Returns false when the window has to be closed.
static bool handle(XEvent *event) {
  const double s = scale;
  switch (event->type) {
  case Expose:
    invalidate(event->xexpose.x, event->xexpose.y, event->xexpose.x + event->xexpose.width,
               event->xexpose.y + event->xexpose.height);
    break;
  case ButtonPress: press(event->xbutton.x / s, event->xbutton.y / s); break;
  case MotionNotify: drag(event->xmotion.x / s, event->xmotion.y / s); break;
  case ButtonRelease: release(); break;
  case FocusIn:
  case FocusOut:
    has_focus = event->type == FocusIn;
    show_caret();
    break;
  case KeyPress: type(&event->xkey); break;
  case ClientMessage: return false;
  }
  return true;
}

static void open_window(void) {
  const int screen = DefaultScreen(display), w = width * scale, h = height * scale;
  window = XCreateSimpleWindow(display, RootWindow(display, screen), 0, 0, w, h, 0, 0, 0);
  XSetWindowBackgroundPixmap(display, window, None);
  XStoreName(display, window, "baseline");
  XSelectInput(display, window,
               ExposureMask | ButtonPressMask | ButtonReleaseMask | Button1MotionMask |
                   KeyPressMask | FocusChangeMask);
  Atom deletion = XInternAtom(display, "WM_DELETE_WINDOW", False);
  XSetWMProtocols(display, window, &deletion, 1);
  back = XCreatePixmap(display, window, w, h, DefaultDepth(display, screen));
  XGCValues values = {.graphics_exposures = False};
  context = XCreateGC(display, window, GCGraphicsExposures, &values);
  cairo = cairo_create(
      cairo_xlib_surface_create(display, back, DefaultVisual(display, screen), w, h));
  XMapWindow(display, window);
}

// Performs the animation step and the blink that are due.
static void tick(void) {
  const double time = now();
  if (is_moving && time >= next_frame) {
    step(time > last_frame ? time - last_frame : frame_interval);
    last_frame = time, next_frame = time + frame_interval;
  }
  if (has_focus && time >= next_blink) {
    shows_caret = !shows_caret, next_blink = time + blink_interval;
    invalidate_field();
  }
}

static void wait_for_events(void) {
  double next = is_moving ? next_frame : forever;
  if (has_focus && next_blink < next) next = next_blink;
  const double remaining = fmax(0, next - now());
  struct timespec time = {(time_t)remaining, (long)((remaining - (time_t)remaining) * 1e9)};
  struct pollfd descriptor = {ConnectionNumber(display), POLLIN, 0};
  ppoll(&descriptor, 1, next == forever ? NULL : &time, NULL);
}

int main(int argc, char **argv) {
  if (argc > 1) scale = atoi(argv[1]);
  display = XOpenDisplay(NULL);
  if (!display || scale < 1) return 1;
  clear_dirty();
  open_window();
  for (bool is_open = true; is_open;) {
    while (XPending(display)) {
      XEvent event;
      XNextEvent(display, &event);
      is_open = handle(&event) && is_open;
    }
    tick();
    paint();
    XFlush(display);
    if (!XEventsQueued(display, QueuedAlready)) wait_for_events();
  }
  return 0;
}
