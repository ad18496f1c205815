import { mix } from "../color.ts";
import { times } from "../geometry.ts";
import type { Scene } from "../scene.ts";
import { circle, group, type Point, path, short, stroke } from "../svg.ts";

/** Layers of nodes joined by ribbons of unequal weight; one route through them is lit. */
export function neuralLattice({ random, palette }: Scene): string {
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
