#include <ft2build.h>
#include FT_FREETYPE_H
#include FT_OUTLINE_H

// Fills an outline with anti-aliasing and calls `spans` for each of its rows.
//
// The types of an outline's fields differ between versions of FreeType (2.13.3 made them unsigned).
// C converts them implicitly; Swift does not.
static inline int CFreeTypeFill(FT_Library library, FT_Vector *points, void *tags, int pointCount,
                                void *contourEnds, int contourCount, FT_BBox clip,
                                FT_SpanFunc spans, void *user) {
  FT_Outline outline = {0};
  outline.points = points;
  outline.tags = tags;
  outline.n_points = pointCount;
  outline.contours = contourEnds;
  outline.n_contours = contourCount;
  FT_Raster_Params parameters = {0};
  parameters.flags = FT_RASTER_FLAG_AA | FT_RASTER_FLAG_DIRECT | FT_RASTER_FLAG_CLIP;
  parameters.gray_spans = spans;
  parameters.user = user;
  parameters.clip_box = clip;
  return FT_Outline_Render(library, &outline, &parameters);
}
