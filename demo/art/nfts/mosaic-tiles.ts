import { itemAt } from "#shared/random.ts";
import { times } from "../geometry.ts";
import type { Scene } from "../scene.ts";
import { circle, group, path, rect } from "../svg.ts";

/** Tile side, pixels: five rows fill the height exactly. */
const TILE = 180;
const COLUMNS = 9;
const ROWS = 5;

type Inks = readonly [back: string, front: string, detail: string];

type Tile = (inks: Inks) => string;

/** The tile shapes, in a square of 100. */
const TILES: readonly Tile[] = [
  ([, front, detail]) =>
    path("M0 0H100A100 100 0 0 1 0 100Z", { fill: front }) + path("M0 0H50A50 50 0 0 1 0 50Z", { fill: detail }),
  ([, front]) => path("M0 0A50 50 0 0 0 100 0ZM0 50A50 50 0 0 0 100 50Z", { fill: front }),
  ([, front, detail]) => circle([50, 50], 40, { fill: front }) + path("M50 10A40 40 0 0 1 50 90Z", { fill: detail }),
  ([, front, detail]) => path("M0 0H100L0 100Z", { fill: front }) + circle([68, 68], 14, { fill: detail }),
  ([, front, detail]) =>
    path("M0 100A100 100 0 0 1 100 0V100Z", { fill: front }) +
    path("M55 100A45 45 0 0 1 100 55V100Z", { fill: detail }),
  ([, front]) => path("M0 0H50V50H0ZM50 50H100V100H50Z", { fill: front }),
  ([, front]) => path("M0 0H20V100H0ZM40 0H60V100H40ZM80 0H100V100H80Z", { fill: front }),
  ([, front, detail]) =>
    path("M0 50Q50 -10 100 50Q50 110 0 50Z", { fill: front }) + circle([50, 50], 18, { fill: detail }),
  ([, front, detail]) =>
    path("M50 0L100 50L50 100L0 50Z", { fill: front }) + path("M50 28L72 50L50 72L28 50Z", { fill: detail }),
  ([, front]) => path("M0 0A50 50 0 0 1 0 100ZM100 0A50 50 0 0 0 100 100Z", { fill: front }),
];

/** The shapes that stay handsome three tiles wide. */
const BOLD = [0, 1, 2, 4, 7, 8, 9] as const;

/** A wall of geometric tiles with one large motif set into it. */
export function mosaicTiles({ random, palette }: Scene): string {
  const hues = [palette.ground, palette.main, palette.second, palette.accent, palette.ink, palette.light];
  const chosen = random.shuffle(TILES).slice(0, 5);
  const tile = (column: number, row: number, side: number, shape: Tile, inks: readonly string[]): string => {
    const [back = palette.ground, front = palette.main, detail = palette.light] = inks;
    const turn = random.integer(0, 3) * 90;
    const scale = side / 100;
    return group(
      { transform: `translate(${column * TILE - 10} ${row * TILE}) scale(${scale}) rotate(${turn} 50 50)` },
      rect(0, 0, 100, 100, { fill: back }),
      shape([back, front, detail]),
    );
  };

  const centreColumn = random.pick([3, 3, 2, 4]);
  const centreRow = random.integer(1, 2);
  const isLarge = (column: number, row: number): boolean =>
    column >= centreColumn && column < centreColumn + 3 && row >= centreRow - 1 && row < centreRow + 2;
  const strong = random.shuffle([palette.main, palette.second, palette.accent]);
  const bold = [random.pick([palette.ink, palette.light]), ...strong];
  const quiet = random.range(0.1, 0.35);

  const small = times(COLUMNS * ROWS).map((index) => {
    const column = index % COLUMNS;
    const row = Math.floor(index / COLUMNS);
    if (isLarge(column, row)) return "";
    if (random.chance(quiet)) {
      return rect(column * TILE - 10, row * TILE, TILE, TILE, { fill: random.pick(hues) });
    }
    return tile(column, row, TILE, random.pick(chosen), random.shuffle(hues));
  });
  return group({}, ...small, tile(centreColumn, centreRow - 1, TILE * 3, itemAt(TILES, random.pick(BOLD)), bold));
}
