#include <X11/extensions/Xdamage.h>
#include <X11/extensions/Xfixes.h>
