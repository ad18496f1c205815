import { itemAt } from "#shared/random.ts";
import { mix } from "../color.ts";
import { times } from "../geometry.ts";
import type { Scene } from "../scene.ts";
import { ellipse, group, path, rect, short, stroke } from "../svg.ts";
import { shadedDisc } from "../texture.ts";

interface Stack {
  readonly x: number;
  /** Where the lowest coin lies, pixels from the top. */
  readonly foot: number;
  readonly radius: number;
  readonly coins: number;
  readonly hue: string;
}

const FLATNESS = 0.36;

/** Columns of plain discs before a great round light. */
export function coinStacks({ random, palette }: Scene): string {
  const radius = random.pick([128, 150]);
  const thickness = radius * 0.34;
  const spacing = radius * 2.12;
  const sun = random.pick([-1, 1]);
  const rising = random.pick([-1, 0, 1]);
  const chosen = random.integer(-1, 1);

  const drawStack = ({ x, foot, radius: size, coins, hue }: Stack, special: boolean): string =>
    times(coins)
      .map((coin) => {
        const y = foot - coin * thickness;
        const tint =
          special && coin === coins - 1 ? palette.accent : coin % 2 === 0 ? hue : mix(hue, palette.ink, 0.22);
        const nudge = ((coin * 7919) % 5) * 2 - 4;
        const flat = size * FLATNESS;
        const [from, to] = [short(x + nudge - size), short(x + nudge + size)];
        const side = `M${from} ${short(y)}v${short(thickness)}A${short(size)} ${short(flat)} 0 0 0 ${to} ${short(y + thickness)}v${short(-thickness)}Z`;
        const shade = `M${short(x + nudge + size * 0.25)} ${short(y)}V${short(y + thickness + flat * 0.968)}A${short(size)} ${short(flat)} 0 0 0 ${to} ${short(y + thickness)}v${short(-thickness)}Z`;
        const top = mix(tint, palette.light, 0.45);
        return (
          path(side, { fill: tint }) +
          path(shade, { fill: mix(tint, palette.ink, 0.4) }) +
          ellipse([x + nudge, y], size, flat, { fill: top }) +
          (coin === coins - 1
            ? ellipse([x + nudge, y], size * 0.74, flat * 0.74, stroke(tint, 9)) +
              ellipse([x + nudge, y], size * 0.36, flat * 0.36, { fill: tint })
            : "")
        );
      })
      .join("");

  const heightAt = (column: number): number =>
    Math.max(
      2,
      Math.round(6 + column * rising * 1.5 + (rising === 0 ? 3 - Math.abs(column) * 2.2 : 0) + random.range(-1.4, 1.4)),
    );
  const row = (foot: number, shift: number, hues: readonly string[], front: boolean): string[] =>
    times(9)
      .map((index) => index - 4)
      .map((column) =>
        drawStack(
          {
            x: 800 + (column + shift) * spacing,
            foot,
            radius,
            coins: front ? random.integer(1, 3) : heightAt(column) + 1,
            hue: itemAt(hues, column),
          },
          !front && column === chosen,
        ),
      );

  return group(
    {},
    shadedDisc(
      [800 + sun * 210, 360],
      300,
      mix(palette.ground, palette.second, 0.75),
      mix(palette.second, palette.ink, 0.4),
    ),
    rect(0, 610, 1600, 290, { fill: mix(palette.ground, palette.ink, 0.2) }),
    ...row(690, 0, [palette.main, palette.second, palette.main], false),
    ...row(905, 0.5, [mix(palette.second, palette.ink, 0.12), mix(palette.main, palette.ink, 0.12)], true),
  );
}
