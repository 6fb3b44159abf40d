#include <X11/extensions/Xpresent.h>
