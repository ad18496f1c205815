import type { Random } from "#shared/random.ts";
import { contrast, mix } from "../color.ts";
import { dot, polar, TURN, times } from "../geometry.ts";
import type { Scene } from "../scene.ts";
import { circle, clipped, group, type Point, path, rect } from "../svg.ts";
import { halftone } from "../texture.ts";

const BOW: Point = [-330, 0];
const REACH = 620;

/** The key lying along the x axis, its bow to the left: the pierced bow (even-odd) and the solid stem. */
function keyOutline(random: Random): { bow: string; stem: string } {
  const shaft = 46;
  const bow = 236;
  const lobes = random.pick([0, 3, 4, 6]);
  const cuts = times(lobes).map((lobe) => dot(polar(BOW, 138, (lobe / lobes) * TURN + Math.PI), lobes === 6 ? 44 : 60));
  const eye = lobes === 0 ? [dot(BOW, 138)] : [...cuts, dot(BOW, 34)];
  const teeth = times(random.integer(3, 4)).map((tooth) => {
    const x = REACH - 70 - tooth * 104;
    return `M${x} ${shaft - 1}h70v${random.pick([90, 130, 170])}h-70Z`;
  });
  const bar = `M${BOW[0] + bow - 30} ${-shaft}H${REACH}V${shaft}H${BOW[0] + bow - 30}Z`;
  const collar = `M${BOW[0] + bow + 26} -84h46v168h-46Z`;
  return { bow: [dot(BOW, bow), ...eye].join(""), stem: [bar, collar, ...teeth].join("") };
}

/** One enormous key, its colours trading places with the ground where the page is divided. */
export function greatKey({ random, palette }: Scene): string {
  const angle = random.pick([-28, -20, 24, 152, 204]);
  const transform = `translate(800 450) rotate(${angle})`;
  const outline = keyOutline(random);
  const key = (fill: string, dx = 0, dy = 0): string =>
    group(
      { transform: `translate(${dx} ${dy}) ${transform}`, fill },
      path(outline.bow, { "fill-rule": "evenodd" }),
      path(outline.stem, {}),
    );
  const split = random.pick(["disc", "half"] as const);
  const at: Point = [800 + random.pick([-130, 0, 130]), 450];
  const region = split === "disc" ? circle(at, 400, {}) : rect(800, -10, 820, 920, {});
  const field =
    split === "disc" ? circle(at, 400, { fill: palette.main }) : rect(800, -10, 820, 920, { fill: palette.main });
  const stripes = times(23).map((index) =>
    rect(-1000 + index * 88, -900, 44, 1800, { fill: mix(palette.main, palette.ink, 0.07), transform }),
  );
  // The key must differ from itself across the divide; a pale accent would not.
  const outside = contrast(palette.accent, palette.light) > 0.25 ? palette.accent : palette.main;
  const shade = mix(palette.ground, palette.ink, 0.2);
  const fieldShade = mix(palette.main, palette.ink, 0.3);
  const dots = halftone({ x: -10, y: -10, width: 1640, height: 940 }, 12, shade, (_x, y) => (y - 420) / 900);

  return group(
    {},
    dots,
    key(shade, 34, 40),
    clipped("field", region, field, ...stripes, key(fieldShade, 34, 40), key(palette.light)),
    clipped("rest", restOf(split, at), key(outside)),
  );
}

function restOf(split: "disc" | "half", [x, y]: Point): string {
  if (split === "half") return rect(-10, -10, 810, 920, {});
  return path(`M-20 -20H1640V940H-20Z${dot([x, y], 400)}`, { "clip-rule": "evenodd" });
}
