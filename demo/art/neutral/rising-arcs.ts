import { itemAt } from "#shared/random.ts";
import { mix } from "../color.ts";
import { sector, times } from "../geometry.ts";
import type { Scene } from "../scene.ts";
import { circle, group, type Point, path, rect } from "../svg.ts";

const TILE = 450;

/** Quarter circles on a large grid, turned at random like printer's ornaments. */
export function risingArcs({ random, palette }: Scene): string {
  const hues = [palette.main, palette.second, palette.light, mix(palette.main, palette.ink, 0.5), palette.second];
  const accentTile = random.pick([1, 2, 5, 6]);
  const tiles = times(8).map((index) => {
    const x = (index % 4) * TILE - 100;
    const y = Math.floor(index / 4) * TILE;
    const turn = random.integer(0, 3);
    const corner: Point = [x + (turn === 1 || turn === 2 ? TILE : 0), y + (turn >= 2 ? TILE : 0)];
    const from = (turn * Math.PI) / 2;
    const offset = random.integer(0, 4);
    const back = index % 2 === 0 ? palette.ground : mix(palette.ground, palette.ink, 0.12);
    const rings = times(3).map((ring) => {
      const fill = index === accentTile && ring === 0 ? palette.accent : itemAt(hues, offset + ring);
      return path(sector(corner, TILE * (1 - ring * 0.31), from, from + Math.PI / 2), { fill });
    });
    const seedDot = random.chance(0.5) ? circle([x + TILE / 2, y + TILE / 2], 44, { fill: palette.ink }) : "";
    return rect(x, y, TILE, TILE, { fill: back }) + rings.join("") + seedDot;
  });
  return group({}, ...tiles);
}
