import { itemAt } from "#shared/random.ts";
import { type Family, mix, NEUTRAL_PALETTES, type Scene } from "./palette.ts";
import { sector, shadedDisc, smooth, times } from "./shapes.ts";
import { circle, group, type Point, path, rect } from "./svg.ts";

/** Newspaper sheets folded and fanned, their columns as plain bars. */
function foldedSheets({ random, palette }: Scene): string {
  const count = random.pick([4, 5]);
  const start = random.range(-40, -24);
  const step = random.range(15, 19);
  const hues = [palette.second, palette.main, palette.accent, mix(palette.main, palette.ink, 0.45), palette.light];

  const sheet = (index: number): string => {
    const top = index === count - 1;
    const fill = top ? palette.light : itemAt(hues, index);
    const [width, height] = [470, 640];
    const line = mix(fill, palette.ink, top ? 0.78 : 0.22);
    const columns = times(3).flatMap((column) =>
      times(9).map((row) =>
        rect(-195 + column * 134, 10 + row * 30, row === 8 ? 60 : 118, 13, { fill: line, opacity: top ? 0.55 : 0.6 }),
      ),
    );
    return group(
      { transform: `translate(800 560) scale(1.42) rotate(${start + index * step}) translate(0 -80)` },
      rect(-width / 2 + 18, -height / 2 + 22, width, height, { fill: palette.ink, opacity: 0.18 }),
      rect(-width / 2, -height / 2, width, height, { fill }),
      rect(-195, -275, 386, 42, { fill: line }),
      rect(-195, -210, 386, 180, { fill: top ? palette.main : line, opacity: top ? 1 : 0.6 }),
      top ? path("M-195 -30L-70 -150L10 -80L90 -180L191 -30Z", { fill: palette.second }) : "",
      top ? rect(-195, -30, 386, 12, { fill: palette.accent }) : "",
      ...columns,
      path(`M0 ${-height / 2}H${width / 2}V${height / 2}H0Z`, { fill: palette.ink, opacity: 0.07 }),
    );
  };
  const bands = times(6).map((band) => rect(0, 150 * band, 1600, 75, { fill: mix(palette.ground, palette.ink, 0.06) }));
  return group({}, ...bands, ...times(count).map(sheet));
}

const TILE = 450;

/** Quarter circles on a large grid, turned at random like printer's ornaments. */
function risingArcs({ random, palette }: Scene): string {
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

/** Layers of land under a low sun. */
function strata({ random, palette }: Scene): string {
  const layers = random.pick([5, 6, 7]);
  const hues = [
    palette.second,
    palette.main,
    palette.light,
    mix(palette.main, palette.ink, 0.4),
    mix(palette.second, palette.ink, 0.3),
  ];
  const phase = random.range(0, 6);
  const bands = times(layers).map((layer) => {
    const y = 380 + (layer * 500) / layers;
    const points = times(9).map(
      (index): Point => [
        index * 230 - 120,
        y + Math.sin(index * (0.6 + layer * 0.07) + phase + layer * 1.3) * (84 - layer * 7),
      ],
    );
    return path(`${smooth(points)}V960H-120Z`, { fill: layer === layers - 1 ? palette.ink : itemAt(hues, layer) });
  });
  const side = random.pick([-1, 0, 1]);
  const sun = shadedDisc([800 + side * 200, 350], 230, palette.accent, mix(palette.accent, palette.ink, 0.4));
  return group({}, sun, ...bands);
}

/** Newsprint, ornaments and land: for categories without motifs of their own. */
export const NEUTRAL_FAMILY: Family = {
  palettes: NEUTRAL_PALETTES,
  compositions: [foldedSheets, risingArcs, strata],
};
