import { mix } from "../color.ts";
import { times } from "../geometry.ts";
import type { Scene } from "../scene.ts";
import { group, type Point, path, polyline, rect, stroke } from "../svg.ts";
import { halftone, shadedDisc } from "../texture.ts";

/** Price curves as mountain ranges one behind another, a sun standing over them. */
export function ridgelines({ random, palette }: Scene): string {
  const ranges = random.pick([4, 5]);
  const stepped = random.chance(0.5);
  const sunX = 800 + random.pick([-260, 0, 260]);
  const trend = random.pick([-1, 1]);

  const ridge = (layer: number): Point[] => {
    const share = layer / (ranges - 1);
    const step = stepped ? 80 : 50;
    const base = 380 + share * 330;
    const drift = trend * (layer % 2 === 0 ? 1 : -1) * (330 - share * 170);
    let height = base + drift * 0.5;
    const points: Point[] = [];
    for (let x = -step; x <= 1600 + step; x += step) {
      height += -drift / (1600 / step) + random.range(-1, 1) * (stepped ? 95 : 74) * (1 - share * 0.3);
      // The walk is pulled back to its trend, or it would run off the page.
      height += (base + drift * (0.5 - x / 1600) - height) * 0.14;
      const previous = points.at(-1);
      if (stepped && previous) points.push([x, previous[1]]);
      points.push([x, height]);
    }
    return points;
  };

  const fills = times(ranges).map((layer) => {
    const share = layer / (ranges - 1);
    if (layer === 1) return palette.second;
    return mix(mix(palette.main, palette.ground, 0.45 * (1 - share)), palette.ink, share * 0.55);
  });
  const lit = ranges - 1;
  const bands = fills.map((fill, layer) => {
    const points = ridge(layer);
    const line =
      layer === lit
        ? stroke(palette.accent, 20, { "stroke-linejoin": "round" })
        : stroke(mix(fill, palette.light, 0.25), 7);
    const body = path(`${polyline(points)}V960H-100Z`, { fill });
    return body + path(polyline(points), line);
  });
  const haze = halftone(
    { x: 0, y: 560, width: 1600, height: 340 },
    11,
    mix(palette.ink, palette.main, 0.3),
    (_x, y) => (y - 600) / 700,
  );
  return group(
    {},
    rect(0, 0, 1600, 900, { fill: palette.ground }),
    shadedDisc([sunX, 300], 210, palette.accent, mix(palette.accent, palette.ink, 0.35)),
    ...bands,
    haze,
  );
}
