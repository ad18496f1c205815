import { itemAt } from "#shared/random.ts";
import { mix } from "../color.ts";
import { smooth, times } from "../geometry.ts";
import type { Scene } from "../scene.ts";
import { circle, group, type Point, path, stroke } from "../svg.ts";
import { shadedDisc } from "../texture.ts";

/** Height of the streamline that starts `offset` pixels from the axis, where it passes `x` from a disc's centre. */
function streamline(x: number, offset: number, radius: number): number {
  // Ideal flow round a disc keeps y(1 - r²/(x² + y²)) constant along a line; bisection finds y.
  let low = Math.abs(offset);
  let high = Math.abs(offset) + radius * 1.2;
  for (let step = 0; step < 24; step += 1) {
    const y = (low + high) / 2;
    const value = y * (1 - (radius * radius) / (x * x + y * y));
    if (value < Math.abs(offset)) low = y;
    else high = y;
  }
  return ((low + high) / 2) * Math.sign(offset);
}

/** Parallel streams parting round one still disc. */
export function flowLines({ random, palette }: Scene): string {
  const pitch = random.pick([30, 38, 46]);
  const radius = random.pick([190, 230, 270]);
  const angle = random.pick([-90, -30, -18, 0, 18, 30]);
  const hues = [palette.main, palette.second, palette.main, mix(palette.main, palette.ink, 0.35)];
  const run = random.integer(3, 5);
  const chosen = random.pick([-2, -1, 1, 2]);
  const shift = random.integer(0, 3);

  const xs = times(75).map((index) => -1110 + index * 30);
  const lines = times(64).map((index) => {
    const number = index - 32;
    const offset = (number + 0.5) * pitch;
    const points = xs.map((x): Point => [x, streamline(x, offset, radius * 1.12)]);
    const hue = number === chosen ? palette.accent : itemAt(hues, Math.floor(index / run) + shift);
    return path(smooth(points), stroke(hue, pitch * 0.62));
  });
  return group(
    { transform: `translate(800 450) rotate(${angle})` },
    ...lines,
    shadedDisc([0, 0], radius * 0.96, palette.accent, mix(palette.accent, palette.ink, 0.45)),
    circle([0, 0], radius * 0.56, { fill: palette.light }),
    circle([0, 0], radius * 0.3, { fill: palette.ink }),
  );
}
