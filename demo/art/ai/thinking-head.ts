import { itemAt } from "#shared/random.ts";
import { lightness, mix } from "../color.ts";
import { arc, polar, smooth, TURN, times } from "../geometry.ts";
import type { Scene } from "../scene.ts";
import { circle, clipped, group, type Point, path, polyline, rect, stroke, WIDTH } from "../svg.ts";
import { halftone } from "../texture.ts";

/** A face in profile looking right, from the crown down the brow, nose, lips and chin, in pixels about the centre. */
const FACE: readonly Point[] = [
  [-30, -356],
  [90, -338],
  [180, -276],
  [222, -190],
  [232, -120],
  [226, -76],
  [246, -30],
  [286, 44],
  [282, 66],
  [244, 80],
  [240, 98],
  [258, 122],
  [250, 144],
  [236, 152],
  [250, 170],
  [240, 198],
  [228, 214],
  [234, 248],
  [214, 292],
  [160, 310],
  [96, 304],
];
const NECK_AND_BACK: readonly Point[] = [
  [70, 340],
  [76, 420],
  [130, 470],
  [240, 520],
];
const NAPE: readonly Point[] = [
  [-330, 560],
  [-262, 440],
  [-232, 330],
  [-246, 210],
  [-306, 80],
  [-330, -60],
  [-296, -200],
  [-200, -308],
  [-30, -356],
];

function outline(): string {
  const back = smooth(NAPE).replace(/^M[^C]*/, "");
  const neck = smooth([FACE[FACE.length - 1] as Point, ...NECK_AND_BACK]).replace(/^M[^C]*/, "");
  return `${smooth(FACE)}${neck}L240 560L-330 560${back}Z`;
}

/** A head in profile whose thought is drawn as rings, a lattice or strata. */
export function thinkingHead({ random, palette }: Scene): string {
  const mind: Point = [-50, -90];
  const head = outline();
  const fill = palette.main;
  const hues = [palette.second, palette.light, palette.accent, mix(fill, palette.ink, 0.45)];
  const fans = times(4).map((ring) => {
    const radius = 250 - ring * 58;
    const start = random.range(0, TURN);
    const dark = circle(mind, radius, { fill: itemAt(hues, ring + 3) });
    return (
      dark +
      path(`${arc(mind, radius, start, start + random.range(2, 4.4))}L${mind[0]} ${mind[1]}Z`, {
        fill: itemAt(hues, ring),
      })
    );
  });
  const nodes = times(11).map((index) =>
    polar(mind, index === 0 ? 0 : index < 5 ? 110 : 218, index * 1.047 + (index < 5 ? 0.4 : 0)),
  );
  const lattice = [
    ...nodes.flatMap((from, index) =>
      nodes.slice(index + 1).map((to) => {
        const length = Math.hypot(from[0] - to[0], from[1] - to[1]);
        return length < 235 ? path(polyline([from, to]), stroke(palette.light, random.pick([4, 7, 12]))) : "";
      }),
    ),
    ...nodes.map((at, index) => circle(at, random.pick([24, 32, 40]), { fill: itemAt(hues, index * 5) })),
  ];
  const strata = times(13).map((layer) => {
    const y = -400 + layer * 78;
    const points = times(9).map((index): Point => [-420 + index * 100, y + Math.sin(index * 0.9 + layer * 0.55) * 34]);
    return path(`${smooth(points)}V640H-420Z`, {
      fill: itemAt([fill, mix(fill, palette.ink, 0.4), palette.second, palette.light], layer),
    });
  });
  const contents = random.pick([fans, lattice, strata]);

  const echo = random.pick([3, 4]);
  const echoes = times(echo).map((index) => {
    const step = echo - index;
    const tint = mix(palette.ground, index % 2 === 0 ? palette.ink : palette.second, 0.16 + (0.14 * index) / echo);
    return group({ transform: `translate(${-step * 92} ${step * 6})` }, path(head, { fill: tint }));
  });
  const jaw = halftone(
    { x: -340, y: 120, width: 620, height: 440 },
    9,
    mix(fill, palette.ink, 0.5),
    (x, y) => (y - 150 - x * 0.7) / 800,
  );
  // On a dark ground a paler tint of it turns to grey; the companion hue stays clean.
  const halo =
    lightness(palette.ground) > 0.5
      ? mix(palette.ground, palette.light, 0.5)
      : mix(palette.ground, palette.second, 0.4);
  const scene = group(
    { transform: "translate(830 420) scale(1.06)" },
    circle([30, 0], 470, { fill: halo }),
    ...echoes,
    clipped("head", path(head, {}), rect(-500, -500, 1000, 1100, { fill }), jaw, ...contents),
  );
  return random.chance(0.5) ? scene : group({ transform: `translate(${WIDTH} 0) scale(-1 1)` }, scene);
}
