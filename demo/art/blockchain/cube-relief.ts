import { mix } from "../color.ts";
import { drawCuboid, project, tonesOf, type View } from "../isometric.ts";
import type { Scene } from "../scene.ts";
import { CENTRE, HEIGHT, WIDTH } from "../svg.ts";
import { shadedDisc } from "../texture.ts";

/** Rows behind the middle: the far corner of the relief must stay in sight as its skyline. */
const BEHIND = 3;

/** A terraced relief of cubes rising before a disc: blocks laid upon blocks. */
export function cubeRelief({ random, palette }: Scene): string {
  const unit = random.pick([96, 118, 140]);
  const view: View = { origin: [CENTRE[0], 560], unit };
  const phase = random.range(0, 6);
  const lobes = random.range(0.7, 1.1);
  const special = { x: random.integer(-1, 1), y: random.integer(-1, 1) };

  const solids: string[] = [];
  for (let x = -BEHIND; x < 10; x += 1) {
    for (let y = -BEHIND; y < 10; y += 1) {
      const [across, down] = project(view, x, y, 0);
      if (across < -unit || across > WIDTH + unit || down > HEIGHT + unit * 3) continue;
      const isSpecial = x === special.x && y === special.y;
      const swell = Math.sin(x * lobes + phase) + Math.cos(y * lobes - phase) + random.range(-0.5, 0.5);
      // The relief falls away towards the reader, so no near cube hides the middle.
      const height = Math.max(1, Math.round(2.6 + swell * 0.9 - Math.max(0, x + y) * 0.22)) + (isSpecial ? 1 : 0);
      const base = isSpecial ? palette.accent : random.chance(0.13) ? palette.second : palette.main;
      const haze = Math.max(0, 0.18 - (x + y + BEHIND * 2) * 0.05);
      const cuboid = { x, y, z: -1.5, width: 1, depth: 1, height };
      const tint = mix(mix(base, palette.light, random.range(0, 0.14)), palette.ground, haze);
      solids.push(drawCuboid(view, cuboid, tonesOf(tint, palette)));
    }
  }

  const side = random.pick([-1, 1]);
  const disc = shadedDisc([CENTRE[0] + side * 270, 270], 230, palette.second, mix(palette.second, palette.accent, 0.7));
  return disc + solids.join("");
}
