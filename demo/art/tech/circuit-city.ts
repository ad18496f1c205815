import type { Random } from "#shared/random.ts";
import { mix } from "../color.ts";
import { times } from "../geometry.ts";
import { type Cuboid, drawCuboid, faceTransform, project, tonesOf, type View } from "../isometric.ts";
import type { Scene } from "../scene.ts";
import { circle, group, HEIGHT, type Point, path, polyline, rect, stroke, WIDTH } from "../svg.ts";

const PLOT = 3;
const SPAN = 4;

/** Rows of windows, vents or a chip's pads in a unit square. */
function facade(random: Random, lit: string, dim: string): string {
  const columns = random.pick([3, 4, 5]);
  const rows = random.pick([4, 6, 7]);
  const style = random.integer(0, 2);
  if (style === 0) {
    return times(rows)
      .map((row) => rect(0.12, 0.1 + (row * 0.82) / rows, 0.76, 0.42 / rows, { fill: dim }))
      .join("");
  }
  if (style === 1) {
    return times(columns)
      .map((column) => rect(0.12 + (column * 0.8) / columns, 0.08, 0.4 / columns, 0.84, { fill: dim }))
      .join("");
  }
  return times(columns * rows)
    .map((index) => {
      const [x, y] = [0.12 + ((index % columns) * 0.8) / columns, 0.1 + (Math.floor(index / columns) * 0.84) / rows];
      return rect(x, y, 0.5 / columns, 0.5 / rows, { fill: random.chance(0.4) ? lit : dim });
    })
    .join("");
}

/** A city that is also a circuit board: towers as components, streets as traces. */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: one walk over the plots, each of which draws its street and tower from one stream of random numbers
export function circuitCity({ random, palette }: Scene): string {
  const unit = random.pick([84, 98]);
  const view: View = { origin: [random.pick([690, 800, 910]), 540], unit };
  const streets: string[] = [];
  const towers: string[] = [];
  const board = mix(palette.ground, palette.ink, 0.1);
  const trace = mix(palette.ground, palette.light, 0.45);

  for (let x = -SPAN; x <= SPAN; x += 1) {
    for (let y = -SPAN; y <= SPAN; y += 1) {
      const [gx, gy] = [x * PLOT, y * PLOT];
      const [across, down] = project(view, gx, gy, 0);
      if (across < -400 || across > WIDTH + 400 || down < -300 || down > HEIGHT + 600) continue;
      for (const lane of times(3)) {
        const shift = 2.25 + lane * 0.25;
        const color = random.chance(0.12) ? palette.accent : lane === 1 ? palette.second : trace;
        const alongX: Point[] = [project(view, gx, gy + shift, 0), project(view, gx + PLOT, gy + shift, 0)];
        const alongY: Point[] = [project(view, gx + shift, gy, 0), project(view, gx + shift, gy + PLOT, 0)];
        streets.push(path(polyline(random.chance(0.5) ? alongX : alongY), stroke(color, 6)));
      }
      const isSpecial = x === 0 && y === 0;
      const front = Math.max(0, x + y);
      const height = isSpecial
        ? random.range(3.4, 3.9)
        : Math.max(0.3, random.pick([0.3, 0.5, 1.1, 2, 2.8]) - front * 0.4);
      const base = isSpecial
        ? palette.accent
        : random.pick([
            palette.main,
            palette.main,
            palette.second,
            palette.light,
            mix(palette.main, palette.ink, 0.35),
          ]);
      const size = random.pick([1.6, 1.9]);
      const body: Cuboid = { x: gx, y: gy, z: 0, width: size, depth: size, height };
      const tones = tonesOf(base, palette);
      const shade: Point[] = [
        project(view, gx + size, gy + size, 0),
        project(view, gx + size + height * 0.7, gy + size - height * 0.15, 0),
        project(view, gx + size + height * 0.7, gy - height * 0.15, 0),
        project(view, gx + size, gy, 0),
      ];
      streets.push(path(`${polyline(shade)}Z`, { fill: mix(palette.ground, palette.ink, 0.35) }));
      towers.push(drawCuboid(view, body, tones));
      const dim = mix(base, palette.ink, 0.45);
      const lit = mix(palette.light, palette.second, 0.3);
      if (height > 0.8) {
        towers.push(group({ transform: faceTransform(view, body, "left") }, facade(random, lit, dim)));
        towers.push(
          group({ transform: faceTransform(view, body, "right") }, facade(random, lit, mix(dim, palette.ink, 0.4))),
        );
      }
      const roof = {
        ...body,
        x: gx + size * 0.25,
        y: gy + size * 0.25,
        z: height,
        width: size / 2,
        depth: size / 2,
        height: 0.3,
      };
      towers.push(
        random.chance(0.5) || isSpecial
          ? drawCuboid(view, roof, tonesOf(isSpecial ? palette.light : mix(base, palette.ink, 0.2), palette))
          : group({ transform: faceTransform(view, body, "top") }, circle([0.5, 0.5], 0.26, { fill: tones.left })),
      );
      if (isSpecial) {
        const mast = project(view, gx + size / 2, gy + size / 2, height + 0.3);
        towers.push(
          rect(mast[0] - 5, mast[1] - 120, 10, 124, { fill: palette.ink }),
          circle([mast[0], mast[1] - 126], 17, { fill: palette.accent }),
        );
      }
    }
  }
  return group({}, rect(0, 0, WIDTH, HEIGHT, { fill: board }), ...streets, ...towers);
}
