"""Creates `Bars.ttf` in this directory with fonttools 4 (`pip install fonttools`). See README.md."""

from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib.tables.TupleVariation import TupleVariation

# The heights of the bars of each glyph. Each bar is as wide as the stroke.
HEIGHTS = {
    "A": [700, 500], "V": [500, 700], "T": [600], "o": [400, 400], "f": [700], "i": [500],
    "f_i": [700, 650], "f_f_i": [700, 700, 650],
}
STROKE, STEP, MARGIN = 100, 250, 75

FEATURES = """
languagesystem DFLT dflt;
languagesystem latn dflt;
feature liga { sub f f i by f_f_i; sub f i by f_i; } liga;
feature kern { pos A V -120; pos T o -90; } kern;
"""


def glyph(heights):
    """Returns a glyph of upright bars, each with a curve at its foot."""
    pen = TTGlyphPen(None)
    for column, height in enumerate(heights):
        x = MARGIN + column * STEP
        pen.moveTo((x, 0))
        pen.lineTo((x, height))
        pen.lineTo((x + STROKE, height))
        pen.qCurveTo((x + STROKE, 0), (x, 0))
        pen.closePath()
    return pen.glyph()


def variations(heights):
    """Returns variations that double the strokes (weight), or the steps and advances (width)."""
    bold, wide = [], []
    for column in range(len(heights)):
        bold += [(0, 0), (0, 0), (STROKE, 0), (STROKE, 0)]
        wide += [(column * STEP, 0)] * 4
    phantoms = lambda advance: [(0, 0), (advance, 0), (0, 0), (0, 0)]
    return [
        TupleVariation({"wght": (0, 1, 1)}, bold + phantoms(STROKE)),
        TupleVariation({"wdth": (0, 1, 1)}, wide + phantoms(len(heights) * STEP)),
    ]


def make():
    builder = FontBuilder(1000, isTTF=True)
    names = [".notdef", "space", *HEIGHTS]
    builder.setupGlyphOrder(names)
    builder.setupCharacterMap({0x20: "space"} | {ord(n): n for n in HEIGHTS if len(n) == 1})
    glyphs = {n: glyph(HEIGHTS.get(n, [])) for n in names} | {".notdef": glyph([800, 800])}
    builder.setupGlyf(glyphs)
    advances = {n: max(1, len(HEIGHTS.get(n, []))) * STEP for n in names} | {".notdef": 2 * STEP}
    builder.setupHorizontalMetrics({n: (a, MARGIN if n != "space" else 0) for n, a in advances.items()})
    builder.setupHorizontalHeader(ascent=900, descent=-250)
    builder.setupNameTable({"familyName": "Bars", "styleName": "Regular"})
    builder.setupOS2(sTypoAscender=900, sTypoDescender=-250, usWinAscent=900, usWinDescent=250)
    builder.setupPost()
    builder.setupFvar(
        [("wght", 400, 400, 900, "Weight"), ("wdth", 100, 100, 200, "Width")],
        [
            {"location": {"wght": 400, "wdth": 100}, "stylename": "Regular"},
            {"location": {"wght": 650, "wdth": 200}, "stylename": "Wide Semibold"},
        ],
    )
    builder.setupGvar({n: variations(h) for n, h in HEIGHTS.items()})
    builder.addOpenTypeFeatures(FEATURES)
    builder.font["head"].created = builder.font["head"].modified = 0
    builder.font.recalcTimestamp = False
    builder.save("Bars.ttf")


make()
