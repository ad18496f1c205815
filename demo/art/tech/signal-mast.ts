import { itemAt } from "#shared/random.ts";
import { mix } from "../color.ts";
import { arc, smooth, times } from "../geometry.ts";
import type { Scene } from "../scene.ts";
import { circle, group, type Point, path, polyline, stroke, WIDTH } from "../svg.ts";
import { fade } from "../texture.ts";

/** A line of hills over the whole width; its phase says where the tops are. */
function hill(y: number, phase: number, fill: string): string {
  const points = times(10).map((index): Point => [index * 200 - 100, y + Math.sin(index * 0.8 + phase) * 44]);
  return path(`${smooth(points)}V900H-100Z`, { fill });
}

/** A lattice mast or a dish on a hill, sending its arcs over the whole sky. */
export function signalMast({ random, palette }: Scene): string {
  const x = 800 + random.pick([-90, 0, 90]);
  const head: Point = [x, 300];
  const rings = random.pick([7, 9]);
  const pitch = 1060 / rings;
  const fan = random.pick(["sky", "sides"] as const);
  const dish = random.chance(0.4);
  const tint = (ring: number): string =>
    itemAt(
      [palette.main, mix(palette.ground, palette.second, 0.7), palette.second, mix(palette.main, palette.ground, 0.45)],
      ring,
    );

  const sky = times(rings)
    .toReversed()
    .map((ring) => {
      const radius = 130 + ring * pitch;
      if (fan === "sky") return circle(head, radius, { fill: tint(ring) });
      const wing = 0.62;
      const line = stroke(ring === 1 ? palette.accent : tint(ring), pitch * 0.5);
      return path(arc(head, radius, -wing, wing), line) + path(arc(head, radius, Math.PI - wing, Math.PI + wing), line);
    });

  const base = 800;
  const spread = 120;
  const sections = 7;
  const edge = (level: number, side: number): Point => {
    const share = level / sections;
    return [x + side * (spread * (1 - share) + 16 * share), base - (base - head[1]) * share];
  };
  const braces = times(sections).map((level) =>
    path(
      polyline([edge(level, -1), edge(level + 1, 1), edge(level + 1, -1), edge(level, 1)]),
      stroke(palette.ink, 11, { "stroke-linejoin": "bevel" }),
    ),
  );
  const mast = [
    ...braces,
    path(
      polyline([edge(0, -1), edge(sections, -1)]) + polyline([edge(0, 1), edge(sections, 1)]),
      stroke(palette.ink, 20),
    ),
    path(polyline([head, [x, head[1] - 96]]), stroke(palette.ink, 18)),
  ];
  const tilt = random.pick([-38, 38]);
  const bowl = group(
    { transform: `translate(${x} ${head[1] + 20}) rotate(${tilt})` },
    path("M-230 -70A230 200 0 0 0 230 -70Z", { fill: palette.light }),
    path("M0 -70H230A230 200 0 0 1 0 130Z", { fill: mix(palette.light, palette.ink, 0.28) }),
    path("M-120 -70L0 -240L120 -70", stroke(palette.ink, 12)),
    circle([0, -244], 34, { fill: palette.accent }),
  );
  const phase = random.range(0, 6);
  return group(
    {},
    ...sky,
    fade(mix(palette.ground, palette.ink, 0.35), (_x, y) => (y - 560) / 900, 10),
    hill(730, phase, mix(palette.main, palette.ink, 0.35)),
    ...(dish ? [path(`M${x - 50} 800L${x - 20} 330H${x + 20}L${x + 50} 800Z`, { fill: palette.ink }), bowl] : mast),
    dish
      ? ""
      : circle([x, head[1] - 96], 44, { fill: palette.accent }) +
          circle([x, head[1] - 96], 17, { fill: palette.light }),
    hill(812, phase + 2, mix(palette.main, palette.ink, 0.7)),
    path(`M0 880H${WIDTH}`, stroke(palette.ink, 60)),
  );
}
