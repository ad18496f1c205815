import { mix } from "../color.ts";
import { times } from "../geometry.ts";
import type { Scene } from "../scene.ts";
import { circle, clipped, group, rect } from "../svg.ts";

/** Broad candlesticks crossing a disc; inside the disc every colour trades places. */
export function candleBars({ random, palette }: Scene): string {
  const pitch = random.pick([146, 172, 200]);
  const width = pitch * random.pick([0.62, 0.74]);
  const count = Math.ceil(1600 / pitch) + 2;
  const swing = random.range(0.8, 1.4);
  const phase = random.range(0, 6);
  const trend = random.pick([-1, 1]);
  const chosen = Math.round(count / 2) + random.integer(-1, 1);

  let close = 450 + trend * 150;
  const candles = times(count).map((index) => {
    const open = close;
    const aim = 450 + trend * (150 - (300 * index) / count) + Math.sin(index * swing + phase) * 190;
    close = aim + random.range(-70, 70);
    if (Math.abs(close - open) < 130) close = open + (close < open ? -130 : 130);
    // A candle that would leave the page turns back instead of flattening against its edge.
    if (close < 150 || close > 750) close = open + (close < 150 ? 150 : -150);
    const top = Math.min(open, close);
    const bottom = Math.max(open, close);
    return {
      x: 800 + (index - (count - 1) / 2) * pitch,
      top,
      bottom,
      high: top - random.range(30, 110),
      low: bottom + random.range(30, 110),
      rises: close < open,
      special: index === chosen,
    };
  });

  const draw = (rise: string, fall: string, wick: string): string =>
    candles
      .map(({ x, top, bottom, high, low, rises, special }) => {
        const fill = special ? palette.accent : rises ? rise : fall;
        return (
          rect(x - 9, high, 18, low - high, { fill: special ? palette.accent : wick }) +
          rect(x - width / 2, top, width, bottom - top, { fill })
        );
      })
      .join("");

  const radius = random.pick([350, 390]);
  const at = [800 + random.pick([-120, 0, 120]), 450] as const;
  const rules = times(9).map((line) =>
    rect(0, 98 + line * 88, 1600, 3, { fill: mix(palette.ground, palette.ink, 0.22) }),
  );
  const disc = mix(palette.main, palette.ink, 0.3);
  const outsideFall = palette.second;
  return group(
    {},
    ...rules,
    draw(palette.main, outsideFall, mix(palette.ground, palette.ink, 0.75)),
    circle(at, radius, { fill: disc }),
    clipped(
      "disc",
      circle(at, radius, {}),
      ...times(9).map((line) => rect(0, 98 + line * 88, 1600, 3, { fill: mix(disc, palette.light, 0.25) })),
      draw(palette.light, mix(palette.second, palette.light, 0.1), palette.light),
    ),
  );
}
