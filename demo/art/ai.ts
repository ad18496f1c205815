import { itemAt } from "#shared/random.ts";
import { AI_PALETTES, type Family, lightness, mix, type Scene } from "./palette.ts";
import { arc, fade, halftone, polar, shadedDisc, smooth, TURN, times } from "./shapes.ts";
import { circle, clipped, group, type Point, path, polyline, rect, short, stroke, WIDTH } from "./svg.ts";

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
function flowLines({ random, palette }: Scene): string {
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

/** Layers of nodes joined by ribbons of unequal weight; one route through them is lit. */
function neuralLattice({ random, palette }: Scene): string {
  const layouts = [
    [5, 4, 3, 4, 5],
    [3, 5, 4, 5, 3],
    [4, 3, 5, 3, 4],
    [6, 4, 2, 4, 6],
  ] as const;
  const counts = random.pick(layouts);
  const spacing = 330;
  const layers = counts.map((count, layer): Point[] =>
    times(count).map((node) => {
      const gap = Math.min(200, 860 / count);
      return [800 + (layer - 2) * spacing, 450 + (node - (count - 1) / 2) * gap];
    }),
  );
  const route = counts.map((count) => random.integer(0, count - 1));

  const ribbon = ([x1, y1]: Point, [x2, y2]: Point, color: string, width: number): string => {
    const bend = (x2 - x1) * 0.5;
    const d = `M${short(x1)} ${short(y1)}C${short(x1 + bend)} ${short(y1)} ${short(x2 - bend)} ${short(y2)} ${short(x2)} ${short(y2)}`;
    return path(d, stroke(color, width));
  };

  const faint = mix(palette.ground, palette.main, 0.42);
  const strong = mix(palette.ground, palette.main, 0.85);
  const threads: string[] = [];
  const cords: string[] = [];
  const lit: string[] = [];
  layers.slice(1).forEach((nodes, before) => {
    const sources = layers[before] ?? [];
    sources.forEach((from, fromIndex) => {
      nodes.forEach((to, toIndex) => {
        if (route[before] === fromIndex && route[before + 1] === toIndex) {
          lit.push(ribbon(from, to, palette.accent, 36));
        } else if (random.chance(0.3)) {
          cords.push(ribbon(from, to, strong, random.pick([14, 20, 30])));
        } else threads.push(ribbon(from, to, faint, random.pick([4, 6, 9])));
      });
    });
  });

  const nodes = layers.flatMap((layer, layerIndex) =>
    layer.map((at, index) => {
      const onRoute = route[layerIndex] === index;
      const radius = onRoute ? 80 : random.pick([46, 54, 64]);
      const fill = onRoute ? palette.accent : random.pick([palette.main, palette.second, palette.ink]);
      const core = onRoute ? palette.light : mix(fill, palette.light, 0.5);
      const turn = random.integer(0, 3) * 90;
      const half = path(`M0 ${-radius}A${radius} ${radius} 0 0 1 0 ${radius}Z`, { fill: mix(fill, palette.ink, 0.3) });
      return group(
        { transform: `translate(${short(at[0])} ${short(at[1])})` },
        circle([0, 0], radius + 9, { fill: palette.ground }),
        circle([0, 0], radius, { fill }),
        group({ transform: `rotate(${onRoute ? 0 : turn})` }, half),
        circle([0, 0], radius * 0.34, { fill: core }),
      );
    }),
  );
  return group({}, ...threads, ...cords, ...lit, ...nodes);
}

/** Two rippling fields of attention; where they meet, an eye opens. */
function perceptionFields({ random, palette }: Scene): string {
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
function thinkingHead({ random, palette }: Scene): string {
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

/** Neural lattices, fields of perception, flow. */
export const AI_FAMILY: Family = {
  palettes: AI_PALETTES,
  compositions: [thinkingHead, perceptionFields, flowLines, neuralLattice],
};
