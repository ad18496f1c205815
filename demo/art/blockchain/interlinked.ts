import { itemAt } from "#shared/random.ts";
import { mix } from "../color.ts";
import { times } from "../geometry.ts";
import type { Scene } from "../scene.ts";
import { clipped, group, rect, stroke } from "../svg.ts";

/** A chain seen so near that three links fill the page, each over one neighbour and under the other. */
export function interlinked({ random, palette }: Scene): string {
  const thick = random.pick([74, 88]);
  const tall = random.pick([330, 370]);
  const long = random.pick([560, 620]);
  const pitch = long - thick * 2.1;
  const angle = random.pick([-32, -24, -16, 16, 24, 32]);
  const hues = random.shuffle([palette.main, palette.second, palette.main]);
  const chosen = 0;
  const square = random.chance(0.35);

  const drawLink = (index: number): string => {
    const x = index * pitch - long / 2;
    const hue = index === chosen ? palette.accent : itemAt(hues, index);
    const radius = square ? thick * 0.9 : tall / 2;
    const ring = (inset: number, color: string, width: number): string =>
      rect(x + inset, -tall / 2 + inset, long - inset * 2, tall - inset * 2, {
        rx: Math.max(0, radius - inset),
        ...stroke(color, width),
      });
    return (
      ring(0, palette.ink, thick + 16) +
      ring(0, hue, thick) +
      ring(thick * 0.27, mix(hue, palette.ink, 0.3), thick * 0.46) +
      ring(-thick * 0.26, mix(hue, palette.light, 0.45), thick * 0.12)
    );
  };

  const indices = times(7).map((index) => index - 3);
  const half = (id: string, y: number, order: readonly number[]): string =>
    clipped(id, rect(-1600, y, 3200, 1200, {}), ...order.map(drawLink));
  const bands = times(9).map((band) =>
    rect(-1400, -900 + band * 200, 2800, 100, { fill: mix(palette.ground, palette.ink, 0.07) }),
  );
  return group(
    { transform: `translate(800 450) rotate(${angle})` },
    ...bands,
    // Later links lie on top below the axis, earlier ones above it: that is what interlocks them.
    half("lower", 0, indices),
    half("upper", -1199, indices.toReversed()),
  );
}
