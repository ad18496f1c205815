import { lightness, mix } from "../color.ts";
import { arc, times } from "../geometry.ts";
import type { Scene } from "../scene.ts";
import { CENTRE, circle, group, HEIGHT, type Point, path, rect, stroke, WIDTH } from "../svg.ts";
import { fade } from "../texture.ts";

const LEVELS = 3;
const LEAVES = 2 ** LEVELS;
const PITCH = 182;
const BASELINE = 770;
const LEFT = CENTRE[0] - ((LEAVES - 1) * PITCH) / 2;

/** A Merkle tree as a fractal of arches: pairs of leaves spanned again and again, up to one root. */
export function merkleArches({ random, palette }: Scene): string {
  const chosen = random.integer(2, LEAVES - 3);
  const banded = random.chance(0.5);
  const weight = random.pick([40, 56]);
  const round = random.chance(0.5);
  const towers = times(LEAVES).map(() => random.chance(0.45));

  const arches: string[] = [];
  const proof: string[] = [];
  for (let level = LEVELS - 1; level >= 0; level -= 1) {
    const radius = (PITCH / 2) * 2 ** level;
    // Arches of one level spring from the crowns of the level below.
    const spring = BASELINE - (PITCH / 2) * (2 ** level - 1);
    for (const index of times(LEAVES / 2 ** (level + 1))) {
      const middle: Point = [LEFT + (2 ** (level + 1) * (index + 0.5) - 0.5) * PITCH, spring];
      if (banded && level > 0) {
        const band = (inset: number, color: string): string =>
          path(`${arc(middle, radius - inset, Math.PI, Math.PI * 2)}Z`, { fill: color });
        const step = radius * 0.24;
        arches.push(band(0, mix(palette.ground, palette.ink, 0.24)), band(step, palette.second));
        arches.push(band(step * 2, palette.light), band(step * 3, mix(palette.main, palette.ink, 0.35)));
      }
      arches.push(path(arc(middle, radius, Math.PI, Math.PI * 2), stroke(palette.main, weight)));
      const position = chosen / 2 ** (level + 1);
      if (Math.floor(position) === index) {
        const start = position - index < 0.5 ? Math.PI : Math.PI * 2;
        const climb = arc(middle, radius, start, Math.PI * 1.5);
        proof.push(path(climb, stroke(palette.accent, weight, { "stroke-linecap": "round" })));
      }
    }
  }

  const leafAt = (index: number): string => {
    const width = PITCH * 0.62;
    const x = LEFT + index * PITCH;
    const fill = index === chosen ? palette.accent : towers[index] ? palette.ink : palette.main;
    const top = BASELINE - weight * 0.4;
    return (
      rect(x - width / 2, top, width, HEIGHT, { rx: round ? width / 2 : 0, fill }) +
      rect(x, top + width / 2, width / 2, HEIGHT, { fill: mix(fill, palette.ink, 0.25) }) +
      circle([x, top + width / 2], width * 0.22, { fill: index === chosen ? palette.light : palette.second })
    );
  };

  const root: Point = [CENTRE[0], BASELINE - (PITCH / 2) * (LEAVES - 1)];
  const side = random.pick([-1, 1]);
  const tint = mix(palette.ground, palette.ink, 0.16);
  // A paler tint of a dark ground turns to grey; the main hue keeps the dome clean.
  const dark = lightness(palette.ground) < 0.4;
  const dome = dark ? mix(palette.ground, palette.main, 0.3) : mix(palette.ground, palette.light, 0.28);
  return group(
    {},
    fade(tint, (x, y) => 0.55 - Math.hypot(x - 800 - side * 800, y) / 1300),
    circle([CENTRE[0], BASELINE], PITCH * 4.4, { fill: dome }),
    rect(0, BASELINE, WIDTH, HEIGHT, { fill: mix(palette.ground, palette.ink, 0.24) }),
    ...arches,
    ...proof,
    ...times(LEAVES).map(leafAt),
    circle(root, 96, { fill: palette.accent }),
    circle(root, 56, stroke(palette.light, 16)),
    circle(root, 20, { fill: palette.light }),
  );
}
