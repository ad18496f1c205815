import { itemAt, type Random } from "#shared/random.ts";
import { mix } from "../color.ts";
import { sector, TURN, times } from "../geometry.ts";
import type { Scene } from "../scene.ts";
import { circle, clipped, ellipse, group, HEIGHT, type Point, path, rect, WIDTH } from "../svg.ts";

/** Pixel side of the broken half. */
const CELL = 50;
/** Where the whole half ends. */
const EDGE: Point = [650, 450];

/** A way to colour the disc: as smooth shapes, and as the band number (0, 1, 2…) at any place. */
interface Pattern {
  readonly whole: (hueOf: (band: number) => string) => string;
  readonly bandAt: (dx: number, dy: number) => number;
}

function choosePattern(random: Random, radius: number): Pattern {
  const bands = 5;
  const step = radius / bands;
  const wedge = TURN / random.pick([10, 15]);
  const stripe = (radius * 2) / 7;
  const patterns: readonly Pattern[] = [
    {
      whole: (hueOf) =>
        times(bands)
          .map((band) => circle(EDGE, radius - band * step, { fill: hueOf(bands - 1 - band) }))
          .join(""),
      bandAt: (dx, dy) => Math.floor(Math.hypot(dx, dy) / step),
    },
    {
      whole: (hueOf) =>
        times(7)
          .map((band) => rect(0, EDGE[1] - radius + band * stripe, WIDTH, stripe + 1, { fill: hueOf(band) }))
          .join(""),
      bandAt: (_dx, dy) => Math.floor((dy + radius) / stripe),
    },
    {
      whole: (hueOf) =>
        times(Math.round(TURN / wedge))
          .map((band) => path(sector(EDGE, radius + 2, band * wedge, (band + 1) * wedge), { fill: hueOf(band) }))
          .join(""),
      bandAt: (dx, dy) => Math.floor(((Math.atan2(dy, dx) + TURN) % TURN) / wedge),
    },
  ];
  return random.pick(patterns);
}

/** A round thing whole on one side and coming apart into pixels on the other. */
export function pixelDissolve({ random, palette }: Scene): string {
  const radius = 350;
  const hues = random.shuffle([palette.main, palette.light, palette.second, palette.accent, palette.ink]);
  const hueOf = (band: number): string => itemAt(hues, band);
  const pattern = choosePattern(random, radius);
  const wind = random.range(7, 10);
  const fill = mix(palette.ground, palette.ink, 0.22);

  const columns = radius / CELL;
  const pixels = times(columns * columns * 2).map((index) => {
    const column = Math.floor(index / (columns * 2));
    const row = (index % (columns * 2)) - columns;
    const source: Point = [(column + 0.5) * CELL, (row + 0.5) * CELL];
    if (Math.hypot(...source) > radius) return "";
    const loose = column / columns;
    // Pixels fly by whole cells, so the grid survives the break-up.
    const flown = (cells: number): string => {
      const side = CELL * (1 - Math.min(0.55, cells * 0.06));
      const at: Point = [EDGE[0] + (column + cells) * CELL, EDGE[1] + row * CELL];
      return rect(at[0], at[1], side, side, { fill: hueOf(pattern.bandAt(...source)) });
    };
    const stays = random.chance(1 - loose * 0.85) ? flown(0) : "";
    const flies = random.chance(0.3 + loose * 0.5) ? flown(Math.ceil(random.next() ** 1.6 * wind * (0.3 + loose))) : "";
    return stays + flies;
  });

  const half = rect(0, 0, EDGE[0] + 0.5, HEIGHT, {});
  const scene = group(
    {},
    rect(0, 690, WIDTH, 210, { fill: mix(palette.ground, palette.ink, 0.12) }),
    ellipse([EDGE[0] + 160, 812], 560, 34, { fill }),
    clipped("half", half, clipped("disc", circle(EDGE, radius, {}), pattern.whole(hueOf))),
    ...pixels,
  );
  return random.chance(0.35) ? group({ transform: `translate(${WIDTH} 0) scale(-1 1)` }, scene) : scene;
}
