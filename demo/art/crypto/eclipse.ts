import { itemAt } from "#shared/random.ts";
import { mix } from "../color.ts";
import { polar, TURN, times } from "../geometry.ts";
import type { Scene } from "../scene.ts";
import { circle, clipped, group, type Point, path, polyline, stroke } from "../svg.ts";
import { shadedDisc } from "../texture.ts";

/** Milled discs passing before each other like moons; where two overlap a third colour appears. */
export function eclipse({ random, palette }: Scene): string {
  const radius = random.pick([250, 280, 310]);
  const step = radius * random.pick([1.18, 1.34, 1.5]);
  const slope = random.pick([-0.32, -0.16, 0.16, 0.32, 0]);
  const hues = [palette.main, palette.second];
  const discs = times(7).map((index) => {
    const along = index - 3;
    const centre: Point = [800 + along * step, 450 + along * step * slope];
    return { centre, hue: itemAt(hues, index) };
  });

  const milled = (centre: Point, color: string): string => {
    const count = 96;
    const ticks = times(count).map((tick) => {
      const angle = (tick / count) * TURN;
      return polyline([polar(centre, radius - 8, angle), polar(centre, radius - 34, angle)]);
    });
    return path(ticks.join(""), stroke(color, 5));
  };

  const bodies = discs.map(({ centre, hue }, index) =>
    index % 2 === 0
      ? shadedDisc(centre, radius, hue, mix(hue, palette.ink, 0.35))
      : circle(centre, radius, { fill: hue }) + milled(centre, mix(hue, palette.ink, 0.35)),
  );
  const lenses = discs.slice(1).map(({ centre }, index) => {
    const before = itemAt(discs, index);
    const near = Math.abs(index - 2.5) < 1;
    const fill = near ? palette.accent : mix(palette.main, palette.ink, 0.45);
    const lens = circle(centre, radius, { fill }) + milled(centre, mix(fill, palette.ink, 0.35));
    return clipped(`lens${index}`, circle(before.centre, radius, {}), lens);
  });
  const marks = discs.map(({ centre }, index) => {
    const fill = index % 2 === 0 ? palette.light : palette.ink;
    return circle(centre, radius * 0.17, { fill }) + circle(centre, radius * 0.3, stroke(fill, 8));
  });
  const orbits = times(4).map((ring) =>
    circle([800, 450], radius * 1.4 + ring * 120, stroke(mix(palette.ground, palette.ink, 0.16), 6)),
  );
  return group({}, ...orbits, ...bodies, ...lenses, ...marks);
}
