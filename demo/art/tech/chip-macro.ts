import { itemAt } from "#shared/random.ts";
import { mix } from "../color.ts";
import { times } from "../geometry.ts";
import type { Scene } from "../scene.ts";
import { CENTRE, circle, group, type Point, path, polyline, rect, stroke } from "../svg.ts";

const HALF = 232;

/** A processor from above, its traces running out to the edges of the page by right and half-right angles. */
export function chipMacro({ random, palette }: Scene): string {
  const pins = random.pick([7, 9, 11]);
  const pitch = (HALF * 2 - 60) / (pins - 1);
  const weight = Math.min(26, pitch * 0.42);
  const lit = new Set([
    random.integer(0, pins * 4 - 1),
    random.integer(0, pins * 4 - 1),
    random.integer(0, pins * 4 - 1),
  ]);
  const fanOut = random.range(1.5, 2.1);

  const traces = times(pins * 4).map((index) => {
    const side = Math.floor(index / pins);
    const pin = (index % pins) - (pins - 1) / 2;
    // In the side's own frame: y runs away from the chip, x along its edge.
    const x = pin * pitch;
    const spread = pin * pitch * fanOut;
    const first = 40 + (pins / 2 - Math.abs(pin)) * pitch * 0.62;
    const bend = Math.abs(spread - x);
    const ends = random.chance(0.3);
    const far = ends ? HALF + first + bend + random.range(30, 130) : 1100;
    const points: Point[] = [
      [x, HALF],
      [x, HALF + first],
      [spread, HALF + first + bend],
      [spread, far],
    ];
    const color = lit.has(index) ? palette.accent : itemAt([palette.main, palette.second, palette.main], index);
    const pad = ends
      ? circle([spread, far], weight * 1.05, { fill: color }) +
        circle([spread, far], weight * 0.45, { fill: palette.ground })
      : "";
    const leg = rect(x - weight * 0.8, HALF - 4, weight * 1.6, 42, { fill: palette.light });
    return group(
      { transform: `rotate(${side * 90})` },
      path(polyline(points), stroke(color, weight, { "stroke-linejoin": "round" })),
      pad,
      leg,
    );
  });

  const cells = random.pick([4, 6, 8]);
  const core = 260;
  const cell = core / cells;
  const die = times(cells * cells).map((index) => {
    const [column, row] = [index % cells, Math.floor(index / cells)];
    const fill = random.pick([
      palette.main,
      palette.main,
      palette.second,
      palette.light,
      palette.accent,
      mix(palette.main, palette.ink, 0.5),
    ]);
    const gap = cells === 8 ? 3 : 5;
    return rect(column * cell - core / 2 + gap / 2, row * cell - core / 2 + gap / 2, cell - gap, cell - gap, { fill });
  });

  return group(
    { transform: `translate(${CENTRE[0]} ${CENTRE[1]})` },
    rect(-HALF + 26, -HALF + 34, HALF * 2, HALF * 2, { fill: mix(palette.ground, palette.ink, 0.3) }),
    ...traces,
    rect(-HALF, -HALF, HALF * 2, HALF * 2, { rx: 14, fill: palette.ink }),
    rect(-HALF + 34, -HALF + 34, HALF * 2 - 68, HALF * 2 - 68, { rx: 6, fill: mix(palette.ink, palette.main, 0.4) }),
    rect(-core / 2 - 14, -core / 2 - 14, core + 28, core + 28, { fill: palette.ink }),
    ...die,
    circle([-HALF + 20, -HALF + 20], 8, { fill: palette.light }),
  );
}
