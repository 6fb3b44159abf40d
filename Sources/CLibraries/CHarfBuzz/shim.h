#include <hb.h>
#include <hb-ot.h>

// Passes the outline of a glyph to the draw functions. The name of the HarfBuzz function depends on
// the installed version.
static inline void CHarfBuzzDraw(hb_font_t *font, hb_codepoint_t glyph, hb_draw_funcs_t *functions,
                                 void *data) {
#if HB_VERSION_ATLEAST(7, 0, 0)
  hb_font_draw_glyph(font, glyph, functions, data);
#else
  hb_font_get_glyph_shape(font, glyph, functions, data);
#endif
}
