import { itemAt } from "#shared/random.ts";
import { mix } from "../color.ts";
import { times } from "../geometry.ts";
import type { Scene } from "../scene.ts";
import { group, path, rect } from "../svg.ts";

/** Newspaper sheets folded and fanned, their columns as plain bars. */
export function foldedSheets({ random, palette }: Scene): string {
  const count = random.pick([4, 5]);
  const start = random.range(-40, -24);
  const step = random.range(15, 19);
  const hues = [palette.second, palette.main, palette.accent, mix(palette.main, palette.ink, 0.45), palette.light];

  const sheet = (index: number): string => {
    const top = index === count - 1;
    const fill = top ? palette.light : itemAt(hues, index);
    const [width, height] = [470, 640];
    const line = mix(fill, palette.ink, top ? 0.78 : 0.22);
    const columns = times(3).flatMap((column) =>
      times(9).map((row) =>
        rect(-195 + column * 134, 10 + row * 30, row === 8 ? 60 : 118, 13, { fill: line, opacity: top ? 0.55 : 0.6 }),
      ),
    );
    return group(
      { transform: `translate(800 560) scale(1.42) rotate(${start + index * step}) translate(0 -80)` },
      rect(-width / 2 + 18, -height / 2 + 22, width, height, { fill: palette.ink, opacity: 0.18 }),
      rect(-width / 2, -height / 2, width, height, { fill }),
      rect(-195, -275, 386, 42, { fill: line }),
      rect(-195, -210, 386, 180, { fill: top ? palette.main : line, opacity: top ? 1 : 0.6 }),
      top ? path("M-195 -30L-70 -150L10 -80L90 -180L191 -30Z", { fill: palette.second }) : "",
      top ? rect(-195, -30, 386, 12, { fill: palette.accent }) : "",
      ...columns,
      path(`M0 ${-height / 2}H${width / 2}V${height / 2}H0Z`, { fill: palette.ink, opacity: 0.07 }),
    );
  };
  const bands = times(6).map((band) => rect(0, 150 * band, 1600, 75, { fill: mix(palette.ground, palette.ink, 0.06) }));
  return group({}, ...bands, ...times(count).map(sheet));
}
