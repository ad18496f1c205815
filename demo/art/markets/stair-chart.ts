import { itemAt } from "#shared/random.ts";
import { mix } from "../color.ts";
import { standingFigure } from "../figure.ts";
import { times } from "../geometry.ts";
import { type Cuboid, drawCuboid, project, tonesOf, type View } from "../isometric.ts";
import type { Scene } from "../scene.ts";
import { group, type Point, path, polyline, WIDTH } from "../svg.ts";
import { shadedDisc } from "../texture.ts";

/** A bar chart big enough to climb: columns in a row, seen from a corner, and somebody on one of them. */
export function stairChart({ random, palette }: Scene): string {
  const unit = random.pick([118, 136]);
  const view: View = { origin: [800, 560], unit };
  const shapes = [
    [0.6, 0.9, 1.4, 2.1, 2.0, 2.8, 3.3, 4.1, 4.6],
    [3.4, 2.6, 2.9, 1.8, 1.2, 1.9, 2.5, 3.6, 4.4],
    [1.0, 1.8, 2.9, 3.7, 3.0, 2.2, 2.6, 1.5, 0.9],
    [0.8, 2.2, 1.4, 3.0, 1.9, 3.6, 2.6, 4.2, 3.4],
  ];
  const heights = random.pick(shapes).map((height) => height + random.range(-0.2, 0.2));
  const half = (heights.length - 1) / 2;
  const rows = random.pick([2, 3]);
  // The highest column near the middle, where no nearer one can hide the climber.
  const stander = [2, 3, 4, 5, 6].reduce(
    (best, index) => (itemAt(heights, index) > itemAt(heights, best) ? index : best),
    2,
  );
  const hues = [palette.main, palette.main, palette.second];
  const chosen = random.integer(3, 5);

  const shadows: string[] = [];
  const solids: string[] = [];
  // The chart runs from lower left to upper right, so its far end is drawn first.
  for (let row = rows - 1; row >= 0; row -= 1) {
    for (const index of times(heights.length).toReversed()) {
      const height = Math.max(0.25, (itemAt(heights, index) * (1 - row * 0.28) + row * 0.3) * 0.78);
      const y = (half - index) * 1.12;
      const cuboid: Cuboid = { x: 0.3 - row * 1.6, y, z: -1.2, width: 1, depth: 0.92, height };
      const base =
        row === 0 && index === chosen
          ? palette.accent
          : row === 0
            ? itemAt(hues, index)
            : mix(itemAt(hues, index + row), palette.ground, 0.35 * row);
      solids[(rows - 1 - row) * 100 + (heights.length - index)] = drawCuboid(view, cuboid, tonesOf(base, palette));
      const floor: Point[] = [
        project(view, cuboid.x + 1, y, -1.2),
        project(view, cuboid.x + 1, y + 0.92, -1.2),
        project(view, cuboid.x + 1 + height * 0.9, y + 0.92 - height * 0.2, -1.2),
        project(view, cuboid.x + 1 + height * 0.9, y - height * 0.2, -1.2),
      ];
      shadows.push(path(`${polyline(floor)}Z`, { fill: mix(palette.ground, palette.ink, 0.24) }));
      if (row === 0 && index === stander) {
        const foot = project(view, cuboid.x + 0.5, y + 0.5, -1.2 + height);
        const coat = index === chosen ? palette.ink : palette.light;
        solids[(rows - 1 - row) * 100 + (heights.length - index)] += standingFigure(
          foot,
          unit * 1.15,
          coat,
          mix(palette.ink, palette.second, 0.5),
        );
      }
    }
  }
  const sun = shadedDisc([560, 300], 220, palette.second, mix(palette.second, palette.accent, 0.6));
  const scene = group({}, sun, ...shadows, ...solids.filter((solid) => solid !== undefined));
  return random.chance(0.35) ? group({ transform: `translate(${WIDTH} 0) scale(-1 1)` }, scene) : scene;
}
