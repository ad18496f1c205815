import { mix } from "../color.ts";
import { arc, times } from "../geometry.ts";
import type { Scene } from "../scene.ts";
import { circle, clipped, group, type Point, path, rect, stroke } from "../svg.ts";
import { fade } from "../texture.ts";

/** Two rippling fields of attention; where they meet, an eye opens. */
export function perceptionFields({ random, palette }: Scene): string {
  const radius = random.pick([390, 430, 470]);
  const apart = radius * random.range(0.5, 0.62);
  const upright = random.chance(0.3);
  const rings = random.pick([7, 9]);
  const [left, right]: readonly [Point, Point] = [
    [800 - apart, 450],
    [800 + apart, 450],
  ];
  const ripples = (centre: Point, fill: string, line: string): string =>
    circle(centre, radius, { fill }) +
    times(rings)
      .map((ring) => circle(centre, radius * (1 - (ring + 0.5) / rings), stroke(line, (radius / rings) * 0.36)))
      .join("");

  const iris = radius * 0.27;
  const lens = group(
    {},
    rect(0, -400, 1600, 1700, { fill: palette.light }),
    path(
      times(9)
        .map((line) => arc(line % 2 === 0 ? left : right, radius * (0.98 - line * 0.03), 0, Math.PI * 2 - 0.001))
        .join(""),
      stroke(mix(palette.light, palette.main, 0.35), 5),
    ),
    circle([800, 450], iris, { fill: palette.accent }),
    circle([800, 450], iris * 0.8, stroke(mix(palette.accent, palette.ink, 0.3), iris * 0.12)),
    circle([800, 450], iris * 0.5, { fill: palette.ink }),
    circle([800 + iris * 0.22, 450 - iris * 0.22], iris * 0.16, { fill: palette.light }),
  );
  const eye = clipped("lens", circle(left, radius, {}), clipped("lensRight", circle(right, radius, {}), lens));
  const fields = group(
    upright ? { transform: "rotate(90 800 450)" } : { transform: `rotate(${random.pick([-12, 0, 12])} 800 450)` },
    ripples(left, palette.main, mix(palette.main, palette.light, 0.55)),
    ripples(right, palette.second, mix(palette.second, palette.ink, 0.4)),
    eye,
  );
  const tint = mix(palette.ground, palette.ink, 0.18);
  return group(
    {},
    fade(tint, (_x, y) => Math.abs(y - 450) / 900 - 0.12),
    fields,
  );
}
