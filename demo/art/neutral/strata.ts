import { itemAt } from "#shared/random.ts";
import { mix } from "../color.ts";
import { smooth, times } from "../geometry.ts";
import type { Scene } from "../scene.ts";
import { group, type Point, path } from "../svg.ts";
import { shadedDisc } from "../texture.ts";

/** Layers of land under a low sun. */
export function strata({ random, palette }: Scene): string {
  const layers = random.pick([5, 6, 7]);
  const hues = [
    palette.second,
    palette.main,
    palette.light,
    mix(palette.main, palette.ink, 0.4),
    mix(palette.second, palette.ink, 0.3),
  ];
  const phase = random.range(0, 6);
  const bands = times(layers).map((layer) => {
    const y = 380 + (layer * 500) / layers;
    const points = times(9).map(
      (index): Point => [
        index * 230 - 120,
        y + Math.sin(index * (0.6 + layer * 0.07) + phase + layer * 1.3) * (84 - layer * 7),
      ],
    );
    return path(`${smooth(points)}V960H-120Z`, { fill: layer === layers - 1 ? palette.ink : itemAt(hues, layer) });
  });
  const side = random.pick([-1, 0, 1]);
  const sun = shadedDisc([800 + side * 200, 350], 230, palette.accent, mix(palette.accent, palette.ink, 0.4));
  return group({}, sun, ...bands);
}
