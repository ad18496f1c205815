import type { Random } from "#shared/random.ts";
import { mix } from "../color.ts";
import { times } from "../geometry.ts";
import { type Cuboid, drawCuboid, type Face, faceTransform, project, tonesOf, type View } from "../isometric.ts";
import type { Scene } from "../scene.ts";
import { CENTRE, circle, group, path, polygon, WIDTH } from "../svg.ts";
import { fade } from "../texture.ts";

const COUPLING = 0.28;

/** A mark in the unit square of a cube's face. */
function faceMark(random: Random, fill: string): string {
  const marks = [
    () => circle([0.5, 0.5], 0.3, { fill }),
    () => path("M.5 .18A.32 .32 0 0 1 .5 .82Z", { fill }),
    () =>
      times(3)
        .map((bar) => path(`M.2 ${0.22 + bar * 0.22}h.6v.12h-.6Z`, { fill }))
        .join(""),
    () => path("M.2 .2H.8A.6 .6 0 0 1 .2 .8Z", { fill }),
    () => circle([0.5, 0.5], 0.24, { fill: "none", stroke: fill, "stroke-width": 0.13 }),
    () => path("M.2 .2h.3v.3h.3v.3h-.3v-.3h-.3Z", { fill }),
  ];
  return random.pick(marks)();
}

/** Heavy cubes coupled one to the next, running across the page. */
export function cubeChain({ random, palette }: Scene): string {
  const large = random.chance(0.5);
  const unit = large ? 255 : 170;
  const gap = large ? 0.55 : 0.7;
  const pitch = 1 + gap;
  const view: View = { origin: CENTRE, unit };
  const rows = large ? [0] : [-2.35, 0, 2.35];
  const reach = large ? 3 : 5;
  const chosen = random.integer(-1, 1);

  const cubeAt = (index: number, row: number): Cuboid => ({
    x: index * pitch,
    y: row,
    z: 0,
    width: 1,
    depth: 1,
    height: 1,
  });

  const shadows: string[] = [];
  const solids: string[] = [];
  for (const row of rows) {
    for (let index = -reach; index <= reach; index += 1) {
      const cube = cubeAt(index + (row === 0 ? 0 : 0.5), row);
      const special = row === 0 && index === chosen;
      const base = row === 0 ? (special ? palette.accent : palette.main) : mix(palette.second, palette.ground, 0.15);
      const floor = (dx: number, dy: number) => project(view, cube.x + dx, cube.y + dy, 0);
      shadows.push(
        polygon([floor(0, 1), floor(1, 1), floor(1.9, 0.1), floor(1.9, -0.9), floor(0.9, -0.9)], {
          fill: mix(palette.ground, palette.ink, 0.2),
        }),
      );
      const middle = (1 - COUPLING) / 2;
      const coupling: Cuboid = {
        x: cube.x + 1,
        y: cube.y + middle,
        z: middle,
        width: gap,
        depth: COUPLING,
        height: COUPLING,
      };
      const tones = tonesOf(base, palette);
      solids.push(drawCuboid(view, cube, tones));
      if (row === 0) {
        const faces: readonly Face[] = ["left", "top"];
        for (const face of faces) {
          const fill = face === "top" ? tones.left : special ? palette.light : mix(base, palette.light, 0.75);
          solids.push(group({ transform: faceTransform(view, cube, face) }, faceMark(random, fill)));
        }
      }
      solids.push(drawCuboid(view, coupling, tonesOf(mix(palette.light, palette.ground, 0.35), palette)));
    }
  }

  const slope = mix(palette.ground, palette.ink, 0.13);
  const scene = group(
    {},
    fade(slope, (x, y) => (y - x * 0.577 - 60) / 1400 + 0.1),
    ...shadows,
    ...solids,
  );
  return random.chance(0.5) ? scene : group({ transform: `translate(${WIDTH} 0) scale(-1 1)` }, scene);
}
